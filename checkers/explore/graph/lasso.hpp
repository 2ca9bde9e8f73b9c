// checkers/explore/graph/lasso.hpp
// Purpose   Threads that wait for ever while others run. In a finite graph such a run is a lasso: a
//           stem, and a loop that is run again and again.
// Source    Weak fairness as in L. Lamport, Specifying Systems (2002), section 8.4: who can do a
//           step from some moment on without a break does one. In a loop, each thread does a step
//           or cannot do one in some state.
// Computes  Strongly connected components of the graph without the steps by which the thread gets
//           on. A loop through all of a component is the fairest of its loops, so one is enough.
// Cost      Linear in states and steps; a graph without loops, as most kernels have, is seen first.
// Not here  States from which no end can be reached any more (endings.hpp). Strong fairness: who
//           can do a step again and again, with breaks, may still be passed over for ever. Models
//           in which a load may return an old value for ever: there every waiting loop is a lasso.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checkers/explore/graph/shortest.hpp"

namespace touchstone::explore {

enum class Fairness : std::uint8_t {
  none,  ///< a thread that can do a step may be passed over for ever
  weak   ///< not if it can do one all the time
};

struct Lasso {
  unsigned thread = 0;  ///< who never gets on
  Schedule stem;
  Schedule loop;  ///< from the end of the stem back to it
};

/// Questions about one thread.
struct GettingOn {
  unsigned thread = 0;
  std::function<bool(Index)> unfinished;
  /// Whether the thread gets on by this step of its own; without it, only by its end.
  std::function<bool(Index from, const Edge&)> step = {};
};

/// A lasso in whose loop the thread is unfinished and never gets on; nullopt if there is none.
/// InputError when the graph is not complete.
std::optional<Lasso> waits_for_ever(const StateGraph& graph, const GettingOn& question,
                                    Fairness fairness);

/// The first thread's lasso of those that have one, of the `threads` first threads.
std::optional<Lasso> some_thread_waits(const StateGraph& graph, unsigned threads,
                                       const std::function<bool(Index, unsigned)>& unfinished,
                                       Fairness fairness);

/// Whether some run has no end, under any scheduler.
bool has_loop(const StateGraph& graph);

/// "a3 (b2 a1)": the stem, and the loop.
std::string word(const StateGraph& graph, const Lasso& lasso);

/// Verdict on a lasso under weak fairness.
inline std::string waits_text(unsigned thread) {
  return std::string("thread ") + static_cast<char>('a' + thread) +
         " never ends, under a fair scheduler";
}

}  // namespace touchstone::explore
