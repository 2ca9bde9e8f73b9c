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
// Not here  The jobs, and the records (integrator_jobs.cpp).
#pragma once
#include <map>
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

inline constexpr const char* kStepSeconds = "seconds per step";

/// Seconds of a step divided by the number of particles, by scheme, model and threads, as they are
/// found in smaller systems. The jobs of a run share it.
class StepTimes {
 public:
  void keep(const IntegratorEntry& entry, double seconds);
  /// Expected seconds of a step of an entry that is not sampled: its time grows about in proportion
  /// to the number of particles, or slower. A step of the smallest size is timed where nothing is
  /// known; 0 for that size itself.
  double expected(const IntegratorEntry& entry, const Request& request);

 private:
  std::map<std::string, double> per_particle_;
};

/// Parts that the jobs of a run share.
struct IntegratorBench {
  Request request;
  StepTimes times = {};
  Rooflines rooflines = {};
};

class TimedIntegrator final : public Timed {
 public:
  /// Starts the scheme and makes a first step, or computes forces of a sample.
  TimedIntegrator(const IntegratorEntry& entry, const touchstone::longrange::State& start,
                  IntegratorBench& bench);

  std::string name() const override { return entry_.name(); }
  int runs() const override;
  /// Times complete steps, or samples.
  Run run() override;
  /// Seconds per step, with the bound that this machine sets; or a failure and no number.
  std::vector<ResultRecord> records() override;
  const std::vector<Run>& done() const { return done_; }
  /// Seconds per step, one value for each run.
  std::vector<double> seconds_per_step() const;
  /// Text of the first error, or empty. To be called after the last run.
  std::string verify() const;

 private:
  double advance_timed();
  void next_sample();
  std::string fault_of_energies() const;
  std::string fault_of_sample(std::size_t first) const;

  IntegratorEntry entry_;
  IntegratorBench* bench_;
  std::unique_ptr<touchstone::longrange::Simulation> simulation_;  ///< for whole steps
  std::unique_ptr<touchstone::longrange::DirectSums> sums_;        ///< for a sampled row
  std::vector<double> q_;
  std::size_t first_target_ = 0;
  double first_ = 0;         ///< seconds of the first step, with cold caches and untouched pages
  std::uint64_t steps_ = 1;  ///< steps in a run
  std::string wrong_;        ///< before anything was timed
  std::vector<Run> done_;
};

}  // namespace touchstone::benchmarks::longrange
