#include "checkers/explore/graph/lasso.hpp"

#include <algorithm>

#include "models/core/errors.hpp"
#include "statistics/exact/graph.hpp"

namespace touchstone::explore {
namespace {

class LassoSearch {
 public:
  LassoSearch(const StateGraph& graph, const GettingOn& question)
      : graph_(graph), question_(question), part_(graph.size()) {
    for (Index state = 0; state < graph.size(); ++state)
      for (const Edge& edge : graph.out(state))
        if (stays(state, edge)) part_[state].push_back(edge.to);
    components_ = exact::components(part_);
    members_.resize(components_.count());
    for (Index state = 0; state < graph.size(); ++state)
      members_[components_.of[state]].push_back(state);
  }

  std::optional<Lasso> run(Fairness fairness) {
    for (Index state = 0; state < graph_.size(); ++state) {
      const auto& members = members_[components_.of[state]];
      if (members.front() != state || !question_.unfinished(state)) continue;
      if (!loops(members) || (fairness == Fairness::weak && !fair(members))) continue;
      Lasso lasso{question_.thread, {}, {}};
      lasso.stem = *shortest_schedule(graph_, [&](Index s) { return s == state; });
      lasso.loop = around(members, fairness);
      return lasso;
    }
    return std::nullopt;
  }

 private:
  bool stays(Index from, const Edge& edge) const {
    return graph_.step_of(edge).thread != question_.thread || !question_.step ||
           !question_.step(from, edge);
  }
  /// Steps from this state that a loop may do.
  bool inside(Index from, const Edge& edge) const {
    return components_.of[from] == components_.of[edge.to] && stays(from, edge);
  }
  bool can(Index state, unsigned thread) const {
    const auto out = graph_.out(state);
    return std::any_of(out.begin(), out.end(),
                       [&](const Edge& e) { return graph_.step_of(e).thread == thread; });
  }
  bool does(Index state, unsigned thread) const {
    const auto out = graph_.out(state);
    return std::any_of(out.begin(), out.end(), [&](const Edge& e) {
      return graph_.step_of(e).thread == thread && inside(state, e);
    });
  }
  bool loops(const std::vector<Index>& members) const {
    const auto out = graph_.out(members.front());
    return members.size() > 1 || std::any_of(out.begin(), out.end(), [&](const Edge& e) {
             return inside(members.front(), e);
           });
  }
  /// A state where this thread does a step in the loop, or cannot do any.
  std::optional<Index> content(const std::vector<Index>& members, unsigned thread) const {
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](Index s) { return !can(s, thread) || does(s, thread); });
    if (found == members.end()) return std::nullopt;
    return *found;
  }
  bool fair(const std::vector<Index>& members) const {
    for (unsigned t = 0; t < graph_.threads; ++t)
      if (!content(members, t)) return false;
    return true;
  }

  /// Whether a scheduler that repeats the loop treats this thread fairly.
  bool fair_to(const Schedule& loop, unsigned thread) const {
    return std::any_of(loop.states.begin(), loop.states.end(),
                       [&](Index s) { return !can(s, thread); }) ||
           std::any_of(loop.taken.begin(), loop.taken.end(), [&](std::size_t e) {
             return graph_.step_of(graph_.edges[e]).thread == thread;
           });
  }

  /// At least one step; past a content state of each thread, and then back.
  Schedule around(const std::vector<Index>& members, Fairness fairness) const {
    Schedule loop;
    loop.states.push_back(members.front());
    for (unsigned t = 0; fairness == Fairness::weak && t < graph_.threads; ++t) {
      if (fair_to(loop, t)) continue;
      const Index where = *content(members, t);
      if (loop.end() != where) walk(loop, [&](Index, const Edge& e) { return e.to == where; });
      if (can(where, t))
        walk(loop, [&](Index from, const Edge& e) {
          return from == where && graph_.step_of(e).thread == t;
        });
    }
    if (loop.taken.empty() || loop.end() != members.front())
      walk(loop, [&](Index, const Edge& e) { return e.to == members.front(); });
    return loop;
  }

  /// Extends the schedule by the fewest steps of which the last is wanted.
  template <class Wanted>
  void walk(Schedule& loop, Wanted&& wanted) const {
    struct Visit {
      Index state;
      std::size_t before, edge;
    };
    std::vector<Visit> queue{{loop.end(), 0, 0}};
    std::vector<char> seen(graph_.size(), 0);
    seen[loop.end()] = 1;
    for (std::size_t at = 0; at < queue.size(); ++at)
      for (std::size_t e = graph_.first_edge[queue[at].state];
           e < graph_.first_edge[queue[at].state + std::size_t{1}]; ++e) {
        const Edge& edge = graph_.edges[e];
        if (!inside(queue[at].state, edge)) continue;
        if (wanted(queue[at].state, edge)) {
          std::vector<std::size_t> taken{e};
          for (std::size_t i = at; i != 0; i = queue[i].before) taken.push_back(queue[i].edge);
          for (auto i = taken.rbegin(); i != taken.rend(); ++i) {
            loop.taken.push_back(*i);
            loop.states.push_back(graph_.edges[*i].to);
          }
          return;
        }
        if (seen[edge.to] != 0) continue;
        seen[edge.to] = 1;
        queue.push_back({edge.to, at, e});
      }
  }

  const StateGraph& graph_;
  const GettingOn& question_;
  exact::Graph part_;
  exact::Components components_;
  std::vector<std::vector<Index>> members_;  // by component, in increasing order
};

}  // namespace

bool has_loop(const StateGraph& graph) {
  std::vector<Index> into(graph.size(), 0), free;
  for (const Edge& edge : graph.edges) ++into[edge.to];
  for (Index state = 0; state < graph.size(); ++state)
    if (into[state] == 0) free.push_back(state);
  for (std::size_t at = 0; at < free.size(); ++at)
    for (const Edge& edge : graph.out(free[at]))
      if (--into[edge.to] == 0) free.push_back(edge.to);
  return free.size() < graph.size();
}

std::optional<Lasso> waits_for_ever(const StateGraph& graph, const GettingOn& question,
                                    Fairness fairness) {
  if (!graph.complete)
    throw input_error("explorer", "runs without an end", "all states of a system", outcome(graph));
  if (!has_loop(graph)) return std::nullopt;
  return LassoSearch(graph, question).run(fairness);
}

std::optional<Lasso> some_thread_waits(const StateGraph& graph, unsigned threads,
                                       const std::function<bool(Index, unsigned)>& unfinished,
                                       Fairness fairness) {
  if (graph.complete && !has_loop(graph)) return std::nullopt;  // asked once for all threads
  for (unsigned t = 0; t < threads; ++t) {
    const auto of_this = [&](Index state) { return unfinished(state, t); };
    if (auto found = waits_for_ever(graph, {t, of_this}, fairness)) return found;
  }
  return std::nullopt;
}

std::string word(const StateGraph& graph, const Lasso& lasso) {
  const std::string stem = word(graph, lasso.stem);
  return stem + (stem.empty() ? "(" : " (") + word(graph, lasso.loop) + ")";
}

}  // namespace touchstone::explore
