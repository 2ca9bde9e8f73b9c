#include "reference/ecmc/local_time.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/core/random/philox.hpp"
#include "reference/ecmc/constraint_graph_by_definition.hpp"
#include "reference/ecmc/global_time.hpp"
#include "reference/ecmc/small_legs_for_tests.hpp"

namespace touchstone::reference {
namespace {

using disks::Leg;
using disks::LegEnd;

ChooseChain at_random(std::uint64_t seed) {
  return [stream = Philox(seed).stream(Purpose::test, 0, 0)](std::size_t n) mutable {
    return std::size_t{stream.below(static_cast<std::uint32_t>(n))};
  };
}
/// Nearly always the same chain, so that local times drift far apart.
ChooseChain mostly_last(std::uint64_t seed) {
  return [random = at_random(seed)](std::size_t n) { return random(16) == 0 ? random(n) : n - 1; };
}

TEST(LocalTime, C4AndC5EndAsWithOneClock) {
  for (const Leg& leg : {suite_c4(), suite_c5()}) {
    const auto graph = all_pairs_graph(leg.start);
    int clean = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const LocalTimeLeg run =
          local_time_leg(leg, graph, at_random(seed), disks::OnViolation::abort);
      if (run.violation != disks::kNoViolation) continue;
      ++clean;
      EXPECT_EQ(run.end, global_time_leg(leg, graph));
    }
    EXPECT_GT(clean, 10);
    EXPECT_LT(clean, 190);
  }
}

/// Whether a run keeps the claims, with or without violation (lemma 2, remark 7).
bool keeps_its_promise(const LegEnd& reference, const LocalTimeLeg& run) {
  if (run.violation == disks::kNoViolation) return run.end == reference;
  return !disks::first_difference(run.end.liftings, reference.liftings, run.violation);
}

/// Whatever was violated: as many active disks as ever, all different, at the breakpoint or stopped
/// before it, and no overlaps.
bool is_possible(const Leg& leg, const LegEnd& end) {
  disks::FixedConfiguration c = leg.start;
  c.x = end.x;
  disks::require_apart(c);
  return end.active.size() == leg.active.size() &&
         std::adjacent_find(end.active.begin(), end.active.end()) == end.active.end();
}

TEST(LocalTime, EqualsGlobalTimeUpToTheFirstViolation) {
  int clean = 0;
  int violated = 0;
  int wrong_end = 0;
  EXPECT_TRUE(rc::check([&] {
    const Leg leg = random_leg();
    const auto graph = disks::near_graph(leg.start);
    const LegEnd reference = global_time_leg(leg, graph);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const auto run = local_time_leg(leg, graph, at_random(seed), disks::OnViolation::remember);
    RC_ASSERT(keeps_its_promise(reference, run));
    RC_ASSERT(run.end.active.size() == leg.active.size());
    (run.violation == disks::kNoViolation ? clean : violated) += 1;
    if (run.violation != disks::kNoViolation && !(run.end == reference)) ++wrong_end;
    const auto aborted = local_time_leg(leg, graph, at_random(seed), disks::OnViolation::abort);
    RC_ASSERT((aborted.violation == disks::kNoViolation) == (run.violation == disks::kNoViolation));
    if (run.violation == disks::kNoViolation) RC_ASSERT(aborted.end == run.end);
  }));
  EXPECT_GT(clean, 15);
  EXPECT_GT(violated, 15);
  EXPECT_GT(wrong_end, 5);  // twin: without the horizon test these would be wrong and unnoticed
}

// Integer times coincide; so they do here in nearly every leg.
TEST(LocalTime, EqualsGlobalTimeWithTies) {
  int clean = 0;
  int ties = 0;
  EXPECT_TRUE(rc::check([&] {
    const Leg leg = leg_with_ties();
    const auto graph = disks::near_graph(leg.start);
    const LegEnd reference = global_time_leg(leg, graph);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const auto run = local_time_leg(leg, graph, at_random(seed), disks::OnViolation::remember);
      RC_ASSERT(keeps_its_promise(reference, run));
      RC_ASSERT(is_possible(leg, run.end));
      if (run.violation == disks::kNoViolation) ++clean;
    }
    const auto& l = reference.liftings;
    for (std::size_t k = 1; k < l.size(); ++k) ties += l[k].time == l[k - 1].time ? 1 : 0;
  }));
  EXPECT_GT(clean, 100);
  EXPECT_GT(ties, 10);
}

TEST(LocalTime, OfTwoTargetsMetAtOnceTheFirstIsLiftedTo) {
  const Leg leg{
      disks::in_fixed_point(disks::Configuration{{8, 8}, {{3, 4.625}, {1, 4}, {3, 3.375}}}),
      {1},
      disks::kTicksPerSide / 4};
  const auto run =
      local_time_leg(leg, all_pairs_graph(leg.start), at_random(1), disks::OnViolation::abort);
  ASSERT_EQ(run.end.liftings.size(), 1u);
  EXPECT_EQ(run.end.liftings[0].to, 0u);
}

