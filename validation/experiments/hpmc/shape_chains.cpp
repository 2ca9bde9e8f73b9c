#include "validation/experiments/hpmc/shape_chains.hpp"

#include <memory>
#include <mutex>
#include <vector>

#include "checkers/statistics/blocking.hpp"
#include "models/core/for_each_index.hpp"
#include "models/core/interrupt.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::hpmc {

Estimate over_chains(const shapes::ShapeScheme& scheme, const ChainRun& run, std::uint64_t seed,
                     Bench& bench, double share, const BeginChain& begin) {
  std::vector<double> values(kShapeChains);
  std::mutex reporting;
  for_each_index(kShapeChains, bench.plan.threads, [&](std::size_t chain) {
    shapes::RunParameters parameters = run.parameters;
    parameters.seed = derive_seed(seed, "chains of shapes", chain);
    const auto simulation = scheme.start(run.start, parameters);
    for (int step = 0; step < run.equilibration; ++step) {
      check_interrupt();
      simulation->advance(1);
    }
    const ChainObserver observer = begin();
    for (int k = 0; k < run.samples; ++k) {
      check_interrupt();
      simulation->advance(static_cast<std::uint64_t>(run.steps_between));
      observer.sample(simulation->configuration());
    }
    values[chain] = observer.value();
    const std::lock_guard lock(reporting);
    bench.done(share / kShapeChains);
  });
  return estimate_independent(values);
}

BeginChain scale_distribution_of(const std::vector<shapes::Body>& types,
                                 shapes::ScaleParameters parameters) {
  return [=] {
    const auto distribution = std::make_shared<shapes::ScaleDistribution>(types, parameters);
    return ChainObserver{[=](const shapes::Configuration& c) { distribution->add(c); },
                         [=] { return distribution->compressibility(); }};
  };
}

}  // namespace touchstone::validation::hpmc
