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

class TimedChains final : public TimedSteps {
 public:
  /// Starts the leg. `start` must live as long as this.
  TimedChains(const Request& request, const ChainEntry& entry, ChainStart& start);

 private:
  void advance(std::uint64_t pieces) override;
  std::uint64_t work() const override { return chains_->liftings(); }
  std::string fault_of_first_steps() override;
  std::string fault() override;
  nlohmann::json params() const override;
  std::optional<double> fraction_of_bound(double rate) const override {
    return rate * least_seconds();
  }
  const Relaxation* relaxation() const override { return &start_; }
  /// Bound of a lifting, by all threads together.
  double least_seconds() const;
  bool violated() const { return chains_->violation() != disks::kNoViolation; }

  ChainEntry entry_;
  ChainStart& start_;
  const Expected& expected_;
  std::unique_ptr<disks::ChainRun> chains_;
};

}  // namespace touchstone::benchmarks::ecmc
