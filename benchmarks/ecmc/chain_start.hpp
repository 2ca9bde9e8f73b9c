// benchmarks/ecmc/chain_start.hpp
// Purpose   The disks that all legs of one size start from, their constraint graphs, and what a leg
//           from there has to do, found out independently of what is timed.
// Source    The start is a lattice whose disks are shifted a little, so that no two events
//           coincide, melted by a simulation with event chains until the number of liftings in a
//           sweep, and so the mean free path, is steady (../equilibrium.hpp).
#pragma once
#include <map>

#include "benchmarks/ecmc/chain_entries.hpp"
#include "benchmarks/melted_disks.hpp"

namespace touchstone::benchmarks::ecmc {

/// Pieces of a leg by a scheme with one clock for all disks: at least 16, and 100 000 liftings in
/// all.
struct Expected {
  std::vector<std::uint64_t> liftings;  ///< liftings of each piece
  disks::LegEnd end;                    ///< after the last one
  double per_side = 0;                  ///< liftings for each side of path
};

class ChainStart : public Relaxation {
 public:
  /// Throws InputError when so many disks do not fit.
  ChainStart(const Request& request, std::size_t disks);

  const disks::FixedConfiguration& configuration() const { return configuration_; }
  const disks::ConstraintGraph& lanes() const { return lanes_; }      ///< G3
  const disks::ConstraintGraph& minimal() const { return minimal_; }  ///< pruned
  disks::Leg leg(std::size_t active) const;
  const Expected& expected(std::size_t active);

 private:
  explicit ChainStart(const MeltedDisks& melted);

  disks::FixedConfiguration configuration_;
  disks::ConstraintGraph lanes_;
  disks::ConstraintGraph minimal_;
  std::map<std::size_t, Expected> expected_;
};

}  // namespace touchstone::benchmarks::ecmc
