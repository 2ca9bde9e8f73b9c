// checkers/hpmc/initial_states.cpp
// Purpose   Lattices of hard bodies: nothing is random, so that each is held to what its name says:
//           number, packing fraction, neighbours and their distance.
// Source    Anderson, Irrgang, Glotzer 2016, section 4 (the tiling: an octahedron has 8 tetrahedra
//           at the sum of the two inner radii, a tetrahedron 4 octahedra).
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "checkers/starts/start_kind.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/configuration.hpp"

namespace touchstone::starts {
namespace {

using shapes::Configuration;
using shapes::Vec3;

/// Neighbours of type `other` that each body of type `type` must have, and how far away.
struct Shell {
  std::uint32_t type, other;
  int number;
  double distance;
};

std::string wrong_with(const Configuration& c, std::size_t bodies, double volume,
                       const std::vector<Shell>& shells) {
  if (c.size() != bodies || c.orientations.size() != bodies || c.type.size() != bodies)
    return fmt::format("{} bodies of {}", c.size(), bodies);
  if (!(std::abs(c.box.volume() / volume - 1) < 1e-12))
    return fmt::format("a volume of {:.12g}, expected {:.12g}", c.box.volume(), volume);
  for (const Shell& shell : shells)
    for (std::size_t i = 0; i < bodies; ++i) {
      if (c.type[i] != shell.type) continue;
      int number = 0;
      for (std::size_t j = 0; j < bodies; ++j) {
        if (j == i || c.type[j] != shell.other) continue;
        const double d = norm(c.box.wrap(c.centres[j] - c.centres[i])) / shell.distance;
        if (d < 1 - 1e-9) return fmt::format("bodies {} and {} are too close", i, j);
        if (d < 1 + 1e-9) ++number;
      }
      if (number != shell.number)
        return fmt::format("body {} has {} neighbours, expected {}", i, number, shell.number);
    }
  return {};
}

Generator lattice(const char* name, const std::function<Configuration()>& make, std::size_t bodies,
                  double volume, const std::vector<Shell>& shells) {
  return {.info = {.name = name, .source = "Anderson, Irrgang, Glotzer 2016, section 4"},
          .draw = [=](std::uint64_t) {
            return Drawn{.wrong = wrong_with(make(), bodies, volume, shells)};
          }};
}

/// A lattice of balls of diameter 1 with `each` bodies to a cubic cell, whose nearest neighbours
/// are `nearest` cell sides away.
Generator of_balls(const char* name, Configuration (*make)(const shapes::Body&, int, double),
                   double each, int number, double nearest) {
  constexpr double kPacking = 0.5;
  constexpr int kCells = 4;
  const double side = std::cbrt(each * std::numbers::pi / 6 / kPacking);
  return lattice(name, [=] { return make(shapes::named_body("sphere"), kCells, kPacking); },
                 static_cast<std::size_t>(each * kCells * kCells * kCells),
                 std::pow(kCells * side, 3), {{0, 0, number, nearest * side}});
}

Generator tiling() {
  constexpr double kPacking = 0.8;
  const double spread = std::cbrt(1 / kPacking);
  // Inner radii of an octahedron and of a tetrahedron of edge 1.
  const double apart = (1 / std::sqrt(6.0) + 1 / std::sqrt(24.0)) * spread;
  return lattice(
      "hpmc/tetrahedra-and-octahedra", [] { return shapes::tetrahedra_and_octahedra(2, kPacking); },
      96, std::pow(2 * std::numbers::sqrt2 * spread, 3), {{0, 1, 4, apart}, {1, 0, 8, apart}});
}

/// Simple lattices of solids and polygons whose measure is known: it decides the packing fraction.
Generator of_solids() {
  struct Solid {
    const char* name;
    double measure;
  };
  constexpr double kRadius = 0.5, kPacking = 0.3;
  static const double edge = kRadius * 4 / (std::numbers::sqrt3 * (1 + std::sqrt(5.0)));
  static const Solid solids[] = {
      {"cube", 1},
      {"tetrahedron", std::numbers::sqrt2 / 12},
      {"octahedron", std::numbers::sqrt2 / 3},
      {"truncated-octahedron", 1},
      {"dodecahedron", (15 + 7 * std::sqrt(5.0)) / 4 * std::pow(edge, 3)},
      {"square", 1},
      {"pentagon", 2.5 * kRadius * kRadius * std::sin(2 * std::numbers::pi / 5)}};
  return {.info = {.name = "hpmc/lattices-of-solids", .source = "measures of regular solids"},
          .draw = [](std::uint64_t) {
            Drawn drawn;
            for (const Solid& solid : solids) {
              const Configuration c =
                  shapes::simple_lattice(shapes::named_body(solid.name), 3, kPacking);
              const double bodies = c.box.dimensions == 2 ? 9 : 27;
              const std::string wrong = wrong_with(c, static_cast<std::size_t>(bodies),
                                                   bodies * solid.measure / kPacking, {});
              if (!wrong.empty()) drawn.wrong = fmt::format("{}: {}", solid.name, wrong);
            }
            return drawn;
          }};
}

const bool registered =
    register_generator("hpmc", of_solids()) && register_generator("hpmc", tiling()) &&
    register_generator("hpmc", of_balls("hpmc/simple-lattice", shapes::simple_lattice, 1, 6, 1)) &&
    register_generator("hpmc", of_balls("hpmc/face-centred-lattice", shapes::face_centred_lattice,
                                        4, 12, std::numbers::sqrt2 / 2)) &&
    register_generator("hpmc", of_balls("hpmc/body-centred-lattice", shapes::body_centred_lattice,
                                        2, 8, std::numbers::sqrt3 / 2));

}  // namespace
}  // namespace touchstone::starts
