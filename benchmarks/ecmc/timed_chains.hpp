// benchmarks/ecmc/timed_chains.hpp
// Purpose   Times legs of one scheme, counts the liftings, and verifies count and state: a rate
//           without them is no rate.
// Source    Li et al. 2021, section 4: liftings per second of long legs, violations remembered.
// Computes  The first pieces of the leg, of a number that no clock chooses, are compared with the
//           same pieces in the exact order of time: the same liftings piece by piece and the same
//           state at the end, disk by disk, unless a violation was met. Then chains that meet one
//           that has reached the end of a piece stop there (the authors' program loses 7 to 11 per
//           cent of the path on two threads), and liftings are compared for each side of the path
//           that was gone, with the error of the mean of the pieces.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/drive.hpp"
#include "benchmarks/ecmc/chain_start.hpp"

namespace touchstone::benchmarks::ecmc {

class TimedChains {
 public:
  /// Starts the leg, verifies the first pieces, and finds out how many pieces make a run.
  TimedChains(const ChainEntry& entry, ChainStart& start, const ChainProtocol& protocol,
              std::uint64_t seed);

  const ChainEntry& entry() const { return entry_; }
  /// Some pieces that fill the caches, then the timed ones.
  Run run();
  const std::vector<Run>& runs() const { return runs_; }
  std::uint64_t pieces_per_run() const { return pieces_; }
  double liftings_per_side() const;
  bool violated() const { return chains_->violation() != disks::kNoViolation; }

  /// Text of the first error in counts or state, or empty. To be called after the last run.
  std::string verify() const;

 private:
  double advance_timed(std::uint64_t pieces);
  std::string fault_of_first_pieces();
  std::string verify_state() const;

  ChainEntry entry_;
  const disks::FixedConfiguration* start_;
  const Expected* expected_;
  std::unique_ptr<disks::ChainRun> chains_;
  std::uint64_t pieces_ = 1;  ///< pieces in a run
  std::uint64_t pieces_done_ = 0;
  std::string wrong_;  ///< with the first pieces
  std::vector<Run> runs_;
};

}  // namespace touchstone::benchmarks::ecmc
