// checkers/cmc/step_seen.hpp
// Purpose   Pairs with binaries as a step of a cluster has left them: which of them have met, and
//           the stars between their meetings and their moves, read off the stars before and after
//           the step. No scheme is asked.
#pragma once
#include <map>
#include <vector>

#include "checkers/cmc/meeting_law.hpp"
#include "models/cmc/registry.hpp"

namespace touchstone::cmc {

class StepSeen {
 public:
  /// The stars before the step must outlive it.
  StepSeen(const cluster::Stars& before, const cluster::ClusterRun& after);

  std::uint32_t id(const PairBefore& pair, std::size_t k) const;
  /// The binary that star k of the pair is now, or nullptr.
  const cluster::Binary* now(const PairBefore& pair, std::size_t k) const;
  /// Whether star k was a binary and is none, but still there, or what was freed of it.
  bool lost(const PairBefore& pair, std::size_t k) const;
  std::size_t lost(const PairBefore& pair) const { return lost(pair, 0) + lost(pair, 1); }
  bool met(const PairBefore& pair) const;
  /// Stars of the pair now, in its places, and those that are freed, from the inside.
  std::vector<std::uint32_t> ids(const PairBefore& pair) const;
  /// Whether some of them have left, so that masses may be unknown.
  bool unclear(const PairBefore& pair) const;
  double mass(std::uint32_t id) const { return after_.mass[place_.at(id)]; }

  /// All stars after their meetings and before they move, with velocities of before; meaningless
  /// where a pair is unclear.
  cluster::Stars pivot(const std::vector<PairBefore>& pairs) const;

 private:
  bool there(std::uint32_t id) const { return place_.count(id) > 0; }

  const cluster::Stars& before_;
  cluster::Stars after_;
  std::map<std::uint32_t, cluster::Binary> is_;
  std::map<std::uint32_t, std::size_t> place_;
};

}  // namespace touchstone::cmc
