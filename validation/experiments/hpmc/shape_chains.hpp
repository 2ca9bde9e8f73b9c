// validation/experiments/hpmc/shape_chains.hpp
// Purpose   Independent chains of hard shapes and the observables that several experiments read off
//           them: one value for each chain, so that the error needs no autocorrelation time.
// Not here  State points and verdicts (pressures.cpp, table1.cpp, constant_pressure.cpp).
#pragma once
#include <functional>

#include "models/core/estimate.hpp"
#include "models/shapes/registry.hpp"
#include "models/shapes/scale_distribution.hpp"
#include "validation/experiment.hpp"

namespace touchstone::validation::hpmc {

inline constexpr int kShapeChains = 16;

struct ChainRun {
  shapes::Configuration start;
  shapes::RunParameters parameters = {};  ///< the seed is replaced, chain by chain
  int equilibration = 100;                ///< steps
  int samples = 100;
  int steps_between = 2;

  /// Trial moves of bodies in all chains.
  double trials() const {
    return static_cast<double>(kShapeChains) * parameters.sweeps_per_step *
           (equilibration + samples * steps_between) * static_cast<double>(start.size());
  }
};

/// `begin(configuration)` makes what is called with each sample of a chain; `value()` of it is the
/// value of the chain. Chains run side by side on the threads of the plan. Stops at an interrupt.
struct ChainObserver {
  std::function<void(const shapes::Configuration&)> sample;
  std::function<double()> value;
};
using BeginChain = std::function<ChainObserver()>;
Estimate over_chains(const shapes::ShapeScheme& scheme, const ChainRun& run, std::uint64_t seed,
                     Bench& bench, double share, const BeginChain& begin);

/// beta P / rho by the scale distribution.
BeginChain scale_distribution_of(const std::vector<shapes::Body>& types,
                                 shapes::ScaleParameters parameters = {});

}  // namespace touchstone::validation::hpmc
