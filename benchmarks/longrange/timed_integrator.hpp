// benchmarks/longrange/timed_integrator.hpp
// Purpose   Times the steps of one integrator and verifies it afterwards: a time of a step whose
//           momenta or forces are wrong is no time.
// Source    Rocha Filho, Tables 1 to 3: seconds for a complete time step.
// Computes  A step is three evaluations of the forces and its kicks and drifts. Sums of all pairs
//           that would take too long are sampled: the forces on some particles, by all N, are
//           timed, and a step is three times so much for all of them. What else a step does grows
//           as N. A step of few particles is compared with the reference's to the claimed error of
//           forces, before anything is timed; sampled forces are compared with sums in long double.
// Not here  The order of the runs, records (integrator_session.cpp).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/drive.hpp"
#include "benchmarks/longrange/integrator_entries.hpp"

namespace touchstone::benchmarks::longrange {

touchstone::longrange::RunParameters run_parameters(const IntegratorEntry& entry);
touchstone::longrange::State cold_start(touchstone::longrange::Model model, std::size_t particles,
                                        std::uint64_t seed);

class TimedIntegrator {
 public:
  /// Starts the scheme and makes a first step, or computes forces of a sample. `seconds` is what
  /// each run shall take, at least.
  TimedIntegrator(const IntegratorEntry& entry, const touchstone::longrange::State& start,
                  double seconds);

  const IntegratorEntry& entry() const { return entry_; }
  /// Seconds of the first step, which finds cold caches and untouched pages.
  double first_seconds() const { return first_; }
  /// Times complete steps, or samples.
  Run run();
  const std::vector<Run>& runs() const { return runs_; }
  /// Seconds per step, one value for each run.
  std::vector<double> seconds_per_step() const;
  /// Text of the first error, or empty. To be called after the last run.
  std::string verify() const;

 private:
  double advance_timed();
  void next_sample();
  std::string fault_of_energies() const;
  std::string fault_of_sample() const;

  IntegratorEntry entry_;
  std::unique_ptr<touchstone::longrange::Simulation> simulation_;  ///< for whole steps
  std::unique_ptr<touchstone::longrange::DirectSums> sums_;        ///< for a sampled row
  std::vector<double> q_;
  std::size_t first_target_ = 0;
  std::vector<double> forces_;
  double first_ = 0;
  std::uint64_t steps_ = 1;  ///< steps in a run
  std::string wrong_;        ///< before anything was timed
  std::vector<Run> runs_;
};

}  // namespace touchstone::benchmarks::longrange
