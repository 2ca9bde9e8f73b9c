// checkers/hpmc/overlap_checks.cpp
// Purpose   Checks of every overlap algorithm: the answer of the reference for random pairs and for
//           pairs near contact, the same answer with the bodies exchanged, rotated, moved and made
//           larger or smaller, contact is overlap, iterations end, and classes that the algorithm
//           does not take are refused.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2; what the public code's own tests lack.
// Not here  Pairs in places made by hand (overlap_special_checks.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "checkers/hpmc/iteration_counts.hpp"
#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/hpmc/tally.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAlgorithm;
using shapes::OverlapAnswer;
using shapes::PairOverlap;
using shapes::Vec3;

/// References are slow: they are asked about some of the pairs only.
bool is_left_out(const OverlapAlgorithm& algorithm, const PlacedPair& pair, const Placement& p) {
  return algorithm.reference && (&p - pair.placements.data()) % 16 != 1;
}

/// `visit(pair, prepared, placement)` for the clear placements chosen by `wanted`.
template <class Wanted, class Visit>
void visit_clear(const OverlapAlgorithm& algorithm, const CheckContext& context, Wanted wanted,
                 Visit visit) {
  for (const PlacedPair* pair : pairs_for(algorithm, context.seed, context.effort)) {
    const auto prepared = algorithm.prepare(*pair->a, *pair->b);
    for (const Placement& p : pair->placements)
      if (wanted(p) && pair->is_clear(p, algorithm.resolution) && !is_left_out(algorithm, *pair, p))
        visit(*pair, *prepared, p);
  }
}

CheckResult agreement(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  Tally tally;
  visit_clear(
      algorithm, context, [](const Placement& p) { return p.gap == 0; },
      [&](const PlacedPair& pair, const PairOverlap& prepared, const Placement& p) {
        tally.expect(prepared.overlaps(p.q_a, p.q_b, p.r), pair, p, "random");
      });
  return tally.result("the reference's answer for all random pairs");
}

CheckResult near_contact(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  Tally tally;
  visit_clear(
      algorithm, context, [](const Placement& p) { return p.gap != 0; },
      [&](const PlacedPair& pair, const PairOverlap& prepared, const Placement& p) {
        tally.expect(prepared.overlaps(p.q_a, p.q_b, p.r), pair, p, fmt::format("gap {:g}", p.gap));
        const OverlapAnswer answer = prepared.answer(p.q_a, p.q_b, p.r);
        // Margins of two algorithms, where both prove a bound: the intervals meet.
        const double apart = std::abs(answer.margin - p.truth.margin);
        tally.expect(apart > answer.error + 2 * p.truth.error ? !p.truth.overlap : p.truth.overlap,
                     pair, p, "proved margins differ");
        // An algorithm whose margins have no sense, or no bound, would pass what is above.
        if (p.truth.overlap ? algorithm.proves_overlap : algorithm.proves_apart)
          tally.expect(answer.error < std::abs(answer.margin) ? p.truth.overlap : !p.truth.overlap,
                       pair, p, "the answer is not proved");
      });
  return tally.result(
      "the reference's answer at relative gaps of 1e-2 to 1e-6, its margin, and the proofs that "
      "are "
      "claimed");
}

CheckResult symmetry(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  Tally tally;
  for (const PlacedPair* pair : pairs_for(algorithm, context.seed, context.effort)) {
    if (!algorithm.takes(class_of(*pair->b), class_of(*pair->a))) continue;
    const auto exchanged = algorithm.prepare(*pair->b, *pair->a);
    for (const Placement& p : pair->placements)
      if (pair->is_clear(p, algorithm.resolution) && !is_left_out(algorithm, *pair, p))
        tally.expect(exchanged->overlaps(p.q_b, p.q_a, -p.r),
                     {pair->b, pair->a, p.q_b, p.q_a, -p.r}, *pair, p, "a and b exchanged");
  }
  return tally.result("a and b can be exchanged");
}

