// models/disks/chains/lattice_chains.hpp
// Purpose   Hard objects on a small periodic lattice on which the code of event chains runs
//           unchanged, for exact proofs: it sees integer positions and a graph of arrows, and
//           does not ask where contact separations come from.
// Computes  Squares of sites in steps like stairs instead of disks: with dx, dy by nearest images
//           and rounded down to sites, two overlap when dx + dy < reach. That is the same seen
//           along x and along y, and separations are integer numbers of sites.
// Not here  Circles (fixed_point.hpp); legs; twins are registered by chains_tiny.cpp of
//           reference/ecmc and optimized/ecmc, mutants in checkers/balance.
//
// Offsets. No two disks lie in line: each is beside the sites of every other by a small offset, in
// x and in y. A disk that stops in contact takes over the offset of the one that moves on, and legs
// last integers of steps, so offsets are exchanged and never coincide. Hence no disk is in
// contact at a breakpoint and none meets two others at a time, as with real numbers, where that has
// probability 0. Without offsets all that happens, and legs are not one to one.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/core/tiny_model.hpp"
#include "models/disks/chains/chain_leg.hpp"

namespace touchstone::disks {

struct ChainTwin {
  int sites = 4;  ///< along each side; 4 or 8
  int disks = 3;  ///< 1, 2 or 3
  int reach = 1;  ///< distance of contacts, at most sites / 2
  std::size_t active = 1;
  int steps = 3;        ///< length of a leg, in sites
  bool offsets = true;  ///< without, disks are in contact at breakpoints and with several others
  Ticks leg() const { return steps * (kTicksPerSide / sites); }
  std::string name() const;
};

/// Configurations by their keys, up to translations by whole sites.
class LatticeDisks {
 public:
  explicit LatticeDisks(ChainTwin twin) : twin_(std::move(twin)) {}

  std::vector<StateKey> configurations() const;
  bool legal(const FixedConfiguration& c) const;
  FixedConfiguration load(StateKey key) const;
  StateKey key(const FixedConfiguration& c) const;
  /// Arrows between all disks that can touch during a leg along +x.
  ConstraintGraph graph(const FixedConfiguration& c) const;
  /// Pairs that are less than a site from contact.
  int near_pairs(const FixedConfiguration& c) const;
  const ChainTwin& twin() const { return twin_; }

 private:
  static constexpr int kParts = 64;                          ///< parts of a site
  FixedCoordinate tick() const;                              ///< ticks of a part
  int distance(FixedCoordinate a, FixedCoordinate b) const;  ///< in sites, rounded down
  bool offsets_exchanged(const std::vector<FixedCoordinate>& x) const;
  void place(std::size_t next, FixedConfiguration& c, std::vector<StateKey>& all) const;

  ChainTwin twin_;
};

/// Parts that a mutant may replace by something wrong.
struct TwinScheme {
  using Choose = std::function<std::vector<DiskIndex>(
      const FixedConfiguration&, const ConstraintGraph&, std::size_t active, ChoiceTape::Stream)>;
  using Run = std::function<std::vector<FixedCoordinate>(const Leg&, const ConstraintGraph&)>;
  Choose choose;
  Run run;
};

/// Active disks chosen as every sampler chooses them.
std::vector<DiskIndex> choose_at_random(const FixedConfiguration& c, const ConstraintGraph&,
                                        std::size_t active, ChoiceTape::Stream random);

/// A tiny model whose step is a leg along x and one along y.
TinyModel chain_model(const std::string& scheme, const ChainTwin& twin, const TwinScheme& rules,
                      const std::string& source);

}  // namespace touchstone::disks
