// validation/experiments/longrange/runs.hpp
// Purpose   Common parts of the experiments with long-range models: choice of schemes, records,
//           judgement against a known value, and series of energies along a run.
// Not here  The experiments.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "models/longrange/registry.hpp"
#include "validation/experiment.hpp"

namespace touchstone::validation::longrange {

/// Whatever is registered and runs the model on this machine, widest vectors first; of each method
/// the one with the widest vectors. Without those whose steps cost much (LongrangeScheme).
std::vector<const touchstone::longrange::LongrangeScheme*> schemes_for(
    touchstone::longrange::Model model);

/// The first of them whose forces are exact but for rounding.
const touchstone::longrange::LongrangeScheme& quick_scheme(touchstone::longrange::Model model);

/// Number of particles by problem class; the paper's time is kept.
std::size_t scaled(std::size_t class_s, ProblemClass size);

/// A record with everything that identifies it. `steps` tells the cost.
Measurement run_measurement(const Plan& plan, const std::string& name, const std::string& metric,
                            const touchstone::longrange::LongrangeScheme& scheme,
                            const touchstone::longrange::RunParameters& parameters,
                            std::size_t particles, double steps);

/// Energies per particle and the error of their sum, at equal times.
struct EnergySeries {
  std::vector<double> time;
  std::vector<double> kinetic;
  std::vector<double> potential;
  std::vector<double> error;  ///< |E - E0| / max(K, |V|), with the largest K and |V| so far

  double largest_error() const;  ///< NaN if one of them is
};
EnergySeries follow_energies(touchstone::longrange::Simulation& simulation, std::size_t particles,
                             double time_step, std::uint64_t steps_between, std::size_t samples);

}  // namespace touchstone::validation::longrange
