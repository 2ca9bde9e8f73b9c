// validation/disk_chains.hpp
// Purpose   Markov chains of hard disks. A chain is defined as a sequence of segments, each of
//           which starts the scheme anew from the configuration the one before left, with a seed of
//           its own.
// Samples   As the scheme: whatever leaves the uniform distribution invariant may be started from
//           any of its states. (A new segment puts the cell grid back to the origin; a grid chosen
//           without regard to the particles is as good as any other.)
// Cost      Restarting a segment: O(N), about ten sweeps.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "models/disks/registry.hpp"
#include "validation/chain.hpp"

namespace touchstone::validation {

/// A number read off a configuration; the name is part of the chain's identity.
struct Observable {
  std::string name;
  std::function<double(const disks::Configuration&)> value;
};

enum class StartKind { lattice, random, compressed };

struct DiskChains final : MarkovChains {
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
  std::uint64_t seed = 1;     ///< the master seed
  std::string stream;         ///< name of the seeds: chains of other names are independent
  std::size_t keep = 512;     ///< a series longer than this is kept as that many bin means; 0: all
  std::vector<Observable> observables;  ///< one value per sample, then binned

  std::uint64_t samples() const { return sweeps / sample_every; }

  std::string key(std::size_t index) const override;
  std::uint64_t length() const override { return equilibration + sweeps; }
  ChainState begin(std::size_t index) const override;
  void advance(std::size_t index, ChainState& state,
               const std::function<void(std::uint64_t)>& report) const override;
  bool threaded() const override { return run.threads > 1; }
};

disks::Configuration disks_of(const ChainState& state);

/// Means of `bins` contiguous groups of equal length (a remainder at the front is dropped).
std::vector<double> bin_means(const std::vector<double>& series, std::size_t bins);

}  // namespace touchstone::validation
