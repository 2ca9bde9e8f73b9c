#include "statistics/exact/graph.hpp"

#include <algorithm>
#include <deque>
#include <numeric>

namespace touchstone::exact {
namespace {

/// Tarjan's algorithm with an explicit stack.
class Tarjan {
 public:
  explicit Tarjan(const Graph& graph)
      : graph_(graph), order_(graph.size(), 0), low_(graph.size(), 0) {
    result_.of.assign(graph.size(), kNone);
    for (Index v = 0; v < graph.size(); ++v)
      if (order_[v] == 0) visit(v);
  }
  Components take() { return std::move(result_); }

 private:
  struct Frame {
    Index vertex;
    std::size_t next = 0;
  };

  void open(Index v) {
    order_[v] = low_[v] = ++clock_;
    open_.push_back(v);
    frames_.push_back({v});
  }
  bool is_open(Index v) const { return order_[v] != 0 && result_.of[v] == kNone; }

  void visit(Index root) {
    open(root);
    while (!frames_.empty()) {
      const Index v = frames_.back().vertex;
      if (frames_.back().next < graph_[v].size()) {
        const Index to = graph_[v][frames_.back().next++];
        if (order_[to] == 0)
          open(to);
        else if (is_open(to))
          low_[v] = std::min(low_[v], order_[to]);
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty())
        low_[frames_.back().vertex] = std::min(low_[frames_.back().vertex], low_[v]);
      if (low_[v] == order_[v]) close(v);
    }
  }

  void close(Index root) {
    const auto number = static_cast<Index>(result_.closed.size());
    std::vector<Index> members;
    do {
      members.push_back(open_.back());
      result_.of[open_.back()] = number;
      open_.pop_back();
    } while (members.back() != root);
    bool leaves = false;
    for (const Index v : members)
      for (const Index to : graph_[v]) leaves = leaves || result_.of[to] != number;
    result_.closed.push_back(!leaves);
  }

  const Graph& graph_;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> low_;
  std::vector<Index> open_;
  std::vector<Frame> frames_;
  std::size_t clock_ = 0;
  Components result_;
};

}  // namespace

std::size_t Components::closed_count() const {
  return static_cast<std::size_t>(std::count(closed.begin(), closed.end(), 1));
}

Components components(const Graph& graph) { return Tarjan(graph).take(); }

std::uint64_t period(const Graph& graph) {
  std::vector<std::int64_t> level(graph.size(), -1);
  std::deque<Index> queue{0};
  level[0] = 0;
  std::int64_t divisor = 0;
  while (!queue.empty()) {
    const Index v = queue.front();
    queue.pop_front();
    for (const Index to : graph[v]) {
      if (level[to] < 0) {
        level[to] = level[v] + 1;
        queue.push_back(to);
      } else {
        divisor = std::gcd(divisor, level[v] + 1 - level[to]);
      }
    }
  }
  return static_cast<std::uint64_t>(divisor);
}

}  // namespace touchstone::exact
