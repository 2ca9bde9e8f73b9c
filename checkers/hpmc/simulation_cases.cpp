#include "checkers/hpmc/simulation_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/test_bodies.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Configuration;
using shapes::RunParameters;

/// The same fractional coordinates in a tilted box.
Configuration tilted(Configuration c, double xy, double xz, double yz) {
  shapes::Box box = c.box;
  box.xy = xy;
  box.xz = xz;
  box.yz = yz;
  for (shapes::Vec3& r : c.centres) r = box.wrap(box.from_fractional(c.box.fractional(r)));
  c.box = box;
  return c;
}

/// A lattice of so many rows of bodies of width 1, of which four and four all but touch: of the
/// pairs that are near, single precision decides some and leaves others.
Configuration in_fours(Configuration c, std::size_t rows) {
  const auto beside = [](double before) { return before + 1 + 2e-8; };
  for (std::size_t i = 0; i < c.size(); ++i) {
    if (i % rows % 2 == 1) c.centres[i].y = beside(c.centres[i - 1].y);
    if (i / rows % 2 == 1) c.centres[i].x = beside(c.centres[i - rows].x);
  }
  return c;
}

/// Every third body is `other`, which must be smaller than the first.
Configuration mixed(Configuration c, const shapes::Body& other) {
  c.types.push_back(other);
  for (std::size_t i = 0; i < c.size(); i += 3) c.type[i] = 1;
  return c;
}

Configuration mixed(Configuration c, const std::string& other, double size) {
  return mixed(std::move(c), shapes::scaled(shapes::named_body(other), size));
}

/// Rounded bodies of unlike size, of which the smaller ones are the rounder.
std::vector<Configuration> rounded_mixtures() {
  const shapes::Spheropolygon pentagon{shapes::regular_polygon(5, 0.5).vertices, 0.05},
      triangle{{{-0.2, -0.15}, {0.2, -0.15}, {0, 0.25}}, 0.15};
  const auto octahedron = std::get<shapes::ConvexPolyhedron>(shapes::named_body("octahedron")),
             tetrahedron = std::get<shapes::ConvexPolyhedron>(shapes::named_body("tetrahedron"));
  const shapes::Spheropolyhedron large{octahedron.vertices, 0.05};
  const shapes::Body small =
      shapes::scaled(shapes::Spheropolyhedron{tetrahedron.vertices, 0.5}, 0.4);
  return {mixed(shapes::simple_lattice(pentagon, 8, 0.35), triangle),
          mixed(shapes::simple_lattice(large, 4, 0.15), small)};
}

void add_cut_cases(const RunParameters& p, const shapes::BoxMoves& box,
                   std::vector<SimulationCase>& all) {
  const auto cut = [&](std::array<int, 3> domains) {
    RunParameters changed = p;
    changed.domains = domains;
    return changed;
  };
  const Configuration disks = test_lattice("disk", 9, 0.6);
  all.push_back({"disks in 2 domains", disks, cut({2, 1, 1}), 10});
  all.push_back({"disks in 2 x 2 domains", disks, cut({2, 2, 1}), 10});
  all.push_back({"disks in 4 x 2 domains", test_lattice("disk", 10, 0.55), cut({4, 2, 1}), 10});
  all.push_back({"pentagons in 3 domains", test_lattice("pentagon", 6, 0.5), cut({1, 3, 1}), 6});
  all.push_back(
      {"spheres in 2 x 2 x 2 domains", test_lattice("sphere", 4, 0.25), cut({2, 2, 2}), 10});
  RunParameters at_pressure = cut({2, 1, 1});
  at_pressure.box = box;
  all.push_back(
      {"disks at constant pressure in 2 domains", test_lattice("disk", 7, 0.5), at_pressure, 20});
}

