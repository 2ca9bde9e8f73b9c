#include "checkers/explore/event_chain/examine.hpp"

#include "checkers/explore/graph/shortest.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

/// Locals that statement pc of the published order, or a later one, still reads.
Locals live_part(Locals l) {
  const auto among = [&](Statement first, Statement last) { return l.pc >= first && l.pc <= last; };
  const bool reads_x = among(2, 6) || among(9, 13);
  const bool reads_tau = among(2, 6) || among(10, 18) || among(21, 22);
  const bool reads_j = among(2, 6) || among(8, 20);
  const bool reads_d = !among(21, 23) && l.pc != kWait;
  if (!reads_x) l.x = 0;
  if (!reads_tau) l.tau = 0;
  if (!reads_j) l.j = 0;
  if (!reads_d) l.d = 0;
  if (!among(4, 8)) l.xt = 0;
  if (!among(5, 9)) l.taut = 0;
  if (l.pc == kWait || l.pc == 19) l.i = 0;
  return l;
}

}  // namespace

const Examination& Examiner::examine(const Program& program, const Configuration& configuration) {
  system_.emplace(program, Geometry(configuration));
  explore(*system_, graph_, limits_);
  result_ = {};
  result_.complete = graph_.complete;
  result_.states = graph_.size();
  result_.edges = graph_.edges.size();
  result_.bytes_per_state = graph_.bytes_per_state();
  if (!graph_.complete) return result_;
  reference_ = global_time_leg(system_->geometry());
  const Endings ends = endings(graph_);
  result_.states -= ends.aborted.size();
  result_.terminals = ends.finished.size();
  for (const Index state : ends.finished) result_.wrong_ends += wrong_end(state);
  result_.stuck = ends.stuck;
  result_.deadlocks = ends.deadlocks();
  result_.livelocks = ends.livelocks();
  result_.edges_to_abort = ends.edges_to_abort;
  return result_;
}

bool Examiner::wrong_end(Index state) const {
  if (graph_.ending[state] != Ending::finished) return false;
  const Words words = graph_.states.view(state);
  for (std::size_t i = 0; i < reference_.x.size(); ++i) {
    const SphereState expected{reference_.x[i], reference_.t[i]};
    const Tag tag = reference_.active[i] ? Tag::stalled : Tag::is_static;
    if (system_->sphere(words, i) != expected || system_->tag(words, i) != tag) return true;
  }
  return false;
}

EndProbabilities Examiner::probabilities() const {
  const Absorption absorbed = absorption(graph_);
  EndProbabilities result;
  result.stuck = absorbed.stuck;
  for (const auto& [state, probability] : absorbed.ends) {
    if (graph_.ending[state] == Ending::aborted)
      result.aborted += probability;
    else
      (wrong_end(state) ? result.wrong : result.right) += probability;
  }
  return result;
}

std::string Examiner::counterexample() const {
  if (result_.wrong_ends > 0)
    return word(graph_, *shortest_schedule(graph_, [&](Index s) { return wrong_end(s); }));
  if (result_.stuck == 0) return "";
  const Endings ends = endings(graph_);
  return word(graph_, *shortest_schedule(graph_, [&](Index s) { return ends.is_stuck[s] != 0; }));
}

std::map<CounterPair, std::size_t> states_by_counters(const ChainSystem& system,
                                                      const StateGraph& graph) {
  if (system.threads() != 2)
    throw input_error("program counters", "threads", "two", std::to_string(system.threads()));
  std::map<CounterPair, std::size_t> result;
  for (Index state = 0; state < graph.size(); ++state)
    if (graph.ending[state] != Ending::aborted) {
      const Words words = graph.states.view(state);
      ++result[{system.pc(words, 0), system.pc(words, 1)}];
    }
  return result;
}

std::size_t live_states(const ChainSystem& system, const StateGraph& graph) {
  StateStore live;
  std::vector<std::uint64_t> state;
  for (Index number = 0; number < graph.size(); ++number) {
    if (graph.ending[number] == Ending::aborted) continue;
    const Words words = graph.states.view(number);
    state.assign(words.begin(), words.end());
    for (unsigned thread = 0; thread < system.threads(); ++thread) {
      const auto packed =
          std::bit_cast<std::array<std::uint64_t, 3>>(live_part(system.locals(words, thread)));
      std::copy(packed.begin(), packed.end(),
                state.end() - 3 * (static_cast<std::ptrdiff_t>(system.threads()) - thread));
    }
    live.intern(state);
  }
  return live.size();
}

}  // namespace touchstone::explore
