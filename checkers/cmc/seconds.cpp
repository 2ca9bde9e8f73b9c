// checkers/cmc/seconds.cpp
// Purpose   Seconds of the phases of a step, as schemes count them themselves: figures of the
//           report are made of them, and no result depends on them.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), Figure 8.
// Computes  A clock around each step: every phase takes some time, and all together not more than
//           has passed. How much time it is decides nothing.
#include <chrono>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/starts.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterScheme;

CheckResult seconds(const ClusterScheme& scheme, const CheckContext& context) {
  using Clock = std::chrono::steady_clock;
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 70));
  const auto run = scheme.start(unequal_with_losses(2003, seed), {.seed = seed, .ranks = 3});
  if (run->work().empty()) throw CannotRun("the scheme keeps no seconds");
  Findings findings;
  std::vector<cluster::Work> before = run->work();
  for (int step = 1; step <= 5; ++step) {
    const auto start = Clock::now();
    run->step();
    const double passed = std::chrono::duration<double>(Clock::now() - start).count();
    const std::vector<cluster::Work> now = run->work();
    for (std::size_t rank = 0; rank < now.size(); ++rank) {
      double sum = 0, all = 0;
      for (std::size_t k = 0; k < cluster::kPhases; ++k) {
        const double own = now[rank].seconds[k] - before[rank].seconds[k];
        const bool made =
            scheme.messages || static_cast<cluster::Phase>(k) != cluster::Phase::synchronise;
        findings.expect(made ? own > 0 : now[rank].seconds[k] == 0,
                        fmt::format("step {}: {:.3g} s of {}", step, own, cluster::kPhaseNames[k]));
        sum += own;
        all += now[rank].seconds[k];
      }
      findings.expect(sum <= passed,
                      fmt::format("step {}: phases took {:.3g} s of {:.3g} s", step, sum, passed));
      findings.expect_near(now[rank].total_seconds(), all, 1e-12, "sum of all phases");
    }
    before = now;
  }
  return findings.result(5, "5 steps: every phase takes time, all together not more than passed");
}

const bool registered = register_check(
    ClusterCheck{.name = "cmc/seconds",
                 .shows = "seconds of phases are those of their steps: none is left out or counted "
                          "twice",
                 .needs = Claims::conserves_particles,
                 .run = seconds});

}  // namespace
}  // namespace touchstone::cmc
