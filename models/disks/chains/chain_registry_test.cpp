#include "models/disks/chains/chain_registry.hpp"

#include <gtest/gtest.h>

#include "models/core/errors.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/start.hpp"

namespace touchstone::disks {
namespace {

Leg short_leg() { return {in_fixed_point(compressed_start(40, 0.3, kSquare, 1)), {3}, 1000}; }

/// Moves nothing, and reports a violation at time 7 of its second leg.
JudgedEnd second_violates(const Leg& leg, int& legs) {
  LegEnd end = begin(leg);
  end.local_time[leg.active.front()] = leg.duration;
  end.liftings = {{10, 3, 4}};
  return {end, ++legs == 2 ? 7 : kNoViolation};
}

TEST(RunByLegs, TimesGoOnFromLegToLeg) {
  const Leg leg = short_leg();
  int legs = 0;
  const auto run = run_by_legs(
      leg, near_graph(leg.start), {},
      [&](const Leg& next, const ConstraintGraph&) { return second_violates(next, legs); });
  for (int k = 0; k < 3; ++k) run->advance(1000);
  EXPECT_EQ(legs, 3);
  EXPECT_EQ(run->liftings(), 3u);
  EXPECT_EQ(run->violation(), 1007);
  EXPECT_EQ(run->end().local_time[3], 3000);
  EXPECT_EQ(run->end().liftings.back().time, 2010);
}

TEST(RunByLegs, StandsStillAfterAViolationWhenAskedTo) {
  const Leg leg = short_leg();
  int legs = 0;
  ChainParameters parameters;
  parameters.on_violation = OnViolation::abort;
  const auto run = run_by_legs(
      leg, near_graph(leg.start), parameters,
      [&](const Leg& next, const ConstraintGraph&) { return second_violates(next, legs); });
  for (int k = 0; k < 5; ++k) run->advance(1000);
  EXPECT_EQ(legs, 2);
  EXPECT_EQ(run->violation(), 1007);
}

TEST(RunByLegs, RefusesWhatIsNotValid) {
  Leg leg = short_leg();
  const ConstraintGraph graph = near_graph(leg.start);
  const RunLeg nothing = [](const Leg& next, const ConstraintGraph&) {
    return JudgedEnd{begin(next), kNoViolation};
  };
  ChainParameters parameters;
  parameters.threads = 0;
  EXPECT_THROW(run_by_legs(leg, graph, parameters, nothing), InputError);
  leg.active = {3, 3};
  EXPECT_THROW(run_by_legs(leg, graph, {}, nothing), InputError);
}

TEST(ChainRegistry, UnknownNamesAreAnsweredWithTheNearest) {
  try {
    (void)chain_scheme("ecmc/no-such-scheme");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("ecmc/no-such-scheme"), std::string::npos);
  }
}

}  // namespace
}  // namespace touchstone::disks
