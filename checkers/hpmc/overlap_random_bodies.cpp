// checkers/hpmc/overlap_random_bodies.cpp
// Purpose   Overlap algorithms on bodies that nobody chose, 1e-6 to 1e-13 away from contact on both
//           sides (random_pairs.hpp), and just beyond what is claimed.
#include "checkers/hpmc/claimed_gaps.hpp"
#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/hpmc/random_pairs.hpp"
#include "checkers/hpmc/tally.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::OverlapAlgorithm;

CheckResult random_bodies(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  if (algorithm.reference)
    return {.verdict = Verdict::not_run, .detail = "the answers are those of the references"};
  Tally tally;
  for (const auto& [a, b] : classes_taken(algorithm)) {
    for (const RandomPair& pair : random_pairs(a, b, context.seed, context.effort)) {
      const auto prepared = algorithm.prepare(pair.a, pair.b);
      tally.require_some(pair.placed, algorithm.resolution);
      const auto ask = [&](const Placement& p) {
        if (pair.placed.is_clear(p, algorithm.resolution))
          tally.expect(prepared->overlaps(p.q_a, p.q_b, p.r), pair.placed, p,
                       fmt::format("gap {:g}", p.gap));
      };
      for (const Placement& p : pair.placed.placements) ask(p);
      for (const Placement& p : at_claimed_gap(pair.placed, algorithm.resolution)) ask(p);
    }
  }
  return tally.result("the reference's answer about bodies drawn at random");
}

const bool registered = register_check(OverlapCheck{
    .name = "overlap/random bodies",
    .shows = "bodies drawn at random, 1e-6 to 1e-13 from contact: the reference's answer",
    .run = random_bodies});

}  // namespace
}  // namespace touchstone::hpmc
