// benchmarks/hpmc/timed_shapes.hpp
// Purpose   Times steps of one scheme of hard shapes, and verifies what it made: a rate without
//           trial moves that were made and a legal state is no rate.
// Source    Anderson, Irrgang, Glotzer 2016, section 4.
// Computes  The first step is compared with the reference's, body by body, where the scheme claims
//           its bits and the reference is quick enough; trial moves must be as many as there are
//           bodies that may move, accepted as often as by the serial scheme before; in the end no
//           bodies may overlap.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/drive.hpp"
#include "benchmarks/hpmc/shape_entries.hpp"

namespace touchstone::benchmarks::hpmc {

/// Common data of all schemes at one system and size: the start, and the first step of their
/// references by domains.
class CommonShapes {
 public:
  CommonShapes(const ShapeSystem& system, int copies, std::uint64_t seed)
      : start_(shape_start(system, copies, seed)), seed_(seed) {}
  const ShapeStart& start() const { return start_; }
  std::uint64_t seed() const { return seed_; }
  const shapes::Configuration& after_one_step(const ShapeEntry& entry);

 private:
  ShapeStart start_;
  std::uint64_t seed_;
  std::map<std::pair<std::string, std::array<int, 3>>, shapes::Configuration> after_;
};

class TimedShapes {
 public:
  /// Makes the first step, and finds out how many steps make a run.
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

  /// Text of the first error, or empty. To be called after the last run.
  std::string verify() const;

 private:
  std::string verify_moves() const;

  ShapeEntry entry_;
  const ShapeStart* start_;
  std::unique_ptr<shapes::Simulation> simulation_;
  std::vector<shapes::RankWork> before_;  ///< the timed steps
  std::uint64_t steps_ = 1, made_ = 0;
  int planned_ = 1;
  std::string wrong_;
  std::vector<Run> runs_;
};

/// Accepted trial moves of one kind; NaN where there were none.
double acceptance(const SweepStats& stats);

}  // namespace touchstone::benchmarks::hpmc
