// checkers/cmc/seeds.cpp
// Purpose   A run is a function of its start: the same seed gives the same bits, also beside other
//           runs and after them, and another seed gives other stars.
#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/compare_runs.hpp"
#include "checkers/cmc/starts.hpp"

namespace touchstone::cmc {
namespace {

CheckResult seeds(const cluster::ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 80));
  const cluster::Stars start = unequal_with_losses(217, seed);
  const cluster::ClusterParameters p{
      .seed = seed, .ranks = cluster::ranks_of(scheme, 2), .threads = context.threads};
  cluster::ClusterParameters other = p;
  other.seed = seed ^ 1u;
  const auto first = scheme.start(start, p), beside = scheme.start(start, p),
             others = scheme.start(start, other);
  for (int step = 0; step < 4; ++step) {
    first->step();
    others->step();
    beside->step();
  }
  const auto after = scheme.start(start, p);
  for (int step = 0; step < 4; ++step) after->step();
  for (const auto* run : {&beside, &after}) {
    compare_runs(findings, **run, *first, run == &beside ? "beside others: " : "after others: ");
    trials += (*run)->report().trials;
  }
  findings.expect(first->stars().radius != others->stars().radius,
                  "another seed gives the same stars");
  return findings.result(trials, "the same bits again, others with another seed");
}

const bool registered = register_check(
    ClusterCheck{.name = "cmc/seeds",
                 .shows = "a run is a function of its start: the same seed gives the same bits, "
                          "beside other runs, too, another seed others",
                 .needs = Claims::conserves_particles,
                 .run = seeds});

}  // namespace
}  // namespace touchstone::cmc
