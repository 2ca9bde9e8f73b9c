// checkers/cmc/formation_seen.hpp
// Purpose   Triples of single stars as a step of a cluster has left them: which have become a
//           binary and a star, read off the stars before and after the step. No scheme is asked.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "checkers/cmc/formation_law.hpp"
#include "models/cmc/registry.hpp"

namespace touchstone::cmc {

/// A triple of single stars and what it has become.
struct TripleSeen {
  ThreeNeighbours before;
  const cluster::Binary* binary = nullptr;  ///< that it has become
  bool unclear = false;                     ///< two of its stars are gone: a binary may have left
};

class StepOfFormation {
 public:
  /// The stars before the step, whose binaries these are, must outlive it.
  StepOfFormation(const cluster::Stars& before, const std::vector<cluster::Binary>& binaries,
                  const cluster::ClusterRun& run);

  const cluster::Stars& after() const { return after_; }
  std::size_t formed() const { return formed_.size(); }
  bool there(std::size_t star) const { return place_.count(before_.id[star]) > 0; }
  double mass_now(std::size_t star) const { return after_.mass[place_.at(before_.id[star])]; }

  /// Triples of single stars in the blocks of these ranks.
  std::vector<TripleSeen> triples(std::size_t ranks, long double time) const;
  /// All stars after binaries have formed and before they move, with velocities of before.
  cluster::Stars pivot(const std::vector<TripleSeen>& triples) const;

 private:
  const cluster::Stars& before_;
  cluster::Stars after_;
  std::vector<cluster::Binary> now_;
  std::map<std::uint32_t, std::size_t> place_;
  std::map<std::uint32_t, bool> was_;
  std::map<std::uint32_t, const cluster::Binary*> formed_;
};

}  // namespace touchstone::cmc
