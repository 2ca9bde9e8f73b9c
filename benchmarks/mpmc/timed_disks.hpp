// benchmarks/mpmc/timed_disks.hpp
// Purpose   Times one scheme at one size, counts what it did, and verifies the state afterwards: a
//           rate without a correct count and a legal state is no rate.
// Source    Anderson et al. 2013, section 5.1. One run is a warm-up and then the timed sweeps,
//           shift included; the state goes on from run to run.
// Computes  Trial moves are counted in the first sweep, exactly, in the second and in one after the
//           last timed sweep: where a scheme tries each cell that is not empty, with the error that
//           the fluctuation of their number has. Of all others there are exact bounds.
// Not here  The order of the runs (disk_session.cpp).
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/drive.hpp"
#include "benchmarks/mpmc/disk_entries.hpp"

namespace touchstone::benchmarks::mpmc {

/// The start that all schemes of one size share, and what is known about it independently of them.
struct CommonStart {
  disks::Configuration configuration;
  std::uint64_t melting_sweeps = 0;
  std::uint64_t non_empty_cells = 0;  ///< in the grid that every checkerboard begins with
};

/// A lattice, melted by the fastest scheme at hand. Throws InputError when N does not fit.
CommonStart common_start(const Request& request, std::size_t disks);

class TimedDisks {
 public:
  /// Starts the scheme and makes two sweeps, whose trial moves are checked.
  TimedDisks(const DiskEntry& entry, const CommonStart& start, std::uint64_t seed);

  const DiskEntry& entry() const { return entry_; }
  /// Seconds of the first sweep.
  double seconds_per_sweep() const { return first_seconds_; }
  void set_protocol(const Protocol& protocol) { protocol_ = protocol; }
  const Protocol& protocol() const { return protocol_; }

  /// Warm-up and timed sweeps.
  Run run();
  const std::vector<Run>& runs() const { return runs_; }
  std::size_t memory_bytes() const { return simulation_->memory_bytes(); }

  /// First error in counts or state, or empty. Makes one more sweep; to be called
  /// once, after the last run.
  std::string verify();

 private:
  bool tries_each_disk_once() const;
  std::string fault_of_first_sweep() const;
  std::string fault_of_next_sweep(const disks::Configuration& before);
  std::string fault_of_counts() const;

  DiskEntry entry_;
  const CommonStart* start_;
  std::unique_ptr<disks::Simulation> simulation_;
  Protocol protocol_;
  double first_seconds_ = 0;
  std::uint64_t sweeps_done_ = 0;
  std::string wrong_;  ///< with the first two sweeps
  std::vector<Run> runs_;
};

}  // namespace touchstone::benchmarks::mpmc
