// checkers/hpmc/overlap_simplices.cpp
// Purpose   Overlap algorithms on triangles and tetrahedra with corners anywhere, half of them
//           flat, at any distance. Portals are sought around corners that regular and round bodies
//           never put in their way: one pair of simplices in a hundred does.
// Cost      0.2 s: 12000 questions for each of two classes; the reference's answers are made once.
#include <list>
#include <tuple>

#include "checkers/draws.hpp"
#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/hpmc/random_pairs.hpp"
#include "checkers/hpmc/tally.hpp"
#include "checkers/made_once.hpp"
#include "models/core/errors.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::OverlapAlgorithm;
using shapes::Vec3;

constexpr int kPairs = 3000;
constexpr int kPlaces = 4;  ///< distances of each pair

/// Random simplex about the mean of its corners, as checked() returns it.
Body simplex(BodyClass body_class, Draws& draw) {
  const bool flat = body_class == BodyClass::convex_polygon;
  for (;;) {
    const double thin = draw.one_in(2) ? 1 : 0.1;
    std::vector<Vec3> corners;
    Vec3 mean{};
    for (int k = 0; k < (flat ? 3 : 4); ++k) {
      corners.push_back({draw.from(-1, 1), draw.from(-1, 1), flat ? 0 : thin * draw.from(-1, 1)});
      if (flat) corners.back().y *= thin;
      mean = mean + corners.back();
    }
    for (Vec3& p : corners) p = p - (1.0 / static_cast<double>(corners.size())) * mean;
    if (flat && cross(corners[1] - corners[0], corners[2] - corners[0]).z < 0)
      std::swap(corners[1], corners[2]);
    try {
      if (!flat) return shapes::checked(shapes::ConvexPolyhedron{corners});
      shapes::ConvexPolygon polygon;
      for (const Vec3& p : corners) polygon.vertices.push_back({p.x, p.y});
      return shapes::checked(polygon);
    } catch (const InputError&) {  // without extent: another one
    }
  }
}

/// Pairs of simplices, which stay where they are.
const std::list<RandomPair>& pairs_of_simplices(BodyClass body_class, std::uint64_t seed,
                                                double effort) {
  static MadeOnce<std::tuple<BodyClass, std::uint64_t, double>, std::list<RandomPair>> known;
  return known({body_class, seed, effort}, [&] {
    std::list<RandomPair> all;
    const auto entity = static_cast<std::uint32_t>(body_class);
    PhiloxStream random = Philox(seed).stream(Purpose::test, 3, entity);
    Draws draw(random);
    for (int i = 0; i < kPairs * effort; ++i) {
      all.push_back({simplex(body_class, draw), simplex(body_class, draw), {}});
      RandomPair& pair = all.back();
      pair.placed = {&pair.a, &pair.b, circumradius(pair.a) + circumradius(pair.b)};
      const auto truth = algorithms_for(pair.a, pair.b)[0]->prepare(pair.a, pair.b);
      for (int k = 0; k < kPlaces; ++k) {
        const auto index = 3 * (10000 * entity + static_cast<std::uint32_t>(kPlaces * i + k));
        const bool flat = dimensions(body_class) == 2;
        Placement p{random_orientation(seed, index, flat),
                    random_orientation(seed, index + 1, flat),
                    draw.from(0.05, 1) * pair.placed.size *
                        shapes::Rotation(random_orientation(seed, index + 2, flat))(Vec3{1, 0, 0}),
                    {}};
        p.truth = truth->answer(p.q_a, p.q_b, p.r);
        pair.placed.placements.push_back(p);
      }
    }
    return all;
  });
}

CheckResult simplices(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  if (algorithm.reference)
    return {.verdict = Verdict::not_run, .detail = "the answers are those of the references"};
  Tally tally;
  std::uint64_t placed = 0;
  for (const BodyClass own : {BodyClass::convex_polygon, BodyClass::convex_polyhedron}) {
    if (!algorithm.takes(own, own)) continue;
    for (const RandomPair& pair : pairs_of_simplices(own, context.seed, context.effort)) {
      const auto prepared = algorithm.prepare(pair.a, pair.b);
      placed += pair.placed.placements.size();
      for (const Placement& p : pair.placed.placements)
        if (pair.placed.is_clear(p, algorithm.resolution))
          tally.expect(prepared->overlaps(p.q_a, p.q_b, p.r), pair.placed, p, "any distance");
    }
  }
  if (2 * tally.asked < placed)
    return count_violations(
        1, tally.asked,
        fmt::format("expected answers about half of {} places, found {}", placed, tally.asked), "");
  return tally.result("the reference's answer about simplices drawn at random");
}

const bool registered = register_check(OverlapCheck{
    .name = "overlap/simplices",
    .shows = "irregular triangles and tetrahedra, flat ones too: the reference's answer",
    .run = simplices});

}  // namespace
}  // namespace touchstone::hpmc
