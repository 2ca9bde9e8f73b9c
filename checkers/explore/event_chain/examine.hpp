// checkers/explore/event_chain/examine.hpp
// Purpose   Everything that exploring one program on one configuration says: counts, wrong final
//           configurations, stuck states, exact probabilities, the shortest counterexample.
// Cost      Exploration: some millions of states a second. Probabilities: tenths of a second for
//           the suites of the paper, so they are asked for separately.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "checkers/explore/event_chain/chain_system.hpp"
#include "checkers/explore/event_chain/global_time.hpp"
#include "checkers/explore/graph/absorbing.hpp"
#include "checkers/explore/graph/state_graph.hpp"

namespace touchstone::explore {

/// Exact probabilities under the paper's switch; they add up to 1.
struct EndProbabilities {
  Rational right;  ///< terminates where the global clock says
  Rational wrong;
  Rational aborted;
  Rational stuck;
};

struct Examination {
  std::size_t states = 0;  ///< without the abort, as in the paper
  std::size_t edges = 0;
  std::size_t terminals = 0;   ///< states in which all threads wait
  std::size_t wrong_ends = 0;  ///< those that differ from the global clock in a position, a local
                               ///< time or a tag
  std::size_t stuck = 0;       ///< states from which no terminal and no abort can be reached
  std::size_t deadlocks = 0;
  std::size_t livelocks = 0;
  std::size_t edges_to_abort = 0;
  double bytes_per_state = 0;
  bool complete = true;  ///< false: the budget was used up, and nothing is known

  bool kills() const { return complete && wrong_ends + stuck > 0; }
  bool only_aborts() const { return complete && terminals == 0 && stuck == 0; }
};

/// Explores again and again in the same memory.
class Examiner {
 public:
  explicit Examiner(ExploreLimits limits = {.states = 5'000'000}) : limits_(limits) {}

  const Examination& examine(const Program& program, const Configuration& configuration);

  // About the examination made last.
  const StateGraph& graph() const { return graph_; }
  const ChainSystem& system() const { return *system_; }
  const LegEnd& reference() const { return reference_; }
  bool wrong_end(Index state) const;
  EndProbabilities probabilities() const;
  /// The shortest schedule to a wrong end or, if there is none, into a trap: "a21 b20 a29 b18";
  /// empty when there is neither.
  std::string counterexample() const;

 private:
  ExploreLimits limits_;
  StateGraph graph_;
  std::optional<ChainSystem> system_;
  LegEnd reference_;
  Examination result_;
};

/// Figure 4 of the paper: how many states have their threads' program counters at (first, second).
using CounterPair = std::pair<Statement, Statement>;
std::map<CounterPair, std::size_t> states_by_counters(const ChainSystem& system,
                                                      const StateGraph& graph);

/// Number of states that are left when locals that are never read again are not told apart.
std::size_t live_states(const ChainSystem& system, const StateGraph& graph);

}  // namespace touchstone::explore
