// benchmarks/mpmc/timed_disks.hpp
// Purpose   Times one scheme at one size, counts what it did, and verifies the state afterwards: a
//           rate without a correct count and a legal state is no rate.
// Source    Anderson et al. 2013, section 5.1. One run is a warm-up and then the timed sweeps,
//           shift included; the state goes on from run to run.
// Computes  Before anything is timed: so many sweeps from a start in equilibrium as the number of
//           disks says. Trial moves are counted in the first one exactly, in each of the others,
//           where a scheme tries each cell that is not empty, with the error that the fluctuation
//           of their number has (kFalseAlarm for all of them). After the timed sweeps, whose number
//           a clock has chosen, the state must be legal and counts keep their exact bounds.
// Not here  The order of all this (../timed.hpp), jobs (disk_jobs.cpp).
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/melted_disks.hpp"
#include "benchmarks/mpmc/disk_entries.hpp"
#include "benchmarks/timed.hpp"

namespace touchstone::benchmarks::mpmc {

/// The start that all schemes of one size share, and what is known about it independently of them.
struct CommonStart : MeltedDisks {
  std::uint64_t non_empty_cells = 0;  ///< in the grid that every checkerboard begins with
  /// In diameters. Below 1 by rounding, since the scheme that melts may have single precision; a
  /// pair that a later scheme does not try stays as near.
  double smallest_distance = 1;
};

/// A lattice, melted until its acceptance is steady. Throws InputError when N does not fit.
CommonStart common_start(const Request& request, std::size_t disks,
                         std::uint64_t most_sweeps = 16384);

/// Number of sweeps whose trial moves are verified: 50 000 trial moves, at least two sweeps.
std::uint64_t verified_sweeps(std::size_t disks);

class TimedDisks final : public TimedSteps {
 public:
  TimedDisks(const Request& request, const DiskEntry& entry, const CommonStart& start);

 private:
  void advance(std::uint64_t sweeps) override { simulation_->advance(sweeps); }
  std::uint64_t work() const override { return simulation_->stats().trials; }
  std::string fault_of_first_steps() override;
  void plan() override;
  std::string fault() override;
  nlohmann::json params() const override;
  /// Seconds per sweep, bytes per disk, rate.
  std::vector<Quantity> quantities() const override;
  std::optional<double> fraction_of_bound(double rate) const override;
  const Relaxation* relaxation() const override { return &start_; }

  std::string fault_of_next_sweep(double false_alarm);
  std::string fault_of_state(const disks::Configuration& state) const;
  std::string fault_of_counts() const;

  DiskEntry entry_;
  const CommonStart& start_;
  std::unique_ptr<disks::Simulation> simulation_;
  double sweep_seconds_ = 0;  ///< time of the last sweep that was verified
  bool as_published_ = false;
};

}  // namespace touchstone::benchmarks::mpmc
