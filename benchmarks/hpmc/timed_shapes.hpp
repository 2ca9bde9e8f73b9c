// benchmarks/hpmc/timed_shapes.hpp
// Purpose   Times steps of one scheme of hard shapes, and verifies what it made: a rate without
//           trial moves that were made and a legal state is no rate.
// Source    Anderson, Irrgang, Glotzer 2016, section 4.
// Computes  Before anything is timed: the first step is compared with the reference's, body by
//           body, where the scheme claims its bits and the reference is quick enough; single sweeps
//           are compared with the serial baseline's (sweep_comparison.hpp); where the start is
//           copies of fewer bodies, sweeps of these. In the end no bodies may overlap, trial moves
//           must be as many as there are bodies, and one more step is counted body by body. Only
//           this last step is one that a clock chose.
// Not here  The order of all this (../timed.hpp), jobs (shape_jobs.cpp).
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/hpmc/shape_entries.hpp"
#include "benchmarks/hpmc/sweep_comparison.hpp"
#include "benchmarks/timed.hpp"

namespace touchstone::benchmarks::hpmc {

/// Common data of all schemes at one system and size: the start, sweeps of the baseline, and the
/// first step of their references by domains.
class CommonShapes {
 public:
  CommonShapes(const ShapeSystem& system, int copies, std::uint64_t seed)
      : system_(system),
        relaxed_(shape_start(system, relaxed_copies(system, copies), seed)),
        start_(side_by_side(relaxed_, copies / relaxed_copies(system, copies))),
        seed_(seed) {}
  const ShapeStart& start() const { return start_; }
  std::uint64_t seed() const { return seed_; }
  const shapes::Configuration& after_one_step(const ShapeEntry& entry);
  const std::vector<BaselineSweep>& sweeps();
  /// Least seconds of a trial move on one core, by the counts of a step; nothing without a counter.
  std::optional<double> least_seconds();

 private:
  const ShapeSystem& system_;
  ShapeStart relaxed_;  ///< bodies that the start is copies of
  ShapeStart start_;
  std::uint64_t seed_;
  std::vector<BaselineSweep> sweeps_;
  std::optional<double> least_seconds_;
  std::map<std::pair<std::string, std::array<int, 3>>, shapes::Configuration> after_;
};

/// The latest of them: the jobs of one size follow each other.
class LatestShapes {
 public:
  CommonShapes& shapes(const ShapeSystem& system, int copies, std::uint64_t seed);

 private:
  const ShapeSystem* system_ = nullptr;
  int copies_ = 0;
  std::unique_ptr<CommonShapes> kept_;
};

/// Trial moves of bodies that are frozen are not made and not counted.
class TimedShapes final : public TimedSteps {
 public:
  TimedShapes(const Request& request, const ShapeEntry& entry, CommonShapes& common);

 private:
  void advance(std::uint64_t steps) override { simulation_->advance(steps); }
  std::uint64_t work() const override { return simulation_->stats().of_bodies().trials; }
  std::string fault_of_first_steps() override;
  void planned() override { before_ = simulation_->work(); }
  /// Makes one more step.
  std::string fault() override;
  nlohmann::json params() const override;
  std::optional<double> fraction_of_bound(double rate) const override;
  const Relaxation* relaxation() const override { return &common_.start(); }

  /// Work and messages of the ranks in the timed steps.
  nlohmann::json rank_params() const;
  std::string fault_of_next_step(const shapes::Configuration& before);
  std::string fault_of_counts() const;

  ShapeEntry entry_;
  CommonShapes& common_;
  shapes::RunParameters parameters_;
  std::unique_ptr<shapes::Simulation> simulation_;
  std::vector<shapes::RankWork> before_;  ///< the timed steps
};

}  // namespace touchstone::benchmarks::hpmc
