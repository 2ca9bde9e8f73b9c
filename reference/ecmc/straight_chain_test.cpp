#include "reference/ecmc/straight_chain.hpp"

#include <gtest/gtest.h>

#include "models/core/errors.hpp"
#include "reference/ecmc/constraint_graph_by_definition.hpp"
#include "reference/ecmc/global_time.hpp"
#include "reference/ecmc/small_legs_for_tests.hpp"

namespace touchstone::reference {
namespace {

TEST(StraightChain, IsGlobalTimeWithOneActiveDisk) {
  EXPECT_TRUE(rc::check([] {
    disks::Leg leg = random_leg();
    leg.active.resize(1);
    const auto chain = straight_chain(leg.start, leg.active[0], leg.duration);
    RC_ASSERT(chain == global_time_leg(leg, disks::near_graph(leg.start)));
  }));
}

TEST(StraightChain, IsGlobalTimeWithTies) {
  EXPECT_TRUE(rc::check([] {
    disks::Leg leg = leg_with_ties();
    leg.active.resize(1);
    const auto chain = straight_chain(leg.start, leg.active[0], leg.duration);
    RC_ASSERT(chain == global_time_leg(leg, all_pairs_graph(leg.start)));
  }));
}

TEST(StraightChain, RowsWithoutRoomAreRefused) {
  const disks::FixedConfiguration jammed{{2, 4}, {7, 7 + (1u << 31)}, {1u << 30, 1u << 30}};
  EXPECT_THROW(straight_chain(jammed, 0, 1000), InputError);
}

TEST(StraightChain, EveryLiftingIsAnArrowOfTheMinimalGraph) {
  for (const double packing : {0.6, 0.708}) {
    const auto& start = dense_870(packing);
    const auto lanes = disks::near_graph(start);
    const auto graph = disks::minimal_graph(start, lanes);
    const auto chain = straight_chain(start, 17, 4 * disks::kTicksPerSide);
    EXPECT_GT(chain.liftings.size(), 500u);
    const Solicited seen = solicited(graph, chain.liftings);
    EXPECT_TRUE(seen.forbidden.empty());
    EXPECT_GT(seen.arrows, 300u);
    EXPECT_LE(seen.arrows, graph.arrows());
    EXPECT_EQ(solicited(lanes, chain.liftings).arrows, seen.arrows);
  }
}

TEST(StraightChain, AMissingArrowIsNoticed) {  // twin
  const auto& start = dense_870(0.708);
  const auto chain = straight_chain(start, 17, disks::kTicksPerSide / 4);
  auto targets = disks::near_graph(start).targets();
  const disks::Lifting& lost = chain.liftings.at(20);
  std::erase(targets[lost.from], lost.to);
  const Solicited seen = solicited({start, targets}, chain.liftings);
  ASSERT_FALSE(seen.forbidden.empty());
  EXPECT_LE(seen.forbidden[0], lost);
}

}  // namespace
}  // namespace touchstone::reference