/// Cases of the other classes, alone, in a tilted box and at constant pressure: nobody else has
/// looked at what a program of a user's does with these.
void add_other_classes(const RunParameters& p, const shapes::ShapeScheme& scheme,
                       std::vector<SimulationCase>& all) {
  RunParameters at_pressure = p;
  at_pressure.box = {.pressure = 2, .max_volume = 1, .per_step = 2};
  const auto add = [&](const std::string& name, const Configuration& c) {
    all.push_back({name, c, p, 20});
    const bool plane = c.box.dimensions == 2;
    all.push_back(
        {name + ", tilted", plane ? tilted(c, 0.2, 0, 0) : tilted(c, 0.1, -0.1, 0.2), p, 20});
    if (scheme.box_moves) all.push_back({name + " at constant pressure", c, at_pressure, 6});
  };
  const auto lattice = [&](const std::string& name, const shapes::Body& body, int cells) {
    add(name, shapes::simple_lattice(body, cells, dimensions(body) == 2 ? 0.35 : 0.15));
  };
  lattice("ellipses", shapes::Ellipse{0.6, 0.3}, 5);
  lattice("rounded triangles", shapes::Spheropolygon{{{-0.3, -0.2}, {0.3, -0.2}, {0, 0.3}}, 0.2},
          5);
  lattice("ellipsoids", shapes::Ellipsoid{0.6, 0.45, 0.35}, 3);
  lattice("octahedra", shapes::named_body("octahedron"), 3);
  lattice("rounded rods", shapes::Spheropolyhedron{{{-0.3, 0, 0}, {0.3, 0, 0}}, 0.3}, 3);
  using enum shapes::BodyClass;
  for (const auto other :
       {sphere_union, simple_polygon, faceted_ellipsoid, polyhedron, dimpled_ball}) {
    const auto& bodies = test_bodies();
    const auto body = std::find_if(bodies.begin(), bodies.end(),
                                   [&](const shapes::Body& one) { return class_of(one) == other; });
    // Their circumscribed balls are apart; some have no volume that is known.
    const double radius = circumradius(*body);
    const bool plane = dimensions(*body) == 2;
    Configuration c = plane ? shapes::simple_lattice(shapes::Disk{radius}, 5, 0.6)
                            : shapes::simple_lattice(shapes::Ball{radius}, 3, 0.4);
    c.types = {*body};
    add(std::string(name(other)) + " bodies", c);
  }
}

}  // namespace

std::vector<SimulationCase> simulation_cases(const shapes::ShapeScheme& scheme,
                                             std::uint64_t seed) {
  const RunParameters p{.max_displacement = 0.2, .max_rotation = 0.5, .seed = seed};
  const auto with = [&](auto change) {
    RunParameters changed = p;
    change(changed);
    return changed;
  };
  const Configuration disks = test_lattice("disk", 9, 0.6);
  const Configuration pentagons = test_lattice("pentagon", 6, 0.5);
  const shapes::BoxMoves box{.pressure = 4,
                             .max_volume = 1,
                             .max_log_volume = 0.02,
                             .max_length = 0.05,
                             .max_shear = 0.02,
                             .per_step = 2};
  const RunParameters still = with([](RunParameters& c) {
    c.max_displacement = 1e-7;
    c.max_rotation = 1e-7;
  });
  std::vector<SimulationCase> all{
      {"disks", disks, p, 10},
      {"four disks in a small box", test_lattice("disk", 2, 0.5), p, 40},
      {"one square in a small box", test_lattice("square", 1, 0.69),
       with([](RunParameters& c) { c.max_displacement = 0.1; }), 100},
      {"disks of two sizes, tilted",
       tilted(mixed(test_lattice("disk", 7, 0.45), "disk", 0.6), 0.2, 0, 0), p, 10},
      {"pentagons", pentagons, p, 6},
      {"spheres, tilted", tilted(test_lattice("sphere", 4, 0.3), 0.1, -0.1, 0.2), p, 10},
      {"disks at constant pressure", test_lattice("disk", 6, 0.5),
       with([&](RunParameters& c) { c.box = box; }), 30},
      // Some or all pairs are too near for single precision, of many threads at once.
      {"disks that all but touch", test_lattice("disk", 20, 0.785398), still, 4},
      {"squares of which four and four all but touch",
       in_fours(test_lattice("square", 14, 0.7), 14), still, 4},
      {"pentagons and small squares", mixed(pentagons, "square", 0.6), p, 6},
      {"pentagons and small disks", mixed(pentagons, "disk", 0.6), p, 6}};
  for (const Configuration& mixture : rounded_mixtures())
    all.push_back(
        {fmt::format("rounded bodies of two types, {}-dimensional", mixture.box.dimensions),
         mixture, p, 12});
  if (scheme.runs) add_other_classes(p, scheme, all);
  if (scheme.cuts) add_cut_cases(p, box, all);
  if (scheme.runs)
    std::erase_if(all,
                  [&](const SimulationCase& c) { return !scheme.runs(c.start, c.parameters); });
  return all;
}

shapes::Configuration test_lattice(const std::string& body, int cells, double packing) {
  return shapes::simple_lattice(shapes::named_body(body), cells, packing);
}

}  // namespace touchstone::hpmc