struct Tally {
  int clean = 0;
  int violated = 0;
  int broken = 0;
  int differ_later = 0;  ///< runs whose liftings differ from the reference at or after v
};

Tally run_870(double packing, std::size_t active, disks::Ticks flights, const ChooseChain& choose,
              int runs) {
  const auto& start = dense_870(packing);
  const auto graph = disks::minimal_graph(start, disks::near_graph(start));
  Leg leg{start, disks::spread_active(870, active), flights * disks::mean_free_path(870)};
  Tally tally;
  for (int r = 0; r < runs; ++r) {
    for (auto& i : leg.active) i = (i + 1) % 870;
    disks::require_valid(leg, graph);
    const LegEnd reference = global_time_leg(leg, graph);
    const auto run = local_time_leg(leg, graph, choose, disks::OnViolation::remember);
    (run.violation == disks::kNoViolation ? tally.clean : tally.violated) += 1;
    if (!keeps_its_promise(reference, run)) ++tally.broken;
    EXPECT_TRUE(is_possible(leg, run.end));
    if (disks::first_difference(run.end.liftings, reference.liftings, disks::kNoViolation))
      ++tally.differ_later;
  }
  return tally;
}

TEST(LocalTime, EqualsGlobalTimeFor870Disks) {
  for (const double packing : {0.6, 0.66, 0.708})
    for (const std::size_t active : {2u, 8u}) {
      const Tally tally = run_870(packing, active, 8, at_random(active), 25);
      EXPECT_EQ(tally.broken, 0);
      EXPECT_GT(tally.clean, 2) << packing << ' ' << active;
      EXPECT_LE(tally.differ_later, tally.violated);
    }
}

// Chains to the end of the leg one after another: almost all legs have violations, many end
// wrongly.
TEST(LocalTime, ViolationsAreWhereItGoesWrong) {
  const Tally tally = run_870(0.708, 16, 20, mostly_last(1), 40);
  EXPECT_EQ(tally.broken, 0);
  EXPECT_GT(tally.violated, 20);
  EXPECT_GT(tally.differ_later, 10);
}

TEST(LocalTime, APromiseCanBeBroken) {  // twins of keeps_its_promise
  const Leg leg = suite_c4();
  const auto graph = all_pairs_graph(leg.start);
  const LegEnd reference = global_time_leg(leg, graph);
  LocalTimeLeg run{reference, disks::kNoViolation};
  EXPECT_TRUE(keeps_its_promise(reference, run));
  run.end.x[1] += 1;
  EXPECT_FALSE(keeps_its_promise(reference, run));
  run = {reference, reference.liftings[1].time};
  run.end.liftings[1].from = 0;
  EXPECT_TRUE(keeps_its_promise(reference, run));  // not before the violation
  run.violation += 1;
  EXPECT_FALSE(keeps_its_promise(reference, run));
  run = {reference, disks::kNoViolation - 1};
  run.end.liftings.pop_back();
  EXPECT_FALSE(keeps_its_promise(reference, run));
}

// Two active disks that meet the same disk at the same time: whoever is first, it is noticed.
TEST(LocalTime, TwoDisksMeetingAThirdAtOnceAreAViolation) {
  const Leg leg{
      disks::in_fixed_point(disks::Configuration{{8, 8}, {{4, 4}, {1, 4.625}, {1, 3.375}}}),
      {1, 2},
      disks::kTicksPerSide / 2};
  const auto graph = all_pairs_graph(leg.start);
  const disks::Ticks meeting = global_time_leg(leg, graph).liftings.at(0).time;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto run = local_time_leg(leg, graph, at_random(seed), disks::OnViolation::remember);
    EXPECT_LE(run.violation, meeting);
  }
}

TEST(LocalTime, AllDisksOfARowActiveDoNotBlockEachOther) {  // a necklace
  const Leg leg{disks::in_fixed_point(disks::Configuration{{4, 4}, {{0, 1}, {1.2, 1}, {2.4, 1}}}),
                {0, 1, 2},
                5 * disks::kTicksPerSide};
  const auto graph = all_pairs_graph(leg.start);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto run = local_time_leg(leg, graph, at_random(seed), disks::OnViolation::abort);
    if (run.violation == disks::kNoViolation) {
      EXPECT_EQ(run.end, global_time_leg(leg, graph));
    }
    EXPECT_TRUE(run.end.liftings.empty());
  }
}

}  // namespace
}  // namespace touchstone::reference