CheckResult motion(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  Tally tally;
  visit_clear(
      algorithm, context, [](const Placement&) { return true; },
      [&](const PlacedPair& pair, const PairOverlap& prepared, const Placement& p) {
        const auto index = static_cast<std::uint32_t>(tally.asked);
        const Orientation q = random_orientation(context.seed, index, dimensions(*pair.a) == 2);
        const Vec3 r = shapes::Rotation(q)(p.r);
        const auto ask = [&](const Orientation& qa, const Orientation& qb, Vec3 at,
                             const char* how) {
          tally.expect(prepared.overlaps(qa, qb, at), {pair.a, pair.b, qa, qb, at}, pair, p, how);
        };
        ask(q * p.q_a, q * p.q_b, r, "rotated together");
        const Orientation minus{-p.q_b.s, -p.q_b.x, -p.q_b.y, -p.q_b.z};
        ask(p.q_a, minus, p.r, "the other sign of q_b");
        const Vec3 far = 64 * pair.size * Vec3{0.3, -0.7, dimensions(*pair.a) == 2 ? 0 : 0.5};
        if (pair.is_clear(p, std::max(algorithm.resolution, 1e-12)))
          ask(p.q_a, p.q_b, (far + p.r) - far, "moved together");
      });
  return tally.result("bodies can be rotated and moved together");
}

CheckResult scale(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  if (!algorithm.scale_invariant)
    return {.verdict = Verdict::not_claimed, .detail = "the algorithm does not claim this"};
  Tally tally;
  for (const double factor : {1e-4, 1e-2, 1e2, 1e4})
    for (const PlacedPair* pair : pairs_for(algorithm, context.seed, context.effort)) {
      const Body a = scaled(*pair->a, factor);
      const Body b = scaled(*pair->b, factor);
      const auto prepared = algorithm.prepare(a, b);
      for (const Placement& p : pair->placements) {
        if (is_left_out(algorithm, *pair, p)) continue;
        if (pair->is_clear(p, std::max(algorithm.resolution, 1e-13)))
          tally.expect(prepared->overlaps(p.q_a, p.q_b, factor * p.r),
                       {&a, &b, p.q_a, p.q_b, factor * p.r}, *pair, p,
                       fmt::format("all lengths times {:g}", factor));
      }
    }
  return tally.result("bodies from 1e-4 to 1e4 times as large");
}

CheckResult iterations(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  constexpr std::uint32_t kMost = 150;  // below every limit
  std::uint64_t bad = 0;
  IterationCounts all;
  ByBodies<IterationCounts> by_bodies;
  visit_clear(
      algorithm, context, [](const Placement&) { return true; },
      [&](const PlacedPair& pair, const PairOverlap& prepared, const Placement& p) {
        const OverlapAnswer answer = prepared.answer(p.q_a, p.q_b, p.r);
        all.add(answer);
        by_bodies[classes_of(pair)].add(answer);
        bad += answer.gave_up || answer.iterations > kMost ? 1 : 0;
      });
  if (all.asked() == 0 || (all.most() == 0 && bad == 0))
    return {.verdict = Verdict::not_run, .detail = "it does not iterate"};
  const std::string seen =
      fmt::format("{:.2f} iterations in the mean, {} at most", all.mean(), all.most());
  CheckResult result = count_violations(bad, all.asked(), seen, seen);
  result.params["mean_iterations"] = all.mean();
  result.params["most_iterations"] = all.most();
  for (const auto& [bodies, counts] : by_bodies) {
    nlohmann::json line = counts.in_json();
    line.update({{"a", bodies.first}, {"b", bodies.second}});
    result.params["series"]["by_bodies"].push_back(line);
  }
  return result;
}

const bool registered =
    register_check(OverlapCheck{.name = "overlap/agreement",
                                .shows = "random pairs: the reference's answer",
                                .run = agreement}) &&
    register_check(OverlapCheck{
        .name = "overlap/near contact",
        .shows = "pairs 1e-2 to 1e-6 away from contact: the reference's answer; margins agree",
        .run = near_contact}) &&
    register_check(OverlapCheck{
        .name = "overlap/symmetry", .shows = "a and b can be exchanged", .run = symmetry}) &&
    register_check(OverlapCheck{.name = "overlap/motion",
                                .shows = "bodies rotated and moved together keep their answer",
                                .run = motion}) &&
    register_check(OverlapCheck{.name = "overlap/scale",
                                .shows = "bodies 1e-4 to 1e4 times as large keep their answer",
                                .run = scale}) &&
    register_check(OverlapCheck{.name = "overlap/iterations",
                                .shows = "no limit of iterations is reached",
                                .run = iterations});

}  // namespace
}  // namespace touchstone::hpmc
