// checkers/ecmc/exact_pressure.cpp
// Purpose   Registers the check that legs measure the exact pressure of two to four disks, with
//           one, two and three of them active: the law behind the estimator of all simulations with
//           event chains, its factor (N - 1) / (N - k) included.
// Source    models/disks/exact_cases.hpp (closed forms), models/disks/chains/rift_average.hpp.
// Computes  One leg from each of many independent equilibrium states (direct sampling) with a
//           random set of active disks. In equilibrium the estimate of a leg has the exact mean, so
//           there is no equilibration and no correlation. Student's t over the legs; Holm over all.
//           The motion carried that a run sums up itself must be that of its list of liftings.
// Cost      18000 legs of up to four disks.
// Not here  Whole simulations (checkers/disks/chain_laws.cpp).
#include <algorithm>
#include <cmath>

#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/ecmc/findings.hpp"
#include "checkers/exact_values.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/chains/rift_average.hpp"
#include "models/disks/direct_sampling.hpp"
#include "models/disks/exact_cases.hpp"

namespace touchstone::ecmc {
namespace {

using disks::ChainParameters;
using disks::ChainScheme;
using disks::Leg;
using disks::OnViolation;

struct Torus {
  std::size_t disks, active;
  double side;  ///< in diameters
};
/// Sides that leave a row around the torus at least a quarter of a diameter: in a row that fills
/// the torus a leg's pressure has no bound, and one such leg hides what the others say.
constexpr Torus kTori[] = {{2, 1, 2.5},  {3, 1, 3.25}, {3, 2, 3.25},
                           {4, 1, 4.25}, {4, 2, 4.25}, {4, 3, 4.25}};
constexpr std::size_t kLeastTori = 3;  ///< those with one active disk, which no scheme refuses
constexpr double kLegs = 3000;         ///< for each torus
constexpr double kResolution = 0.05;   // the factor (N - 1) / (N - k) is 3 / 2 or 2 here
/// Longer than the box, so that local times are reset under way.
constexpr disks::Ticks kDuration = disks::kTicksPerSide / 10 * 13;

Leg sampled_leg(const Torus& torus, std::uint64_t seed, std::uint64_t number) {
  PhiloxStream random = Philox(seed).stream(Purpose::start, number, 0);
  const disks::DirectSampler sampler(torus.disks, {torus.side, torus.side});
  disks::Configuration start;
  sampler.sample(random, start);
  std::vector<disks::DiskIndex> active(torus.disks);  // shuffled: any set, by no code under test
  for (std::uint32_t i = 0; i < active.size(); ++i) {
    active[i] = i;
    std::swap(active[i], active[random.below(i + 1)]);
  }
  active.resize(torus.active);
  return {disks::in_fixed_point(start), active, kDuration};
}

/// Estimates of the pressure by each of the legs.
std::vector<double> pressures(const ChainScheme& scheme, const CheckContext& context,
                              const Torus& torus, ChainParameters parameters,
                              LegFindings& findings) {
  std::vector<double> measured;
  const std::uint64_t seed = part_seed(context, 20 + 10 * torus.disks + torus.active);
  const double density = static_cast<double>(torus.disks) / (torus.side * torus.side);
  const double legs = std::ceil(kLegs * context.effort);
  for (std::uint64_t k = 0; static_cast<double>(k) < legs; ++k) {
    const Leg leg = sampled_leg(torus, seed, k);
    parameters.seed = part_seed(context, k);
    const auto run = scheme.start(leg, disks::near_graph(leg.start), parameters);
    run->advance(leg.duration);
    const ChainOutcome end = outcome(leg, *run, run->violation());
    findings.run(end.misreported,
                 fmt::format("{} of {} disks, leg {}", torus.active, torus.disks, k));
    findings.compared(end.end.liftings.size());
    disks::RiftAverage rift;
    rift.add(disks::RiftAverage::Axis::x,
             static_cast<double>(torus.active) * static_cast<double>(leg.duration),
             static_cast<double>(carried_by(leg, end.end)), torus.active, torus.disks);
    measured.push_back(rift.pressure(density).x);
  }
  return measured;
}

CheckResult exact_pressure(const ChainScheme& scheme, const CheckContext& context) {
  LegFindings findings;
  ExactValues exact(context, kResolution);
  const ChainParameters parameters{
      .threads = context.threads,
      .on_violation = scheme.repairs ? OnViolation::repair : OnViolation::remember};
  std::size_t tori = 0;
  for (const Torus& torus : kTori) {
    if (torus.active > scheme.most_active) continue;
    if (scheme.local_times && !scheme.repairs && torus.active > 1)
      continue;  // keeps violations: only a single chain is sure to have none
    ++tori;
    exact.compare(fmt::format("{} of {} active", torus.active, torus.disks),
                  pressures(scheme, context, torus, parameters, findings),
                  disks::exact_torus(torus.disks, torus.side).pressure);
  }
  if (findings.failed()) return findings.result();
  return exact.result(std::max(tori, kLeastTori), findings.runs());
}

const bool registered = register_check(
    ChainCheck{.name = "ecmc/exact pressure",
               .shows = "liftings give the exact pressure of two to four disks, with one, two and "
                        "three active, and motion carried is summed up right",
               .needs = Claims::global_balance | Claims::equals_reference,
               .cost = "18000 legs of up to four disks",
               .run = exact_pressure});

}  // namespace
}  // namespace touchstone::ecmc
