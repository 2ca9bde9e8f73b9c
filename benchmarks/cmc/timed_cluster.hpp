// benchmarks/cmc/timed_cluster.hpp
// Purpose   Times steps of one scheme of star clusters, phase by phase, and verifies what it made:
//           a time without them is no time.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 4.3.
// Computes  Before anything is timed: the first steps are compared with those of the scheme whose
//           bits it claims, star by star; else samples of a first step with several
//           seeds, by their means and errors. In the end the steps must have been made, and the
//           report and the stars must tell the same. No bound depends on how many steps a clock
//           allowed.
// Not here  The order of all this (../timed.hpp), jobs (cluster_jobs.cpp).
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/cmc/cluster_entries.hpp"
#include "benchmarks/cmc/step_bound.hpp"
#include "benchmarks/timed.hpp"
#include "models/cmc/binary_meetings.hpp"

namespace touchstone::benchmarks::cmc {

/// First steps: positions tried in each, and the stars after the last.
struct FirstSteps {
  std::vector<std::uint64_t> trials;
  cluster::Stars stars;
};

/// First steps with different seeds, one value for each.
struct FirstStepSample {
  std::vector<double> trials;  ///< positions tried for each star
  std::vector<double> energy;  ///< relative change
  std::vector<double> stars;
};

/// Common data of all schemes at one size: the start, and first steps by ranks.
class ClusterStart {
 public:
  ClusterStart(std::size_t stars, std::uint64_t seed, const cluster::ClusterStart& start = {},
               const cluster::BinaryWords& binaries = {});
  const cluster::Stars& stars() const { return stars_; }
  cluster::ClusterParameters parameters(const ClusterEntry& entry) const;
  /// Those of the scheme that the entry's claims to equal.
  const FirstSteps& first_steps(const ClusterEntry& entry);
  /// Bytes per second of arrays of so many numbers, measured once for each number of threads.
  double bandwidth(int threads);
  /// Sample of the first step by the baseline.
  const FirstStepSample& sample(const ClusterEntry& entry);
  /// Sample by the entry's scheme; `seeds` is added to the seed.
  FirstStepSample sample_first_step(const ClusterEntry& entry, std::uint64_t seeds) const;

 private:
  cluster::Stars stars_;
  std::shared_ptr<const cluster::BinaryPopulation> binaries_;  ///< nothing without any
  std::uint32_t seed_;
  std::map<std::pair<std::string, std::size_t>, FirstSteps> after_;
  std::map<std::size_t, FirstStepSample> samples_;
  std::map<int, double> bandwidths_;
};

/// The time of a step, and its part of the bound. For ranks, parameters have the processor time of
/// each phase (mean and largest over ranks), and the bytes and calls of the rank that sends most.
class TimedCluster final : public TimedSteps {
 public:
  TimedCluster(const Request& request, const ClusterEntry& entry, ClusterStart& start);

 private:
  void advance(std::uint64_t steps) override;
  double value(const Run& run) const override { return cost_of(run); }
  std::optional<double> fraction_of_bound(double seconds) const override;
  std::string fault_of_first_steps() override;
  void planned() override;
  std::string fault() override;
  nlohmann::json params() const override;

  std::string fault_of_equal_steps();
  std::string fault_of_sample();
  std::string fault_of_report() const;
  StepBound bound() const;

  ClusterEntry entry_;
  ClusterStart& start_;
  std::unique_ptr<cluster::ClusterRun> cluster_;
  std::vector<cluster::Work> before_;  ///< the timed steps
  std::uint64_t untimed_ = 0;          ///< steps before those
};

}  // namespace touchstone::benchmarks::cmc
