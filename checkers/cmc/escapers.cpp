// checkers/cmc/escapers.cpp
// Purpose   Stars that leave a cluster are those that no orbit holds, and take their energy along.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 5.
// Computes  A star that has left is not there to be asked. A pair keeps its kinetic energy, so what
//           its partner has after the encounter says what it had.
// Cost      24 steps of 450 stars.
#include <cmath>

#include "checkers/cmc/after_encounter.hpp"
#include "checkers/cmc/block_law.hpp"
#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/starts.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterScheme;
using cluster::Stars;
using Real = long double;

constexpr std::size_t kStars = 450;
constexpr int kSteps = 6;
/// Orbits out to 1e6, where stars leave, have an energy of -1e-6; the rest is for rounding.
constexpr Real kBarelyBound = 1e-5L;

/// Fates of the stars of one step.
class Step {
 public:
  Step(Findings& findings, const Stars& before, const Stars& after, std::size_t ranks)
      : findings_(findings), before_(before), others_(before), met_(met(before, after, ranks)) {
    const auto border = borders(before.size(), ranks);
    for (std::size_t rank = 0; rank < ranks; ++rank)
      for (std::size_t i = border[rank]; i < border[rank + 1]; i += 2)
        if (i + 1 < border[rank + 1])
          judge_pair(i);
        else if (!met_[i])
          left(i, before.speed2(i));
  }

  std::uint64_t judged() const { return judged_; }
  /// Sum of m E, own shells included, of all that left; nothing where it cannot be told.
  std::optional<Real> carried_off() const {
    return known_ ? std::optional(carried_) : std::nullopt;
  }

 private:
  void judge_pair(std::size_t i) {
    const Real m1 = before_.mass[i], m2 = before_.mass[i + 1];
    const Real both = m1 * before_.speed2(i) + m2 * before_.speed2(i + 1);
    if (!met_[i] && !met_[i + 1]) {
      carried_ += both / 2 + m1 * potential(i) + m2 * potential(i + 1);
      return;
    }
    for (const std::size_t k : {i, i + 1}) {
      const std::size_t other = k == i ? i + 1 : i;
      if (met_[k]) {
        stays(k);
      } else if (met_[other]->shares) {
        known_ = false;
      } else {
        left(k, (both - before_.mass[other] * met_[other]->speed2) / before_.mass[k]);
      }
    }
  }
  /// Its own shell included.
  Real potential(std::size_t i) const {
    const Real m = before_.mass[i], r = before_.radius[i];
    return others_.without(m, r, r) - m / r;
  }
  void left(std::size_t i, Real speed2) {
    carried_ += before_.mass[i] * (speed2 / 2 + potential(i));
    judge(i, speed2, true);
  }
  void stays(std::size_t i) {
    if (!met_[i]->shares) judge(i, met_[i]->speed2, false);
  }
  void judge(std::size_t i, Real speed2, bool leaves) {
    const Real r = before_.radius[i];
    const Real energy = speed2 / 2 + others_.without(before_.mass[i], r, r);
    findings_.expect(leaves ? energy > -kBarelyBound : energy < kBarelyBound,
                     fmt::format("star {} {} with an energy of {:.6g}", before_.id[i],
                                 leaves ? "has left" : "stays", static_cast<double>(energy)));
    judged_ += leaves ? 1 : 0;
  }

  Findings& findings_;
  const Stars& before_;
  OthersPotential others_;
  std::vector<std::optional<Met>> met_;
  std::uint64_t judged_ = 0;
  Real carried_ = 0;
  bool known_ = true;
};

CheckResult escapers(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0, judged = 0, sums = 0;
  for (const std::size_t wanted : {1u, 2u, 5u, 20u}) {
    const auto seed = static_cast<std::uint32_t>(part_seed(context, 70 + wanted));
    const std::size_t ranks = cluster::ranks_of(scheme, wanted);
    const auto run = scheme.start(unequal_with_losses(kStars, seed),
                                  {.seed = seed, .ranks = ranks, .threads = context.threads});
    for (int step = 1; step <= kSteps; ++step) {
      const Stars before = run->stars();
      const double carried_before = run->report().escaped_energy;
      run->step();
      trials += run->report().trials;
      const Step fates(findings, before, run->stars(), ranks);
      judged += fates.judged();
      if (!fates.carried_off()) continue;
      const auto expected = static_cast<double>(*fates.carried_off());
      findings.expect_near(run->report().escaped_energy - carried_before, expected,
                           scheme.energy_error * (1 + std::abs(run->report().escaped_energy)),
                           fmt::format("step {}: energy of the stars that left", step));
      ++sums;
    }
  }
  // There are 36 stars that are fast enough, and 24 steps.
  findings.expect(judged >= 20 && sums >= 8,
                  fmt::format("only {} stars that left, in {} steps", judged, sums));
  return findings.result(trials, fmt::format("{} stars left, none too early or too late", judged));
}

const bool registered = register_check(ClusterCheck{
    .name = "cmc/escapers",
    .shows = "the stars that leave are those that no orbit holds, and they take their energy along",
    .needs = Claims::conserves_particles,
    .cost = "24 steps of 450 stars",
    .run = escapers});

}  // namespace
}  // namespace touchstone::cmc
