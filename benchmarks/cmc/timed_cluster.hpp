// benchmarks/cmc/timed_cluster.hpp
// Purpose   Times steps of one scheme of star clusters, phase by phase, and verifies what it made:
//           a time without them is no time.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 4.3.
// Computes  The first step is compared with the reference's, star by star, where the scheme claims
//           its bits; afterwards no star may be missing that has not escaped, energy must be kept
//           to what the method allows, and positions must be tried as often as at the first step.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/cmc/cluster_entries.hpp"
#include "benchmarks/drive.hpp"

namespace touchstone::benchmarks::cmc {

/// Common data of all schemes at one size: the start, and the reference's first step by ranks.
class ClusterStart {
 public:
  ClusterStart(std::size_t stars, std::uint64_t seed);
  const cluster::Stars& stars() const { return stars_; }
  cluster::ClusterParameters parameters(const ClusterEntry& entry) const;
  const cluster::Stars& after_one_step(const ClusterEntry& entry);

 private:
  cluster::Stars stars_;
  std::uint32_t seed_;
  std::map<std::size_t, cluster::Stars> after_;
};

class TimedCluster {
 public:
  /// Makes the first step, and finds out how many steps make a run.
  TimedCluster(const ClusterEntry& entry, ClusterStart& start, const ClusterProtocol& protocol);

  const ClusterEntry& entry() const { return entry_; }
  Run run();
  const std::vector<Run>& runs() const { return runs_; }
  int planned_runs() const { return planned_; }
  std::uint64_t steps_per_run() const { return steps_; }
  /// Work of each rank per step, mean over all timed steps.
  std::vector<cluster::Work> work_per_step() const;
  double trials_per_star() const;

  /// Text of the first error, or empty. To be called after the last run.
  std::string verify() const;

 private:
  ClusterEntry entry_;
  std::unique_ptr<cluster::ClusterRun> cluster_;
  cluster::StepReport first_;
  double start_energy_ = 0;
  std::vector<cluster::Work> before_;  ///< the timed steps
  std::uint64_t steps_ = 1, timed_steps_ = 0;
  int planned_ = 1;
  std::string wrong_;
  std::vector<Run> runs_;
};

}  // namespace touchstone::benchmarks::cmc
