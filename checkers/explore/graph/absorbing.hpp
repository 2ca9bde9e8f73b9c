// checkers/explore/graph/absorbing.hpp
// Purpose   The explored system under a random scheduler: an absorbing Markov chain. With which
//           probability does a run end in each of its final states, and after how many steps?
// Source    B. Li et al., "Multithreaded event-chain Monte Carlo with local times", Comput. Phys.
//           Commun. 261, 107702 (2021), Lemma 3: the scheduler picks a thread uniformly. State
//           elimination: J. G. Kemeny, J. L. Snell, Finite Markov Chains (1960), chapter III.
// Computes  Exact fractions. States are eliminated in reverse order of discovery, which keeps the
//           rows short. A row is integers over one denominator (Boost.Multiprecision).
// Cost      Depends on how the graph is knotted; numbers grow to some hundreds of digits. Exact up
//           to kMostExactStates, beyond them it is an error and not an approximation.
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "checkers/explore/graph/endings.hpp"
#include "statistics/exact/numbers.hpp"

namespace touchstone::explore {

using exact::Rational;

inline constexpr std::size_t kMostExactStates = 100'000;

enum class Scheduler {
  runnable,    ///< uniform over the threads that can do a step
  all_threads  ///< uniform over all threads, as in the paper: a waiting one wastes its step
};

struct Absorption {
  struct End {
    Index state;  ///< finished or aborted
    Rational probability;
  };
  std::vector<End> ends;  ///< every finished and aborted state, in order of their numbers
  Rational stuck;         ///< probability of ever reaching a state from which no end can be reached
  /// Steps of the scheduler until the end, wasted ones included; none when a run may get stuck.
  std::optional<Rational> expected_steps;

  Rational of(Index state) const;
};

/// Absorption from state 0. The two schedulers differ in the steps only, never in the
/// probabilities. Throws InputError when the graph is incomplete or has more than `most_states`
/// states, and when the alternatives of a thread do not have probabilities that add up to 1.
Absorption absorption(const StateGraph& graph, Scheduler scheduler = Scheduler::runnable,
                      std::size_t most_states = kMostExactStates);

}  // namespace touchstone::explore
