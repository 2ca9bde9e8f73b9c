// validation/experiments/hpmc/shape_chains.hpp
// Purpose   Independent chains of hard shapes and the observables that several experiments read off
//           them: one value for each chain, so that the error needs no autocorrelation time.
// Stored    Each chain, when it ends, beside the results: an interrupted run repeats at most the
//           chains it was in.
// Not here  State points and verdicts (pressures.cpp, table1.cpp, constant_pressure.cpp).
#pragma once
#include <functional>
#include <string>

#include "models/core/estimate.hpp"
#include "models/shapes/observables/scale_distribution.hpp"
#include "models/shapes/registry.hpp"
#include "validation/experiment.hpp"
#include "validation/experiments/hpmc/published.hpp"
#include "validation/two_stage.hpp"

namespace touchstone::validation::hpmc {

inline constexpr int kShapeChains = 16;

struct ChainRun {
  shapes::Configuration start;
  shapes::RunParameters parameters = {};  ///< the seed is replaced, chain by chain
  int equilibration = 100;                ///< steps
  int samples = 100;
  int steps_between = 2;
  /// Start of a chain; without it, `start`, which has as many bodies.
  std::function<shapes::Configuration(std::size_t chain, std::uint64_t seed)> prepare = {};
  /// Name of the measurement and observable: chains with a name are stored.
  std::string name = {};

  /// Trial moves of bodies in all chains.
  double trials() const {
    return static_cast<double>(kShapeChains) * parameters.sweeps_per_step *
           (equilibration + samples * steps_between) * static_cast<double>(start.size());
  }
};

/// `begin()` makes what is called with each sample of a chain; `value()` of it is the
/// value of the chain. Chains run side by side on the threads of the plan. Stops at an interrupt.
struct ChainObserver {
  std::function<void(const shapes::Configuration&)> sample;
  std::function<double()> value;
};
using BeginChain = std::function<ChainObserver()>;

/// Chains of a scheme, kShapeChains or more.
struct ShapeChains {
  const shapes::ShapeScheme& scheme;
  const ChainRun& run;
  std::uint64_t seed;
  Bench& bench;
  double share;  ///< share of the measurement's cost, for kShapeChains of them
  BeginChain begin;
};
/// The mean over the planned chains; values of single chains, for means of more (two_stage.hpp).
Estimate over_chains(const ShapeChains& chains);
Runs values_of(const ShapeChains& chains);

/// The mean, and what the second half of each chain has more than its first: beyond chance where
/// chains began far from equilibrium.
struct Halves {
  Estimate mean;
  Estimate drift;
  Estimate sides;  ///< chains 1, 3, ... less chains 0, 2, ...: beyond chance where they began apart
};
/// As many chains as it takes to see `resolution` beside the error of what is expected, which is
/// asked for after the planned ones were run. For observables whose mean over a chain is that of
/// its halves. An even number of samples.
Halves over_halves(const ShapeChains& chains, double unit,
                   const std::function<PublishedShapes()>& expected, double resolution);
/// Judges `unit` times the mean of over_halves(). Chains that drift, or whose two sides differ,
/// beyond chance at kFalseAlarm had not reached equilibrium: inconclusive. The note gives both,
/// after what is allowed further.
void judge_halves_into(ResultRecord& record, const ShapeChains& chains, double unit,
                       const std::function<PublishedShapes()>& expected, double resolution);
inline void judge_halves_into(ResultRecord& record, const ShapeChains& chains, double unit,
                              const PublishedShapes& expected, double resolution) {
  judge_halves_into(
      record, chains, unit, [&] { return expected; }, resolution);
}

/// beta P / rho by the scale distribution.
BeginChain scale_distribution_of(const std::vector<shapes::Body>& types,
                                 shapes::ScaleParameters parameters = {});

}  // namespace touchstone::validation::hpmc
