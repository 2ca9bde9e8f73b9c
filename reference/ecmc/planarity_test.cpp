#include "reference/ecmc/planarity.hpp"

#include <gtest/gtest.h>

#include "models/disks/chains/near_graph.hpp"
#include "reference/ecmc/global_time.hpp"
#include "reference/ecmc/small_legs_for_tests.hpp"

namespace touchstone::reference {
namespace {

TEST(Planarity, CrossingsByHand) {
  for (const double shift : {0.0, 6.0, 7.5}) {  // inside the box, and through its boundary
    disks::Configuration c{{8, 8}, {{1, 4}, {3, 4.9}, {1.2, 5.3}, {3.2, 4.4}, {5, 4.2}}};
    for (auto& p : c.centres) p = c.box.wrap({p.x + shift, p.y + shift});
    const auto turns = disks::in_fixed_point(c);
    EXPECT_EQ(crossings(turns, {turns, {{1}, {}, {3}, {}, {}}}), 1u);      // rises, falls
    EXPECT_EQ(crossings(turns, {turns, {{3}, {}, {1}, {}, {}}}), 0u);      // side by side
    EXPECT_EQ(crossings(turns, {turns, {{3}, {}, {3}, {4}, {}}}), 0u);     // common ends
    EXPECT_EQ(crossings(turns, {turns, {{1, 3}, {}, {3}, {4}, {}}}), 1u);  // of four arrows two
  }
}

// Lemma 4, in configurations along a leg of one graph.
TEST(Planarity, TheMinimalGraphIsPlanarWhereverALegLeads) {
  for (const double packing : {0.6, 0.708}) {
    disks::FixedConfiguration c = dense_870(packing);
    const auto lanes = disks::near_graph(c);
    const auto minimal = disks::minimal_graph(c, lanes);
    EXPECT_GT(crossings(c, lanes), 10u);  // twin: G3 is not planar
    for (int part = 0; part < 4; ++part) {
      EXPECT_EQ(crossings(c, minimal), 0u) << part;
      c.x =
          global_time_leg({c, disks::spread_active(870, 29), disks::kTicksPerSide / 10}, minimal).x;
    }
    EXPECT_EQ(disks::minimal_graph(c, disks::near_graph(c)),
              minimal);  // constant between breakpoints
  }
}

}  // namespace
}  // namespace touchstone::reference
