// validation/chain.hpp
// Purpose   A Markov chain that can be interrupted and resumed exactly: it is run in segments, and
//           what it needs to go on from a segment border is stored there. A chain that was cut and
//           continued is the same chain, number for number.
// Families  disk_chains.hpp, experiments/hpmc/shape_chains.hpp: each says what is particular to it,
//           and the store runs, keeps and stores the chains of any.
// Not here  Files and threads (chain_store.hpp), estimates (chain_estimates.hpp).
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/core/scheme.hpp"

namespace touchstone::validation {

/// A chain at a segment border: all that it needs to go on.
struct ChainState {
  std::uint64_t step = 0;                             ///< sweeps of disks, steps of shapes
  std::vector<double> configuration;                  ///< numbers as the family writes them
  std::map<std::string, std::vector<double>> series;  ///< values of each observable
  SweepStats stats;
  double seconds = 0;  ///< inside the scheme, where the family counts them
  bool finished = false;
};

/// The scheme left the space of legal states: its samples are worthless. Not bad input.
class IllegalState : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Independent chains that differ by their seeds alone.
struct MarkovChains {
  std::size_t chains = 1;  ///< planned number
  double share = 1;        ///< share of the measurement's cost, for the planned ones

  virtual ~MarkovChains() = default;
  /// Everything that decides the numbers a chain gives, as text: names its checkpoint.
  virtual std::string key(std::size_t index) const = 0;
  /// Steps of a chain.
  virtual std::uint64_t length() const = 0;
  /// The chain before its first step. InputError for a start or lengths that do not exist.
  virtual ChainState begin(std::size_t index) const = 0;
  /// Runs the next segment; `report` is called after every few steps with their number. Throws
  /// Interrupted between samples (the state is then unchanged), IllegalState when bodies were lost
  /// or overlap, InputError when the scheme cannot run this.
  virtual void advance(std::size_t index, ChainState& state,
                       const std::function<void(std::uint64_t)>& report) const = 0;
  /// Whether the scheme itself uses the threads.
  virtual bool threaded() const { return false; }
};

}  // namespace touchstone::validation
