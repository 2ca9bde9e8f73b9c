// benchmarks/ecmc/chain_turns.hpp
// Purpose   Legs of event chains by one scheme, turn by turn, to be timed beside a peer that makes
//           the same leg.
// Computes  A turn is a leg along x in which all active disks go `leg` sides of the box together.
//           Chains that meet one that has reached the end of a leg stop there, as in Algorithm 6.
//           The start is written to a file: number of disks, diameter in sides, number of active
//           disks, x and y of each in [-1/2, 1/2) sides, the active disks, and of each disk the
//           number of its arrows and their targets.
// Not here  Turns (../turns.hpp), liftings piece by piece beside the exact order
//           (timed_chains.hpp).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/ecmc/chain_start.hpp"
#include "benchmarks/turns.hpp"

namespace touchstone::benchmarks::ecmc {

class ChainTurns final : public TurnedWork {
 public:
  /// Throws InputError for no scheme, for a start that does not come to equilibrium, and for a leg
  /// that is not longer than 0.
  ChainTurns(const Request& request, std::size_t disks, std::size_t active, double leg);
  std::vector<double> start() const;
  /// A unit is a side of path.
  nlohmann::json ready() const override;
  void turn(std::uint64_t times) override;
  /// Number of turns, liftings of each, and x and y of all disks.
  std::vector<double> result() const override;

 private:
  Request request_;
  ChainStart start_;
  disks::Leg leg_;
  double path_;
  const disks::ChainScheme* scheme_;
  std::vector<double> counts_;
  std::unique_ptr<disks::ChainRun> chains_;
};

/// The command line of `touchstone_benchmarks chain-turns`; returns the exit code.
int chain_turns_program(int argc, const char* const* argv);

}  // namespace touchstone::benchmarks::ecmc
