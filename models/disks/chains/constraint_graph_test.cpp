#include "models/disks/chains/constraint_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/start.hpp"

namespace touchstone::disks {
namespace {

using testing::HasSubstr;
using Targets = std::vector<std::vector<DiskIndex>>;

// Three disks in a box of 6 x 6 diameters: 0 and 1 in one row, 2 passes both.
const FixedConfiguration kThree = in_fixed_point(Configuration{{6, 6}, {{1, 1}, {3, 1.2}, {2, 4}}});

template <class Action>
std::string complaint(Action&& action) {
  try {
    action();
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(ConstraintGraph, HoldsItsArrows) {
  const ConstraintGraph graph(kThree, {{1}, {0}, {}});
  EXPECT_EQ(graph.size(), 3u);
  EXPECT_EQ(graph.arrows(), 2u);
  EXPECT_DOUBLE_EQ(graph.mean_out_degree(), 2.0 / 3);
  EXPECT_TRUE(graph.contains(0, 1));
  EXPECT_FALSE(graph.contains(0, 2));
  ASSERT_EQ(graph.from(0).size(), 1u);
  EXPECT_NEAR(graph.from(0)[0].separation, std::sqrt(1 - 0.04) / 6 * 0x1p32, 2);
  EXPECT_EQ(graph.targets(), (Targets{{1}, {0}, {}}));
  EXPECT_EQ(near_graph(kThree), graph);
}

TEST(ConstraintGraph, ArrowsAreSortedWhateverTheirOrder) {
  const FixedConfiguration c = in_fixed_point(compressed_start(40, 0.6, kSquare, 1));
  Targets targets = near_graph(c).targets();
  for (auto& list : targets) std::reverse(list.begin(), list.end());
  EXPECT_EQ(ConstraintGraph(c, targets), near_graph(c));
  targets[3].pop_back();
  EXPECT_NE(ConstraintGraph(c, targets), near_graph(c));
}

TEST(ConstraintGraph, ImpossibleArrowsAreRefused) {
  const auto made = [](const Targets& t) { return complaint([&] { ConstraintGraph(kThree, t); }); };
  EXPECT_EQ(made({{1}, {0}, {}}), "");
  EXPECT_THAT(made({{1}, {0}}), HasSubstr("number of disks"));
  EXPECT_THAT(made({{3}, {0}, {}}), HasSubstr("arrow 0 -> 3"));
  EXPECT_THAT(made({{0}, {0}, {}}), HasSubstr("arrow 0 -> 0"));
  EXPECT_THAT(made({{1, 1}, {0}, {}}), HasSubstr("targets of disk 0"));
  EXPECT_THAT(made({{1, 2}, {0}, {}}), HasSubstr("pass each other"));
}

TEST(RequireMatch, AcceptsTheGraphOfTheConfiguration) {
  const FixedConfiguration c = in_fixed_point(compressed_start(60, 0.65, kSquare, 2));
  EXPECT_NO_THROW(require_match(near_graph(c), c));
  EXPECT_NO_THROW(require_match(minimal_graph(c, near_graph(c)), c));
}

TEST(RequireMatch, GraphsOfOthersAreRefused) {
  const FixedConfiguration c = in_fixed_point(compressed_start(60, 0.65, kSquare, 2));
  const ConstraintGraph graph = near_graph(c);
  const auto with = [&](const FixedConfiguration& other) {
    return complaint([&] { require_match(graph, other); });
  };
  EXPECT_THAT(with(in_fixed_point(compressed_start(60, 0.65, kSquare, 3))),
              HasSubstr("another configuration"));
  EXPECT_THAT(with(transposed(c)), HasSubstr("another configuration"));
  EXPECT_THAT(with(mirrored(c)), HasSubstr("first obstacle"));  // all heights are the same
  EXPECT_THAT(with(in_fixed_point(compressed_start(61, 0.65, kSquare, 2))),
              HasSubstr("number of disks"));
  FixedConfiguration higher = c;
  for (FixedCoordinate& y : higher.y) y += 77;  // the same distances
  EXPECT_EQ(with(higher), "");
  higher.y[5] += 100000;
  EXPECT_THAT(with(higher), HasSubstr("contact separation"));
}

TEST(RequireMatch, AMissingFirstObstacleIsNamed) {
  const ConstraintGraph graph(kThree, {{}, {0}, {}});
  EXPECT_THAT(complaint([&] { require_match(graph, kThree); }),
              HasSubstr("arrows of disk 0: expected its first obstacle, disk 1"));
}

}  // namespace
}  // namespace touchstone::disks
