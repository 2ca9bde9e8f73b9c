// benchmarks/ecmc/timed_chains.hpp
// Purpose   Times legs of one scheme, counts the liftings, and verifies count and state: a rate
//           without them is no rate.
// Source    Li et al. 2021, section 4: liftings per second of long legs, violations remembered.
// Computes  The first piece of the leg is compared with the same piece in the exact order of time:
//           the same liftings and the same state, disk by disk, unless a violation was met. The
//           others must have nearly the same number of liftings for each side of path: chains that
//           meet one that has reached the end of a piece stop there. On threads that do not run at
//           the same time more of them do (the authors' program loses 7 to 11 per cent on two).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/drive.hpp"
#include "benchmarks/ecmc/chain_start.hpp"

namespace touchstone::benchmarks::ecmc {

/// Relative deviations of liftings for each side of path that are still right.
inline constexpr double kMostTooMany = 0.05;
inline constexpr double kMostLost = 0.1;
inline constexpr double kMostLostOnThreads = 0.4;  ///< threads that share a processor

class TimedChains {
 public:
  /// Starts the leg, advances the first piece, and finds out how many pieces make a run.
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
  std::string verify_state() const;

  ChainEntry entry_;
  const disks::TurnConfiguration* start_;
  const Expected* expected_;
  std::unique_ptr<disks::ChainRun> chains_;
  std::uint64_t pieces_ = 1;  ///< pieces in a run
  std::uint64_t pieces_done_ = 0;
  std::string wrong_;  ///< error of the first piece
  std::vector<Run> runs_;
};

}  // namespace touchstone::benchmarks::ecmc
