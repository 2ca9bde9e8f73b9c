// benchmarks/cmc/timed_cluster.hpp
// Purpose   Times steps of one scheme of star clusters, phase by phase, and verifies what it made:
//           a time without them is no time.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 4.3.
// Computes  Before anything is timed: the first steps are compared with those of the scheme whose
//           bits it claims, star by star; else samples of a first step with several
//           seeds, by their means and errors. In the end the steps must have been made, and the
//           report and the stars must tell the same. No bound depends on how many steps a clock
//           allowed.
// Not here  The jobs of all sizes, and the records (cluster_jobs.cpp).
#pragma once
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/cmc/cluster_entries.hpp"
#include "benchmarks/timed.hpp"

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
  ClusterStart(std::size_t stars, std::uint64_t seed);
  const cluster::Stars& stars() const { return stars_; }
  cluster::ClusterParameters parameters(const ClusterEntry& entry) const;
  /// Those of the scheme that the entry's claims to equal.
  const FirstSteps& first_steps(const ClusterEntry& entry);
  /// Sample of the first step by the baseline.
  const FirstStepSample& sample(const ClusterEntry& entry);
  /// Sample by the entry's scheme; `seeds` is added to the seed.
  FirstStepSample sample_first_step(const ClusterEntry& entry, std::uint64_t seeds) const;

 private:
  cluster::Stars stars_;
  std::uint32_t seed_;
  std::map<std::pair<std::string, std::size_t>, FirstSteps> after_;
  std::map<std::size_t, FirstStepSample> samples_;
};

inline constexpr const char* kStepSeconds = "seconds per step";

class TimedCluster final : public Timed {
 public:
  /// Makes and compares the first steps, and finds out how many steps make a run.
  TimedCluster(const ClusterEntry& entry, ClusterStart& start, const Request& request,
               const ClusterProtocol& protocol);

  std::string name() const override { return entry_.name(); }
  int runs() const override { return planned_; }
  Run run() override;
  /// The time of a step, or a failure with the reason and no time. For ranks, `params` has the
  /// processor time of each phase (mean and largest over ranks), and the bytes and calls of the
  /// rank that sends most.
  std::vector<ResultRecord> records() override;
  /// Text of the first error, or empty. To be called after the last run.
  std::string verify() const;

 private:
  /// Work of each rank per step, mean over all timed steps.
  std::vector<cluster::Work> work_per_step() const;
  std::string fault_of_first_steps(ClusterStart& start);
  std::string fault_of_sample(ClusterStart& start);
  std::string fault_of_report() const;

  ClusterEntry entry_;
  Request request_;
  std::unique_ptr<cluster::ClusterRun> cluster_;
  std::vector<cluster::Work> before_;  ///< the timed steps
  std::uint64_t steps_ = 1, timed_steps_ = 0, untimed_ = 0;
  int planned_ = 1;
  std::string wrong_;
  std::vector<Run> done_;
};

}  // namespace touchstone::benchmarks::cmc
