// Graphs and pictures of them in linear time, against the definitions.
#include <gtest/gtest.h>

#include "models/core/errors.hpp"
#include "models/disks/chains/crossings.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/chains/pruning_orders.hpp"
#include "reference/ecmc/constraint_graph_by_definition.hpp"
#include "reference/ecmc/planarity.hpp"
#include "reference/ecmc/small_legs_for_tests.hpp"

namespace touchstone {
namespace {

using disks::ConstraintGraph;
using disks::FixedConfiguration;

TEST(PruningOrders, AreThoseOfTheDefinition) {
  EXPECT_TRUE(rc::check([] {
    const FixedConfiguration c = reference::random_leg().start;
    const ConstraintGraph lanes = disks::near_graph(c);
    const FixedConfiguration back = mirrored(c);
    const ConstraintGraph lanes_back = disks::near_graph(back);
    for (int order = 0; order <= 5; ++order) {
      const ConstraintGraph pruned = disks::pruned_graph(c, lanes, order);
      const ConstraintGraph pruned_back = disks::pruned_graph(back, lanes_back, order);
      RC_ASSERT(pruned == reference::pruned(c, lanes, order));
      RC_ASSERT(disks::symmetrised_graph(pruned, pruned_back) ==
                reference::symmetrised(c, pruned, pruned_back));
    }
  }));
}

TEST(PruningOrders, OfADenseSystemEndAtTheMinimalGraph) {
  const FixedConfiguration& c = reference::dense_870(0.708);
  const ConstraintGraph lanes = disks::near_graph(c);
  const ConstraintGraph minimal = disks::minimal_graph(c, lanes);
  for (int order = 1; order <= 4; ++order)
    EXPECT_EQ(disks::pruned_graph(c, lanes, order), reference::pruned(c, lanes, order));
  EXPECT_EQ(disks::arrows_apart(disks::pruned_graph(c, lanes, 12), minimal), 0u);
  EXPECT_GT(disks::arrows_apart(disks::pruned_graph(c, lanes, 1), minimal), 0u);  // twin
}

// Dilute systems have far targets and many detours.
TEST(PruningOrders, OfDiluteSystemsEndAtTheMinimalGraph) {
  for (const double packing : {0.02, 0.1, 0.3, 0.5})
    for (const disks::Aspect aspect : {disks::kSquare, disks::Aspect{8, 1}}) {
      const FixedConfiguration c =
          disks::in_fixed_point(disks::compressed_start(600, packing, aspect, 4));
      const ConstraintGraph lanes = disks::near_graph(c);
      const ConstraintGraph minimal = disks::minimal_graph(c, lanes, 2);
      EXPECT_EQ(disks::arrows_apart(disks::pruned_graph(c, lanes, 600), minimal), 0u) << packing;
      EXPECT_EQ(lanes, reference::three_lane_graph(c));
      EXPECT_LT(minimal.arrows(), lanes.arrows());
    }
}

TEST(PruningOrders, ArrowsApartAreCountedOnBothSides) {
  const FixedConfiguration c =
      disks::in_fixed_point(disks::Configuration{{6, 6}, {{1, 1}, {3, 1.2}, {5, 1.1}}});
  const ConstraintGraph a(c, {{1}, {2}, {0}});
  const ConstraintGraph b(c, {{1, 2}, {}, {0}});
  EXPECT_EQ(disks::arrows_apart(a, b), 2u);
  EXPECT_EQ(disks::arrows_apart(b, a), 2u);
  EXPECT_EQ(disks::arrows_apart(a, a), 0u);
  EXPECT_THROW(
      disks::arrows_apart(
          a, disks::near_graph(disks::in_fixed_point(disks::Configuration{{6, 6}, {{1, 1}}}))),
      InputError);
}

TEST(Crossings, AreThoseOfAllPairsOfArrows) {
  for (const double packing : {0.6, 0.708})
    for (const FixedConfiguration& c :
         {reference::dense_870(packing), transposed(reference::dense_870(packing))}) {
      const ConstraintGraph lanes = disks::near_graph(c);
      EXPECT_GT(disks::count_crossings(c, lanes), 10u);
      EXPECT_EQ(disks::count_crossings(c, lanes), reference::crossings(c, lanes));
      EXPECT_EQ(disks::count_crossings(c, disks::minimal_graph(c, lanes)), 0u);
    }
}

TEST(Crossings, ByHandAndThroughTheBoundary) {
  for (const double shift : {0.0, 6.0, 7.5}) {
    disks::Configuration c{{8, 8}, {{1, 4}, {3, 4.9}, {1.2, 5.3}, {3.2, 4.4}, {5, 4.2}}};
    for (auto& p : c.centres) p = c.box.wrap({p.x + shift, p.y + shift});
    const auto turns = disks::in_fixed_point(c);
    EXPECT_EQ(disks::count_crossings(turns, {turns, {{1}, {}, {3}, {}, {}}}), 1u);
    EXPECT_EQ(disks::count_crossings(turns, {turns, {{3}, {}, {1}, {}, {}}}), 0u);
    EXPECT_EQ(disks::count_crossings(turns, {turns, {{3}, {}, {3}, {4}, {}}}), 0u);
    EXPECT_EQ(disks::count_crossings(turns, {turns, {{1, 3}, {}, {3}, {4}, {}}}), 1u);
  }
}

}  // namespace
}  // namespace touchstone
