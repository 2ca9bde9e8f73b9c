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
// Not here  The order of the runs (../timed.hpp), their jobs (disk_jobs.cpp).
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/equilibrium.hpp"
#include "benchmarks/mpmc/disk_entries.hpp"
#include "benchmarks/timed.hpp"

namespace touchstone::benchmarks::mpmc {

inline constexpr const char* kFamily = "mpmc";
inline constexpr const char* kRate = "trial moves per second";

/// The start that all schemes of one size share, and what is known about it independently of them.
struct CommonStart : Relaxation {
  disks::Configuration configuration;
  std::uint64_t non_empty_cells = 0;  ///< in the grid that every checkerboard begins with
  /// In diameters. Below 1 by rounding, since the scheme that melts may have single precision; a
  /// pair that a later scheme does not try stays as near.
  double smallest_distance = 1;
};

/// A lattice, melted by the fastest scheme at hand until its acceptance is steady
/// (../equilibrium.hpp). Throws InputError when N does not fit.
CommonStart common_start(const Request& request, std::size_t disks,
                         std::uint64_t most_sweeps = 16384);

/// Number of sweeps whose trial moves are verified: 50 000 trial moves, at least two sweeps.
std::uint64_t verified_sweeps(std::size_t disks);

/// A record of the rate of an entry that says nothing yet of the outcome.
ResultRecord blank_rate(const Request& request, const DiskEntry& entry);

class TimedDisks final : public Timed {
 public:
  /// Starts the scheme and verifies the first sweeps; the time of the first one decides the
  /// protocol. `request` and `start` must live as long as this.
  TimedDisks(const Request& request, const DiskEntry& entry, const CommonStart& start);

  std::string name() const override { return entry_.name(); }
  int runs() const override { return protocol_.runs; }
  /// Warm-up and timed sweeps.
  Run run() override;
  /// Seconds per sweep, bytes per disk, rate; of a wrong entry the rate alone, failed. Times and
  /// rates are open unless the start is in equilibrium.
  std::vector<ResultRecord> records() override;

 private:
  /// First error in counts or state, or empty.
  std::string verify() const;
  bool tries_each_disk_once() const;
  std::string fault_of_first_sweeps();
  std::string fault_of_next_sweep(double false_alarm);
  std::string fault_of_state(const disks::Configuration& state) const;
  std::string fault_of_counts() const;

  const Request& request_;
  DiskEntry entry_;
  const CommonStart& start_;
  std::unique_ptr<disks::Simulation> simulation_;
  Protocol protocol_;
  std::uint64_t sweeps_done_ = 0;
  std::string wrong_;  ///< with the first sweeps
  std::vector<Run> done_;
};

}  // namespace touchstone::benchmarks::mpmc
