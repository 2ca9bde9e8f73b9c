// Every scheme that runs legs passes every check; the checks' own parts do what they say.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/ecmc/findings.hpp"
#include "checkers/ecmc/planted_cases.hpp"
#include "checkers/ecmc/real_leg_kind.hpp"
#include "checkers/starts/start_kind.hpp"
#include "checkers/task.hpp"
#include "reference/ecmc/small_legs_for_tests.hpp"

namespace touchstone::ecmc {
namespace {

std::vector<const disks::ChainScheme*> all_schemes() {
  std::vector<const disks::ChainScheme*> all;
  for (const disks::ChainScheme& scheme : disks::chain_schemes()) all.push_back(&scheme);
  return all;
}

std::string test_name(const testing::TestParamInfo<const disks::ChainScheme*>& instance) {
  std::string text = instance.param->info.name;
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

class EveryChainScheme : public testing::TestWithParam<const disks::ChainScheme*> {};

TEST_P(EveryChainScheme, PassesEveryCheck) {
  for (const ChainCheck& check : checks_of<disks::ChainScheme>()) {
    const CheckResult result = run_check(check, *GetParam(), {.effort = 0.4});
    EXPECT_NE(result.verdict, Verdict::fail) << check.name << ": " << result.detail;
    EXPECT_NE(result.verdict, Verdict::inconclusive) << check.name << ": " << result.detail;
  }
}

TEST_P(EveryChainScheme, IsNotFailedForALowEffort) {
  for (const char* const name : {"ecmc/drawn legs", "ecmc/repair"})
    for (const std::uint64_t seed : {1u, 2u}) {
      const auto& check = check_of<disks::ChainScheme>(name);
      const CheckResult result = run_check(check, *GetParam(), {.seed = seed, .effort = 0.1});
      EXPECT_NE(result.verdict, Verdict::fail) << check.name << ": " << result.detail;
    }
}

// Legs that RapidCheck draws and shrinks, on as many threads.
TEST_P(EveryChainScheme, KeepsItsPromiseOnRandomLegs) {
  const disks::ChainScheme& scheme = *GetParam();
  std::size_t compared = 0;
  EXPECT_TRUE(rc::check([&] {
    disks::Leg leg = reference::random_leg();
    if (leg.active.size() > scheme.most_active) leg.active.resize(scheme.most_active);
    const auto graph = disks::near_graph(leg.start);
    RC_PRE(is_valid(leg, graph));
    const auto threads = *rc::gen::inRange(1, 5);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const disks::LegEnd expected = reference::global_time_leg(leg, graph);
    const ChainOutcome run = run_case(scheme, leg, graph, {.threads = threads, .seed = seed});
    const auto broken = broken_promise(expected, run);
    if (broken) RC_FAIL(*broken);
    compared += liftings_before(expected, run.violation);
  }));
  EXPECT_GT(compared, 100u);
}
INSTANTIATE_TEST_SUITE_P(Registry, EveryChainScheme, testing::ValuesIn(all_schemes()), test_name);

TEST(ChainChecks, HaveNamesAndReasons) {
  ASSERT_GE(checks_of<disks::ChainScheme>().size(), 12u);
  std::set<std::string> names;
  for (const ChainCheck& check : checks_of<disks::ChainScheme>()) {
    EXPECT_TRUE(names.insert(check.name).second);
    EXPECT_EQ(check.name.rfind("ecmc/", 0), 0u) << check.name;
    EXPECT_FALSE(check.shows.empty()) << check.name;
  }
  EXPECT_THROW(check_of<disks::ChainScheme>("ecmc/tie"), InputError);
  EXPECT_THROW(register_check(check_of<disks::ChainScheme>("ecmc/ties")), std::logic_error);
}

TEST(ChainChecks, AreJobsOfTheFamilyWithTheirMutants) {
  std::size_t tasks = 0;
  std::size_t mutants = 0;
  for (const CheckTask& task : check_tasks()) {
    if (task.family != "ecmc" || task.check.rfind("graph/", 0) == 0) continue;
    EXPECT_EQ(make_record(task, {}, {}).family, "ecmc");
    ++(task.mutant ? mutants : tasks);
  }
  std::size_t simulations = 0;  // under the checks of all simulations
  for (const disks::DiskScheme& scheme : disks::schemes())
    simulations += scheme.info.name.rfind("ecmc/", 0) == 0 ? 1u : 0u;
  std::size_t choices = 0;  // the choice of active disks
  for (const starts::Generator& one : starts::generators().items())
    choices += one.family == "ecmc" ? 1u : 0u;
  EXPECT_EQ(tasks, checks_of<disks::ChainScheme>().size() * disks::chain_schemes().size() +
                       checks_of<disks::DiskScheme>().size() * simulations +
                       checks_of<starts::Generator>().size() * choices +
                       checks_of<disks::RealLegScheme>().size() *
                           disks::real_leg_schemes().items().size());
  EXPECT_GE(mutants, 20 * checks_of<disks::ChainScheme>().size());
}

TEST(ChainChecks, AnUnclaimedPropertyIsNotClaimed) {
  disks::ChainScheme scheme = disks::chain_scheme(kSingleClock);
  scheme.info.claims = Claims::none;
  for (const ChainCheck& check : checks_of<disks::ChainScheme>())
    EXPECT_EQ(run_check(check, scheme, {}).verdict, Verdict::not_claimed) << check.name;
}

TEST(ChainCases, AreValidAndDiffer) {
  const auto& cases = random_cases({});
  EXPECT_EQ(&cases, &random_cases({}));  // made once
  ASSERT_GE(cases.size(), 100u);
  std::set<std::size_t> active;
  std::size_t liftings = 0;
  for (const ChainCase& one : cases) {
    EXPECT_NO_THROW(disks::require_valid(one.leg, one.graph));
    EXPECT_EQ(one.reference, reference::global_time_leg(one.leg, one.graph));
    active.insert(one.leg.active.size());
    liftings += one.reference.liftings.size();
  }
  EXPECT_EQ(active, (std::set<std::size_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_GT(liftings, 5000u);
  EXPECT_NE(random_cases({.seed = 2}).front().leg.start, cases.front().leg.start);
}

TEST(ChainCases, TiesAreTies) {
  std::size_t ties = 0;
  for (const ChainCase& one : tied_cases({})) {
    const auto& l = one.reference.liftings;
    for (std::size_t k = 1; k < l.size(); ++k) ties += l[k].time == l[k - 1].time ? 1u : 0u;
  }
  EXPECT_GT(ties, 10u);
}

TEST(ChainCases, APlantedTieIsAtItsTime) {
  for (const disks::Ticks late : {-1, 0, 1}) {
    const PlantedTie tie = planted_tie(late);
    ASSERT_EQ(tie.one.reference.liftings.size(), 2u);
    const disks::Lifting second = tie.one.reference.liftings[1];
    EXPECT_EQ(second.from, late < 0 ? 3u : 2u);
    EXPECT_EQ(second.time, tie.meeting + std::min<disks::Ticks>(late, 0));
  }
  const auto [pair, lifted] = planted_pair();
  const auto& l = pair.one.reference.liftings;
  ASSERT_EQ(l.size(), 3u);
  EXPECT_EQ(l[0].time, lifted);
  EXPECT_LT(l[1].time, pair.meeting);
  EXPECT_EQ(l[2].time, pair.meeting);
  const auto fork = planted_fork().reference.liftings;
  ASSERT_GE(fork.size(), 2u);
  EXPECT_EQ(fork[1], (disks::Lifting{fork[1].time, 2, 0}));
  EXPECT_EQ(separate_rows().reference.active.size(), 4u);
  EXPECT_GT(separate_rows().reference.liftings.size(), 20u);
}

TEST(LegFindings, ThatComparedNothingDecideNothing) {
  LegFindings findings;
  findings.run(std::nullopt, "a run");
  EXPECT_EQ(findings.result().verdict, Verdict::inconclusive);
  findings.compared(1);
  EXPECT_EQ(findings.result().verdict, Verdict::pass);
  findings.run("wrong", "the second");
  findings.run("worse", "the third");
  EXPECT_EQ(findings.result().verdict, Verdict::fail);
  EXPECT_EQ(findings.result().detail, "the second: wrong");
  EXPECT_EQ(findings.result().value, 2);
}

TEST(LegFindings, EveryPartOfTheEndCounts) {
  const disks::LegEnd end = planted_fork().reference;
  EXPECT_FALSE(difference(end, end));
  for (const auto& change : std::vector<void (*)(disks::LegEnd&)>{
           [](disks::LegEnd& e) { ++e.x[2]; }, [](disks::LegEnd& e) { ++e.local_time[2]; },
           [](disks::LegEnd& e) { e.active = {1}; }, [](disks::LegEnd& e) { e.x.pop_back(); },
           [](disks::LegEnd& e) { e.liftings.pop_back(); },
           [](disks::LegEnd& e) { e.local_time.clear(); }}) {
    disks::LegEnd other = end;
    change(other);
    EXPECT_TRUE(difference(end, other));
  }
}

}  // namespace
}  // namespace touchstone::ecmc
