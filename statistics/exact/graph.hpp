// statistics/exact/graph.hpp
// Purpose   Which states of a chain can reach which: strongly connected components, those that are
//           never left, and the period.
// Source    R. E. Tarjan, SIAM J. Comput. 1, 146 (1972); period as the greatest common divisor of
//           level differences, E. V. Denardo, Math. Oper. Res. 2, 20 (1977).
// Cost      Linear in the number of transitions.
#pragma once
#include <vector>

#include "statistics/exact/index.hpp"

namespace touchstone::exact {

using Graph = std::vector<std::vector<Index>>;  ///< successors of every state

struct Components {
  std::vector<Index> of;     ///< component of every state
  std::vector<char> closed;  ///< by component: no transition leads out
  std::size_t count() const { return closed.size(); }
  std::size_t closed_count() const;
};

Components components(const Graph& graph);

/// The period of a strongly connected graph with at least one state; 1 is aperiodic. 0 when there
/// is no cycle at all.
std::uint64_t period(const Graph& graph);

}  // namespace touchstone::exact
