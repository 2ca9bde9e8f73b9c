// checkers/hpmc/overlap_sweep.cpp
// Purpose   Sweep of relative gaps down to 1e-6 and below: how near to contact an overlap algorithm
//           still gives the reference's answer, what it leaves undecided there, and how many
//           iterations it takes. An answer within the claimed resolution must be right, also just
//           above it (claimed_gaps.hpp); the record also counts those below it.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2; statistics that the public code lacks.
#include <algorithm>
#include <cmath>

#include "checkers/hpmc/claimed_gaps.hpp"
#include "checkers/hpmc/contact_sweep.hpp"
#include "checkers/hpmc/iteration_counts.hpp"
#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/hpmc/tally.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::OverlapAlgorithm;
using shapes::OverlapAnswer;

/// Counts at one gap.
struct GapCount {
  std::uint64_t wrong = 0;
  std::uint64_t undecided = 0;  ///< gave up, or its own bound does not prove the answer
  IterationCounts iterations = {};
};
using Gaps = std::array<GapCount, kSweptGaps.size()>;

std::size_t index_of(double gap) {
  return static_cast<std::size_t>(std::find(kSweptGaps.begin(), kSweptGaps.end(), gap) -
                                  kSweptGaps.begin());
}

nlohmann::json in_json(const std::pair<std::string, std::string>& bodies, const Gaps& gaps) {
  nlohmann::json list = nlohmann::json::array();
  for (std::size_t k = 0; k < gaps.size(); ++k) {
    nlohmann::json line = gaps[k].iterations.in_json();
    line.update(
        {{"gap", kSweptGaps[k]}, {"wrong", gaps[k].wrong}, {"undecided", gaps[k].undecided}});
    list.push_back(line);
  }
  return {{"a", bodies.first}, {"b", bodies.second}, {"gaps", list}};
}

class Sweep {
 public:
  explicit Sweep(const OverlapAlgorithm& algorithm) : algorithm_(algorithm) {}

  void add(const PlacedPair& pair) {
    const auto prepared = algorithm_.prepare(*pair.a, *pair.b);
    tally_.require_some(pair, algorithm_.resolution);
    Gaps& gaps = gaps_[classes_of(pair)];
    for (const Placement& p : pair.placements) {
      const OverlapAnswer answer = prepared->answer(p.q_a, p.q_b, p.r);
      const bool found = prepared->overlaps(p.q_a, p.q_b, p.r);
      GapCount& here = gaps[index_of(p.gap)];
      here.iterations.add(answer);
      here.wrong += found != p.truth.overlap ? 1 : 0;
      here.undecided += answer.gave_up || std::abs(answer.margin) <= answer.error ? 1 : 0;
      hold_to_claim(found, pair, p);
    }
    for (const Placement& p : at_claimed_gap(pair, algorithm_.resolution))
      hold_to_claim(prepared->overlaps(p.q_a, p.q_b, p.r), pair, p);
  }
  CheckResult result() const {
    CheckResult result = tally_.result("right wherever it claims to be");
    for (const auto& [bodies, gaps] : gaps_)
      result.params["series"]["gaps"].push_back(in_json(bodies, gaps));
    return result;
  }

 private:
  void hold_to_claim(bool found, const PlacedPair& pair, const Placement& p) {
    if (pair.is_clear(p, algorithm_.resolution))
      tally_.expect(found, pair, p, fmt::format("gap {:g}", p.gap));
  }

  const OverlapAlgorithm& algorithm_;
  Tally tally_;
  ByBodies<Gaps> gaps_;
};

CheckResult sweep(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  if (algorithm.reference)
    return {.verdict = Verdict::not_run, .detail = "the answers are those of the references"};
  Sweep sweep(algorithm);
  for (const auto& [a, b] : classes_taken(algorithm)) {
    for (const PlacedPair& pair : swept_pairs(a, b, context.seed, context.effort)) sweep.add(pair);
  }
  return sweep.result();
}

const bool registered = register_check(OverlapCheck{
    .name = "overlap/contact sweep",
    .shows = "relative gaps from 1e-2 down to the claimed resolution: the reference's answer",
    .run = sweep});

}  // namespace
}  // namespace touchstone::hpmc
