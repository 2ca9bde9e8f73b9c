// benchmarks/hpmc/timed_shapes.hpp
// Purpose   Times steps of one scheme of hard shapes, and verifies what it made: a rate without
//           trial moves that were made and a legal state is no rate.
// Source    Anderson, Irrgang, Glotzer 2016, section 4.
// Computes  Before anything is timed: the first step is compared with the reference's, body by
//           body, where the scheme claims its bits and the reference is quick enough; single sweeps
//           are compared with the serial baseline's (sweep_comparison.hpp). In the end no bodies
//           may overlap, trial moves must be as many as there are bodies, and one more step is
//           counted body by body. Only this last step is one that a clock chose.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/drive.hpp"
#include "benchmarks/hpmc/shape_entries.hpp"
#include "benchmarks/hpmc/sweep_comparison.hpp"

namespace touchstone::benchmarks::hpmc {

/// Common data of all schemes at one system and size: the start, sweeps of the baseline, and the
/// first step of their references by domains.
class CommonShapes {
 public:
  CommonShapes(const ShapeSystem& system, int copies, std::uint64_t seed)
      : system_(system), start_(shape_start(system, copies, seed)), seed_(seed) {}
  const ShapeStart& start() const { return start_; }
  std::uint64_t seed() const { return seed_; }
  const shapes::Configuration& after_one_step(const ShapeEntry& entry);
  const std::vector<BaselineSweep>& sweeps();

 private:
  const ShapeSystem& system_;
  ShapeStart start_;
  std::uint64_t seed_;
  std::vector<BaselineSweep> sweeps_;
  std::map<std::pair<std::string, std::array<int, 3>>, shapes::Configuration> after_;
};

class TimedShapes {
 public:
  /// Makes the first step, compares sweeps, and finds out how many steps make a run.
  TimedShapes(const ShapeEntry& entry, CommonShapes& common, const ShapeProtocol& protocol);

  const ShapeEntry& entry() const { return entry_; }
  Run run();
  const std::vector<Run>& runs() const { return runs_; }
  int planned_runs() const { return planned_; }
  std::uint64_t steps_per_run() const { return steps_; }
  /// Counts of all steps, also of those that were not timed.
  shapes::MoveStats moves() const { return simulation_->stats(); }
  std::size_t memory_bytes() const { return simulation_->memory_bytes(); }
  /// Work of each rank in all timed steps; empty where there are no ranks.
  std::vector<shapes::RankWork> timed_work() const;

  /// Start of the run; a rate says nothing unless it is in equilibrium.
  const ShapeStart& start() const { return *start_; }
  /// Text of the first error, or empty. Makes one more step; to be called once, after the last run.
  std::string verify();

 private:
  std::string fault_of_next_step(const shapes::Configuration& before);
  std::string fault_of_counts() const;

  ShapeEntry entry_;
  const ShapeStart* start_;
  shapes::RunParameters parameters_;
  std::unique_ptr<shapes::Simulation> simulation_;
  std::vector<shapes::RankWork> before_;  ///< the timed steps
  std::uint64_t steps_ = 1, made_ = 0;
  int planned_ = 1;
  std::string wrong_;
  std::vector<Run> runs_;
};

}  // namespace touchstone::benchmarks::hpmc
