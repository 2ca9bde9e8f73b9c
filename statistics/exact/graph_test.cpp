#include "statistics/exact/graph.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace touchstone::exact {
namespace {

TEST(Graph, FindsComponentsAndThoseNeverLeft) {
  const Components c = components({{1}, {2}, {0, 3}, {4}, {3}, {5}, {}});  // 0-1-2 -> 3-4; 5; 6
  EXPECT_EQ(c.count(), 4u);
  EXPECT_EQ(c.of[0], c.of[2]);
  EXPECT_EQ(c.of[3], c.of[4]);
  EXPECT_NE(c.of[0], c.of[3]);
  EXPECT_FALSE(c.closed[c.of[0]]);
  EXPECT_TRUE(c.closed[c.of[3]]);
  EXPECT_TRUE(c.closed[c.of[5]]);
  EXPECT_EQ(c.closed_count(), 3u);
}

TEST(Graph, KnowsPeriods) {
  EXPECT_EQ(period({{0}}), 1u);
  EXPECT_EQ(period({{1}, {0}}), 2u);
  EXPECT_EQ(period({{1}, {2}, {0}}), 3u);
  EXPECT_EQ(period({{1}, {2, 0}, {0}}), 1u);                           // cycles of 2 and 3
  EXPECT_EQ(period({{1}, {2, 4}, {3}, {0}, {0}}), 1u);                 // of 4 and 3
  EXPECT_EQ(period({{1, 3}, {2}, {0}, {4}, {5}, {6}, {7}, {0}}), 3u);  // of 3 and 6
}

/// Reachability by brute force.
std::vector<std::vector<bool>> closure(const Graph& graph) {
  const std::size_t n = graph.size();
  std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
  for (std::size_t x = 0; x < n; ++x) {
    reach[x][x] = true;
    for (const Index y : graph[x]) reach[x][y] = true;
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t x = 0; x < n; ++x)
      for (std::size_t y = 0; y < n; ++y)
        if (reach[x][k] && reach[k][y]) reach[x][y] = true;
  return reach;
}

TEST(Graph, AgreesWithReachabilityOnRandomGraphs) {
  EXPECT_TRUE(rc::check([] {
    const auto n = *rc::gen::inRange<Index>(1, 12);
    Graph graph(n);
    for (auto& successors : graph)
      successors = *rc::gen::container<std::vector<Index>>(*rc::gen::inRange<std::size_t>(0, 3),
                                                           rc::gen::inRange<Index>(0, n));
    const Components c = components(graph);
    const auto reach = closure(graph);
    for (Index x = 0; x < n; ++x)
      for (Index y = 0; y < n; ++y) {
        RC_ASSERT((c.of[x] == c.of[y]) == (reach[x][y] && reach[y][x]));
        if (c.closed[c.of[x]] && reach[x][y]) RC_ASSERT(c.of[y] == c.of[x]);
      }
  }));
}

}  // namespace
}  // namespace touchstone::exact
