// Counts of trial moves against what their systems must have, the lower bound by hand, and
// XenoCollide with its supports written down.
#include "benchmarks/hpmc/move_roofline.hpp"

#include <gtest/gtest.h>

#include <map>

#include "benchmarks/alone.hpp"
#include "benchmarks/hpmc/overlap_split.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

const shapes::Configuration& lattice(std::size_t system) {
  static std::map<std::size_t, shapes::Configuration> made;
  if (made.count(system) == 0)
    made[system] = shape_systems().at(system).lattice(shape_systems().at(system).copies[0]);
  return made[system];
}
shapes::MoveCounts counted(std::size_t system) {
  return shapes::move_counters().front().count(lattice(system),
                                               shape_systems().at(system).parameters(), 1);
}

TEST(MoveRoofline, IsTheHandCountForDisks) {
  const shapes::MoveCounts counts{.blocks = 20, .boxes = 30, .leaves = 10, .checks = 5};
  const MoveRoofline roofline = move_roofline(lattice(0), counts, 10);
  EXPECT_DOUBLE_EQ(roofline.instructions, 6 * 2 + 8 + 8 + 4 * 3 + 12 * 1 + 6 * 0.5);
  EXPECT_DOUBLE_EQ(roofline.bytes, 16 * 2 + 64 + 32 * 3 + 160 * 1);
}

TEST(MoveRoofline, OfPentagonsCountsFacetsOfBothAndVerticesOfOne) {
  const shapes::MoveCounts counts{.screens = 10, .screened = 40};
  const MoveRoofline roofline = move_roofline(lattice(2), counts, 10);
  EXPECT_DOUBLE_EQ(roofline.instructions, 8 + 8 + 2 * 4 + 1 * 3 * 15);
}

TEST(MoveRoofline, CountsWhatMovesLookAt) {
  for (const std::size_t system : {0u, 1u, 2u, 3u}) {
    const shapes::MoveCounts counts = counted(system);
    const auto moves = static_cast<double>(4 * lattice(system).size());
    const double blocks = static_cast<double>(counts.blocks) / moves;
    const double expected[] = {1.273, 1.910, 0.5 * (1 + 1.273), 1.910};
    EXPECT_NEAR(blocks, expected[system], 0.15) << system;
    EXPECT_GE(counts.boxes, 4 * lattice(system).size());  // the own leaf's
    EXPECT_GE(counts.boxes, counts.leaves);
    EXPECT_GE(16 * counts.leaves, counts.near);
    EXPECT_EQ(counts.screens > 0, system > 1);
    EXPECT_GE(counts.near, counts.screened);  // an overlap ends the search
  }
}

TEST(OverlapSplit, SupportsAreAPartOfTheWhole) {
  constexpr std::size_t kSolid = 4;  // lattices that are to melt have no pairs that are near
  Request request;
  request.problem_class = ProblemClass::tiny;
  OverlapSplit split(request, {&shapes::overlap_tracers().front(), &shape_systems().at(kSolid)},
                     lattice(kSolid));
  const std::vector<ResultRecord> parts = time_alone(split);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].note, "");
  EXPECT_GT(parts[0].params.at("tests").get<double>(), 10);
  EXPECT_GE(parts[0].params.at("supports").get<double>(), 1);
  EXPECT_LE(parts[0].params.at("supports").get<double>(), 20);
  EXPECT_LE(parts[1].value, parts[0].value);
}

}  // namespace
}  // namespace touchstone::benchmarks::hpmc
