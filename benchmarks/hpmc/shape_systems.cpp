#include "benchmarks/hpmc/shape_systems.hpp"

#include <algorithm>
#include <cmath>

#include "models/hpmc/bodies/measure.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

using shapes::Body;
using shapes::Configuration;

/// A fluid of one body, whose block is a lattice along whose edges there are `along` of them.
ShapeSystem fluid(const char* name, const char* body_name, double packing, double displacement,
                  double rotation, int along, double melting, std::array<int, 3> copies) {
  const Body& body = shapes::named_body(body_name);
  const bool balls = std::holds_alternative<shapes::Ball>(body);
  const auto lattice = [=, &body](int) {
    return balls ? shapes::face_centred_lattice(body, along, melting)
                 : shapes::simple_lattice(body, along, melting);
  };
  const Configuration one = lattice(1);
  return {.name = name,
          .packing = packing,
          .displacement = displacement,
          .rotation = rotation,
          .block = one.size(),
          .dimensions = one.box.dimensions,
          .block_volume = static_cast<double>(one.size()) * shapes::measure(body).value(),
          .diameter = shapes::largest_diameter(one),
          .copies = copies,
          .lattice = lattice,
          .reference = !std::holds_alternative<shapes::ConvexPolyhedron>(body),
          .round = balls || std::holds_alternative<shapes::Disk>(body),
          .melting = melting};
}

ShapeSystem tiling() {
  constexpr double packing = 0.6;
  const Configuration cell = shapes::tetrahedra_and_octahedra(1, packing);
  return {.name = "tetrahedra-octahedra",
          .packing = packing,
          .displacement = 0.081,
          .rotation = 2 * std::asin(0.076),
          .block = cell.size(),
          .dimensions = 3,
          .block_volume = packing * cell.box.volume(),
          .diameter = shapes::largest_diameter(cell),
          .copies = {2, 7, 7},
          .lattice = [](int cells) { return shapes::tetrahedra_and_octahedra(cells, packing); },
          .reference = false,
          .round = false,
          .melting = 0};
}

}  // namespace

std::size_t ShapeSystem::bodies(int copies_along) const {
  const auto n = static_cast<std::size_t>(copies_along);
  return block * n * n * (dimensions == 3 ? n : 1);
}

double ShapeSystem::side(int copies_along) const {
  return copies_along * std::pow(block_volume / packing, 1.0 / dimensions);
}

shapes::RunParameters ShapeSystem::parameters() const {
  return {.max_displacement = displacement, .max_rotation = rotation};
}

const std::vector<ShapeSystem>& shape_systems() {
  // Rotations of the public program add a vector of length a to a quaternion: half the largest
  // angle has the sine a.
  static const std::vector<ShapeSystem> all = {
      fluid("disks", "disk", 0.698, 0.197, 0.2, 16, 0.5, {1, 4, 16}),
      fluid("spheres", "sphere", 0.49, 0.1235, 0.2, 4, 0.3, {1, 2, 8}),
      fluid("pentagons", "pentagon", 0.676, 0.176, 0.8, 8, 0.4, {1, 8, 8}),
      fluid("dodecahedra", "dodecahedron", 0.5, 0.0847, 2 * std::asin(0.25), 4, 0.3, {1, 4, 4}),
      tiling()};
  return all;
}

int copies_for(const ShapeSystem& system, std::size_t bodies) {
  const double ratio = static_cast<double>(bodies) / static_cast<double>(system.block);
  const int found = static_cast<int>(std::lround(std::pow(ratio, 1.0 / system.dimensions)));
  // One cell of a solid is narrower than the path of its bodies in a step.
  return std::max(found, system.copies[0]);
}

Configuration replicated(const Configuration& one, int copies) {
  Configuration all{.box = one.box, .types = one.types};
  const int deep = one.box.dimensions == 3 ? copies : 1;
  const std::size_t bodies = one.size() * static_cast<std::size_t>(copies * copies * deep);
  all.centres.reserve(bodies);
  all.type.reserve(bodies);
  all.orientations.reserve(bodies);
  all.box.lx *= copies;
  all.box.ly *= copies;
  if (deep > 1) all.box.lz *= copies;
  for (int x = 0; x < copies; ++x)
    for (int y = 0; y < copies; ++y)
      for (int z = 0; z < deep; ++z)
        for (std::size_t i = 0; i < one.size(); ++i) {
          const shapes::Vec3 moved = one.centres[i] + (x - 0.5 * (copies - 1)) * one.box.a1() +
                                     (y - 0.5 * (copies - 1)) * one.box.a2() +
                                     (z - 0.5 * (deep - 1)) * one.box.a3();
          all.centres.push_back(all.box.wrap(moved));
          all.type.push_back(one.type[i]);
          all.orientations.push_back(one.orientations[i]);
        }
  return all;
}

}  // namespace touchstone::benchmarks::hpmc
