// checkers/hpmc/overlap_plain_directions.cpp
// Purpose   Overlap algorithms on bodies that point along directions of few digits, with another
//           body in front and behind.
// Source    A defect of our own: balls whose dimple was along the direction in which the algorithm
//           looked for lowest points overlapped with whatever was in the dimple. Random bodies
//           did not point there.
#include <algorithm>
#include <list>
#include <string>
#include <tuple>

#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/hpmc/plain_directions.hpp"
#include "checkers/hpmc/tally.hpp"
#include "checkers/made_once.hpp"
#include "models/hpmc/bodies/mesh.hpp"

namespace touchstone::hpmc {
namespace {

using namespace shapes;  // every class of bodies

/// Bodies with one feature along `u`, a unit vector.
std::vector<Body> pointing_along(Vec3 u) {
  const std::vector<Vec3> ends = {-0.5 * u, 0.5 * u};
  std::vector<Vec3> corners = {u, -0.3 * u - Vec3{0.2, 0.2, 0.2}};
  for (const Vec3& out : {Vec3{0.4, 0, 0}, Vec3{0, 0.4, 0}, Vec3{0, 0, 0.4}})
    corners.push_back(out - 0.3 * u);
  std::vector<Body> all = {
      DimpledBall{.radius = 1, .dimple_centres = {1.2 * u}, .dimple_radii = {0.8}},
      SphereUnion{.centres = ends, .radii = {0.4, 0.3}},
      FacetedEllipsoid{.a = 1, .b = 0.8, .c = 0.7, .normals = {u}, .offsets = {-0.4}},
      Spheropolyhedron{ends, 0.3},
      ConvexPolyhedron{corners},
      mesh_of_hull(corners)};
  if (u.z == 0) {
    const Vec2 along{u.x, u.y};
    const Vec2 across{-0.4 * u.y, 0.4 * u.x};
    const Vec2 back = -0.5 * along;
    all.insert(all.end(), {Spheropolygon{{back, 0.5 * along}, 0.3},
                           ConvexPolygon{{along, back + across, back - across}},
                           SimplePolygon{{along, back + across, -0.2 * along, back - across}}});
  }
  return all;
}

/// One pair of bodies, kept where the placed pair finds them.
struct Pointing {
  Body a;
  Body b;
  PlacedPair placed;
};

void place(Pointing& pair, Vec3 u) {
  pair.placed = {&pair.a, &pair.b, circumradius(pair.a) + circumradius(pair.b)};
  const auto truth = algorithms_for(pair.a, pair.b)[0]->prepare(pair.a, pair.b);
  for (const double away : {-0.9, -0.7, -0.5, 0.5, 0.7, 0.9}) {
    const Vec3 r = away * pair.placed.size * u;
    pair.placed.placements.push_back({{}, {}, r, truth->answer({}, {}, r)});
  }
}

/// Pairs of two classes, those that have a reference. Thread-safe; they stay where they are.
const std::list<Pointing>& pointing_pairs(BodyClass first, BodyClass second) {
  static MadeOnce<std::tuple<BodyClass, BodyClass>, std::list<Pointing>> known;
  return known({first, second}, [&] {
    std::list<Pointing> all;
    for (const Vec3& u : plain_directions())
      for (const Body& one : pointing_along(u))
        for (const Body& other : {one, Body(Ball{0.3}), Body(Disk{0.3})}) {
          const bool in_turn = class_of(one) == first && class_of(other) == second;
          if (!in_turn && !(class_of(other) == first && class_of(one) == second)) continue;
          const Body& a = in_turn ? one : other;
          const Body& b = in_turn ? other : one;
          if (dimensions(a) != dimensions(b)) continue;
          const auto algorithms = algorithms_for(a, b);
          if (algorithms.empty() || !algorithms[0]->reference) continue;
          all.push_back({checked(a), checked(b), {}});
          place(all.back(), u);
        }
    return all;
  });
}

CheckResult plain_directions_of(const OverlapAlgorithm& algorithm, const CheckContext&) {
  Tally tally;
  for (const auto& [a, b] : classes_taken(algorithm)) {
    for (const Pointing& pair : pointing_pairs(a, b)) {
      const auto prepared = algorithm.prepare(pair.a, pair.b);
      for (const Placement& p : pair.placed.placements)
        if (pair.placed.is_clear(p, std::max(algorithm.resolution, 1e-9)))
          tally.expect(prepared->overlaps(p.q_a, p.q_b, p.r), pair.placed, p, "in line");
    }
  }
  return tally.result("bodies that point along directions of few digits");
}

const bool registered = register_check(OverlapCheck{
    .name = "overlap/plain directions",
    .shows = "bodies that point along directions of few digits: the reference's answer",
    .run = plain_directions_of});

}  // namespace
}  // namespace touchstone::hpmc
