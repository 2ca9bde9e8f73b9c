// The chain with cells against the chain that looks at all disks, and against the clock.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "models/core/errors.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "reference/ecmc/constraint_graph_by_definition.hpp"
#include "reference/ecmc/small_legs_for_tests.hpp"
#include "reference/ecmc/straight_chain.hpp"

namespace touchstone {
namespace {

using disks::FixedConfiguration;
using disks::kTicksPerSide;
using disks::Leg;
using disks::LegEnd;
using disks::Ticks;
using testing::HasSubstr;

std::unique_ptr<disks::ChainRun> started(const Leg& leg) {
  return disks::chain_scheme("ecmc/cell-chain").start(leg, disks::near_graph(leg.start), {});
}
LegEnd cells(const Leg& leg) {
  const auto chain = started(leg);
  chain->advance(leg.duration);
  return chain->end();
}
LegEnd expected(const Leg& leg) {
  return reference::straight_chain(leg.start, leg.active.front(), leg.duration);
}
bool is_valid(const Leg& leg) {
  try {
    disks::require_valid(leg, disks::near_graph(leg.start));
  } catch (const InputError&) {
    return false;
  }
  return true;
}

TEST(CellChain, EqualsTheReference) {
  EXPECT_TRUE(rc::check([] {
    Leg leg = reference::random_leg();
    leg.active.resize(1);
    const LegEnd end = cells(leg);
    RC_ASSERT(end == expected(leg));
    RC_ASSERT(end == reference::global_time_leg(leg, disks::near_graph(leg.start)));
  }));
}

TEST(CellChain, EqualsTheReferenceWithTies) {
  EXPECT_TRUE(rc::check([] {
    Leg leg = reference::leg_with_ties();
    leg.active.resize(1);
    const auto last = static_cast<disks::DiskIndex>(leg.start.size() - 1);
    Leg renumbered = leg;  // the other disk is lifted to at ties
    std::reverse(renumbered.start.x.begin(), renumbered.start.x.end());
    std::reverse(renumbered.start.y.begin(), renumbered.start.y.end());
    renumbered.active[0] = last - leg.active[0];
    RC_PRE(is_valid(leg) && is_valid(renumbered));  // no ties among the first events
    RC_ASSERT(cells(leg) == expected(leg));
    RC_ASSERT(cells(renumbered) == expected(renumbered));
  }));
}

TEST(CellChain, DenseAndSeveralTimesAroundTheBox) {
  for (const double packing : {0.6, 0.708}) {
    const FixedConfiguration& dense = reference::dense_870(packing);
    const Leg leg{dense, {17}, 4 * kTicksPerSide};
    const LegEnd end = cells(leg);
    EXPECT_EQ(end, expected(leg));
    EXPECT_GT(end.liftings.size(), 500u);
    const Leg up{transposed(dense), {17}, kTicksPerSide};
    EXPECT_EQ(cells(up), expected(up));
  }
}

TEST(CellChain, BoxesOfAllShapes) {
  for (const auto& [width, height] :
       {std::pair{2.0, 2.0}, {2.0, 32.0}, {32.0, 2.0}, {2.99, 2.99}, {3.0, 2.99}, {4.0, 9.5}}) {
    const auto disks = static_cast<std::size_t>(width * height * 0.3);
    const disks::Aspect aspect{width, height};
    const double packing = static_cast<double>(disks) * std::numbers::pi / 4 / (width * height);
    const auto start = disks::in_fixed_point(disks::compressed_start(disks, packing, aspect, 3));
    const Leg leg{start, {0}, 6 * kTicksPerSide + 12345};
    EXPECT_EQ(cells(leg), expected(leg)) << width << " x " << height;
  }
}

TEST(CellChain, OneDiskFliesFreely) {
  const Leg leg{
      disks::in_fixed_point(disks::Configuration{{5, 5}, {{1, 1}}}), {0}, 7 * kTicksPerSide + 9};
  EXPECT_EQ(cells(leg), expected(leg));
  EXPECT_EQ(cells(leg).x[0], leg.start.x[0] + 9);
}

TEST(CellChain, PartsOfALegAddUp) {
  const Leg leg{reference::dense_870(0.708), {400}, 2 * kTicksPerSide};
  const auto chain = started(leg);
  for (const Ticks part : {Ticks{1}, kTicksPerSide / 3, Ticks{2}, kTicksPerSide - 3,
                           kTicksPerSide - kTicksPerSide / 3})
    chain->advance(part);
  EXPECT_EQ(chain->end(), expected(leg));
  EXPECT_EQ(chain->liftings(), expected(leg).liftings.size());
  EXPECT_EQ(chain->violation(), disks::kNoViolation);
}

TEST(CellChain, LiftingsAreKeptOnlyIfRecorded) {
  const Leg leg{reference::dense_870(0.708), {400}, kTicksPerSide / 2};
  const auto chain = disks::chain_scheme("ecmc/cell-chain")
                         .start(leg, disks::near_graph(leg.start), {.record = false});
  chain->advance(leg.duration);
  LegEnd end = expected(leg);
  EXPECT_EQ(chain->liftings(), end.liftings.size());
  end.liftings.clear();
  EXPECT_EQ(chain->end(), end);
}

TEST(CellChain, MovesOneDisk) {
  const Leg leg{reference::dense_870(0.708), {4, 5}, kTicksPerSide / 2};
  try {
    started(leg);
    FAIL() << "two active disks";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("ecmc/cell-chain: number of active disks: expected 1"));
  }
}

}  // namespace
}  // namespace touchstone
