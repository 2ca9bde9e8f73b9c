// Legs of the production code on small lattices, state by state: each pair of a configuration and a
// set of active disks has one successor and one predecessor, and a leg backwards in time undoes it.
// That they are those of one clock: checkers/balance/models/chain_legs_test.cpp.
#include <gtest/gtest.h>

#include <map>

#include "models/disks/chains/lattice_chains.hpp"
#include "optimized/ecmc/team/chain_team.hpp"
#include "optimized/ecmc/words/word_kernels.hpp"

namespace touchstone::optimized {
namespace {

using disks::ChainTwin;
using disks::DiskIndex;
using disks::FixedConfiguration;
using disks::LatticeDisks;
using disks::Leg;

std::vector<std::vector<DiskIndex>> active_sets(std::size_t active) {
  if (active == 1) return {{0}, {1}, {2}};
  return {{0, 1}, {0, 2}, {1, 2}};
}

disks::LegEnd run(const LatticeDisks& lattice, const Leg& leg, disks::OnViolation on_violation,
                  disks::Ticks* violation = nullptr) {
  ChainTeam<WordKernel<SerialMemory>> team(leg, lattice.graph(leg.start),
                                           {.on_violation = on_violation, .record = true});
  team.advance(leg.duration);
  if (violation != nullptr) *violation = team.violation();
  return team.end();
}

/// Calls visit(leg) for every configuration and every set of active disks.
template <class Visit>
void for_each_leg(const LatticeDisks& lattice, Visit&& visit) {
  for (const StateKey key : lattice.configurations())
    for (const std::vector<DiskIndex>& active : active_sets(lattice.twin().active))
      visit(Leg{lattice.load(key), active, lattice.twin().leg()});
}

std::size_t states(const LatticeDisks& lattice) {
  return lattice.configurations().size() * active_sets(lattice.twin().active).size();
}

/// Successors, each with how many lead to it.
std::map<std::pair<StateKey, std::vector<DiskIndex>>, int> ends(const LatticeDisks& lattice) {
  std::map<std::pair<StateKey, std::vector<DiskIndex>>, int> result;
  for_each_leg(lattice, [&](const Leg& leg) {
    const disks::LegEnd end = run(lattice, leg, disks::OnViolation::repair);
    FixedConfiguration c = leg.start;
    c.x = end.x;
    ++result[{lattice.key(c), end.active}];
  });
  return result;
}

std::vector<ChainTwin> twins() {
  std::vector<ChainTwin> result;
  for (const std::size_t active : {1u, 2u})
    for (const int steps : {1, 5}) result.push_back({.active = active, .steps = steps});
  return result;
}

TEST(LatticeChains, EachConfigurationWithActiveDisksHasOnePredecessor) {
  for (const ChainTwin& twin : twins()) {
    const LatticeDisks lattice(twin);
    EXPECT_EQ(ends(lattice).size(), states(lattice)) << twin.name();
  }
}

/// A blocked disk that is active and the disk ahead of it being active are one and the same.
TEST(LatticeChains, ContactsAtBreakpointsCostPredecessors) {
  for (ChainTwin twin : twins()) {
    twin.offsets = false;
    const LatticeDisks lattice(twin);
    EXPECT_LT(ends(lattice).size(), states(lattice)) << twin.name();
  }
}

/// So the repairs of the other tests are needed.
TEST(LatticeChains, OfTwoChainsMeetHorizonViolations) {
  for (const ChainTwin& twin : twins()) {
    const LatticeDisks lattice(twin);
    std::size_t violated = 0;
    std::size_t spoilt = 0;
    for_each_leg(lattice, [&](const Leg& leg) {
      disks::Ticks violation = disks::kNoViolation;
      const disks::LegEnd kept = run(lattice, leg, disks::OnViolation::remember, &violation);
      spoilt += kept == run(lattice, leg, disks::OnViolation::repair) ? 0u : 1u;
      violated += violation == disks::kNoViolation ? 0u : 1u;
    });
    EXPECT_EQ(violated > 0, twin.active > 1) << twin.name();
    EXPECT_EQ(spoilt > 0, twin.active > 1) << twin.name();
  }
}

TEST(LatticeChains, BackwardsInTimeUndoThem) {
  for (const ChainTwin& twin : twins()) {
    const LatticeDisks lattice(twin);
    for_each_leg(lattice, [&](const Leg& leg) {
      const disks::LegEnd end = run(lattice, leg, disks::OnViolation::repair);
      FixedConfiguration c = leg.start;
      c.x = end.x;
      const disks::LegEnd back =
          run(lattice, {disks::mirrored(c), end.active, leg.duration}, disks::OnViolation::repair);
      ASSERT_EQ(back.x, disks::mirrored(leg.start).x) << twin.name();
      ASSERT_EQ(back.active, leg.active) << twin.name();
    });
  }
}

}  // namespace
}  // namespace touchstone::optimized
