// validation/chain.hpp
// Purpose   A Markov chain that can be interrupted and resumed exactly: it is defined as a sequence
//           of segments, each of which starts the scheme anew from the configuration the one before
//           left, with a seed of its own. A chain cut at a segment border and continued from the
//           stored configuration is the same chain, number for number.
// Samples   As the scheme: whatever leaves the uniform distribution invariant may be started from
//           any of its states. (A new segment puts the cell grid back to the origin; a grid chosen
//           without regard to the particles is as good as any other.)
// Cost      Restarting a segment: O(N), about ten sweeps.
// Not here  Files and threads (chain_store.hpp), estimates (chain_estimates.hpp).
#pragma once
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/disks/registry.hpp"

namespace touchstone::validation {

/// A number read off a configuration; the name is part of the chain's identity.
struct Observable {
  std::string name;
  std::function<double(const disks::Configuration&)> value;
};

enum class StartKind { lattice, random, compressed };

struct ChainPlan {
  std::string scheme;
  std::size_t disks = 0;
  std::string aspect = "(1 : 1)";
  double packing_fraction = 0;
  StartKind start = StartKind::lattice;
  disks::RunParameters run;         ///< its seed is replaced, segment by segment
  std::uint64_t equilibration = 0;  ///< sweeps before the first sample; a multiple of sample_every
  std::uint64_t sweeps = 0;         ///< sweeps with samples; a multiple of sample_every
  std::uint64_t sample_every = 1;
  std::uint64_t segment = 0;  ///< sweeps between checkpoints, same multiple; 0: one segment
  std::size_t chains = 1;
  std::uint64_t seed = 1;  ///< the master seed
  std::string stream;      ///< name of the seeds: chains of other names are independent
  std::size_t keep = 512;  ///< a series longer than this is kept as that many bin means; 0: all
  std::vector<Observable> observables;

  std::uint64_t samples() const { return sweeps / sample_every; }
};

/// Everything that decides the numbers a chain gives, as JSON text: names its checkpoint.
std::string chain_key(const ChainPlan& plan, std::size_t index);

/// A chain at a segment border.
struct ChainState {
  std::uint64_t sweep = 0;
  disks::Configuration configuration;
  std::map<std::string, std::vector<double>> series;  ///< one value per sample, then binned
  SweepStats stats;
  double seconds = 0;  ///< inside the scheme, observables not counted
  bool finished = false;
};

/// The scheme left the space of legal states: its samples are worthless. Not bad input.
class IllegalState : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The chain before its first sweep. InputError for a start that does not exist, or lengths that
/// are no multiples of sample_every.
ChainState start_chain(const ChainPlan& plan, std::size_t index);

/// Runs the next segment; `report` is called after every few sweeps with their number. Throws
/// Interrupted between samples (the state is then unchanged), IllegalState when disks were lost or
/// overlap, InputError when the scheme cannot run this.
void advance_segment(const ChainPlan& plan, std::size_t index, ChainState& state,
                     const std::function<void(std::uint64_t)>& report = {});

/// Means of `bins` contiguous groups of equal length (a remainder at the front is dropped).
std::vector<double> bin_means(const std::vector<double>& series, std::size_t bins);

}  // namespace touchstone::validation
