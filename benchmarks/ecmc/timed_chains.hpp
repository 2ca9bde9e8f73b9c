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

#include "benchmarks/ecmc/chain_roofline.hpp"
#include "benchmarks/ecmc/chain_start.hpp"
#include "benchmarks/timed.hpp"

namespace touchstone::benchmarks::ecmc {

inline constexpr const char* kFamily = "ecmc";
inline constexpr const char* kLiftingRate = "liftings per second";

/// A record that says what is measured of `scheme`, and nothing yet of the outcome.
ResultRecord blank(const Request& request, const SchemeInfo& scheme, std::size_t disks, int threads,
                   const std::string& metric);

class TimedChains final : public Timed {
 public:
  /// Starts the leg, verifies the first pieces, and finds out how many pieces make a run. All that
  /// is referred to must live as long as this.
  TimedChains(const Request& request, const ChainEntry& entry, ChainStart& start,
              const ChainProtocol& protocol, const ChainRooflineCosts& costs);

  std::string name() const override { return entry_.name(); }
  int runs() const override { return protocol_.runs; }
  /// Some pieces that fill the caches, then the timed ones.
  Run run() override;
  /// The rate, or a failure with the reason and no rate.
  std::vector<ResultRecord> records() override;

 private:
  double liftings_per_side() const;
  bool violated() const { return chains_->violation() != disks::kNoViolation; }
  /// Text of the first error in counts or state, or empty.
  std::string verify() const;
  double advance_timed(std::uint64_t pieces);
  std::string fault_of_first_pieces();
  std::string verify_state() const;

  const Request& request_;
  ChainEntry entry_;
  ChainProtocol protocol_;
  const ChainRooflineCosts& costs_;
  const disks::FixedConfiguration& start_;
  const Expected& expected_;
  std::unique_ptr<disks::ChainRun> chains_;
  std::uint64_t pieces_ = 1;  ///< pieces in a run
  std::uint64_t pieces_done_ = 0;
  std::string wrong_;  ///< with the first pieces
  std::vector<Run> done_;
};

}  // namespace touchstone::benchmarks::ecmc
