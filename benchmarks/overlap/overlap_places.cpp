#include "benchmarks/overlap/overlap_places.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/core/random/philox.hpp"
#include "models/hpmc/bodies/mesh.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::benchmarks::overlap {
namespace {

using namespace shapes;  // every class of bodies

std::vector<Body> one_of_each() {
  const auto octahedron = std::get<ConvexPolyhedron>(named_body("octahedron")).vertices;
  std::vector<Body> all{
      named_body("disk"),
      named_body("sphere"),
      SphereUnion{{{-0.25, 0, 0}, {0.25, 0, 0}}, {0.25, 0.25}},
      named_body("pentagon"),
      Spheropolygon{regular_polygon(5, 0.5).vertices, 0.1},
      named_body("c-polygon"),
      Ellipse{0.5, 0.25},
      Ellipsoid{0.5, 0.3, 0.25},
      named_body("dodecahedron"),
      Spheropolyhedron{octahedron, 0.1},
      FacetedEllipsoid{
          .a = 0.5,
          .b = 0.5,
          .c = 0.5,
          .normals = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
          .offsets = std::vector<double>(6, -0.35)},
      as_mesh(named_body("dodecahedron")),
      DimpledBall{.radius = 0.5,
                  .dimple_centres = {{0, 0, 0.55}, {0, 0, -0.55}},
                  .dimple_radii = {0.5, 0.5}}};
  for (Body& body : all) body = checked(body, "timed body");
  return all;
}

Orientation orientation(PhiloxStream& random, bool flat) {
  if (flat) return turned_by(2 * std::numbers::pi * random.uniform());
  for (;;) {
    const Orientation q{2 * random.uniform() - 1, 2 * random.uniform() - 1,
                        2 * random.uniform() - 1, 2 * random.uniform() - 1};
    const double n = norm2(q);
    if (n > 0.01 && n <= 1) return normalised(q);
  }
}

}  // namespace

const std::vector<TimedPair>& timed_pairs() {
  static const std::vector<TimedPair> all = [] {
    std::vector<TimedPair> pairs;
    const std::vector<Body> bodies = one_of_each();
    for (const Body& body : bodies)
      pairs.push_back({std::string(shapes::name(class_of(body))), body, body});
    for (const Body& body : bodies) {
      const Body& round = dimensions(body) == 2 ? bodies[0] : bodies[1];
      if (class_of(body) == class_of(round)) continue;
      pairs.push_back({std::string(shapes::name(class_of(round))) + " and " +
                           std::string(shapes::name(class_of(body))),
                       round, body});
    }
    return pairs;
  }();
  return all;
}

std::vector<Place> places(const TimedPair& pair, std::uint64_t seed, std::size_t count) {
  PhiloxStream random = Philox(seed).stream(Purpose::start, 0, 1);
  const bool flat = dimensions(pair.a) == 2;
  const double reach = circumradius(pair.a) + circumradius(pair.b);
  // Round bodies have no shell: a tenth about contact.
  const bool round = inradius(pair.a) + inradius(pair.b) > 0.99 * reach;
  const double inner = round ? 0.9 * reach : inradius(pair.a) + inradius(pair.b);
  const double outer = round ? 1.1 * reach : reach;
  const double power = flat ? 2 : 3;
  std::vector<Place> all;
  for (std::size_t i = 0; i < count; ++i) {
    const double low = std::pow(inner, power);
    const double d = std::pow(low + (std::pow(outer, power) - low) * random.uniform(), 1 / power);
    const Vec3 u = Rotation(orientation(random, flat))(Vec3{1, 0, 0});
    const Orientation q_a = orientation(random, flat);
    all.push_back({q_a, orientation(random, flat), d * u});
  }
  return all;
}

}  // namespace touchstone::benchmarks::overlap
