// benchmarks/longrange/timed_integrator.hpp
// Purpose   Times the steps of one integrator and verifies it afterwards: a time of a step whose
//           momenta or forces are wrong is no time.
// Source    Rocha Filho, Tables 1 to 3: seconds for a complete time step.
// Computes  A step is three evaluations of the forces and its kicks and drifts. Sums of all pairs
//           that would take too long are sampled: the forces on some particles, by all N, are
//           timed, and a step is three times so much for all of them. What else a step does grows
//           as N. A step of few particles is compared with the reference's to the claimed error of
//           forces, before anything is timed. Sampled forces are compared with sums in long double:
//           before, those on the first particles, and after, those on the last ones. A clock
//           chooses how many samples lie between.
// Not here  The order of all this (../timed.hpp), jobs (integrator_jobs.cpp).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/longrange/integrator_entries.hpp"
#include "benchmarks/longrange/step_bound.hpp"
#include "benchmarks/timed.hpp"

namespace touchstone::benchmarks::longrange {

touchstone::longrange::RunParameters run_parameters(const IntegratorEntry& entry);
touchstone::longrange::State cold_start(touchstone::longrange::Model model, std::size_t particles,
                                        std::uint64_t seed);

/// Seconds per step, with the bound that this machine sets.
class TimedIntegrator final : public TimedSteps {
 public:
  TimedIntegrator(const Request& request, const IntegratorEntry& entry,
                  const touchstone::longrange::State& start);

 private:
  /// Complete steps, or samples.
  void advance(std::uint64_t steps) override;
  double value(const Run& run) const override;
  std::string fault_of_first_steps() override;
  std::string fault() override;
  nlohmann::json params() const override;
  std::optional<double> fraction_of_bound(double seconds) const override;

  std::string fault_of_energies() const;
  std::string fault_of_sample(std::size_t first) const;

  IntegratorEntry entry_;
  std::unique_ptr<touchstone::longrange::Simulation> simulation_;  ///< for whole steps
  std::unique_ptr<touchstone::longrange::DirectSums> sums_;        ///< for a sampled row
  std::vector<double> q_;
  std::size_t first_target_ = 0;
};

}  // namespace touchstone::benchmarks::longrange
