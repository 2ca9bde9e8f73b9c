// Estimates of how many states there are, against systems and kernels whose states are known.
#include "checkers/explore/sampling/probes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "checkers/explore/graph/state_graph.hpp"
#include "checkers/explore/graph/test_systems.hpp"
#include "checkers/explore/kernels/kernel_system.hpp"

namespace touchstone::explore {
namespace {

using testing::HasSubstr;

/// One thread on a ring of states, each with a step back, too.
struct Ring {
  std::uint64_t places = 50;

  unsigned threads() const { return 1; }
  void initial(StateWords& out) const { out = {0}; }
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    const std::uint64_t on = (state[0] + 1) % places, back = (state[0] + places - 1) % places;
    emit(Step{.thread = 0, .choice = 0}, Words(&on, 1));
    emit(Step{.thread = 0, .choice = 1}, Words(&back, 1));
  }
  Ending ending(Words) const { return Ending::running; }
};

StateStore first_states(const StateGraph& graph, Index count) {
  StateStore known;
  for (Index state = 0; state < count; ++state) known.intern(graph.states.view(state));
  return known;
}

// Beginnings of paths through a grid of 4 times 4 places: C(8, 4) - 1.
TEST(Probes, CountPathsAsKnuthDoes) {
  const test::Counters counters{2, 3};
  const StateEstimate estimate = estimate_states(Any(counters), {}, {.probes = 20'000});
  EXPECT_EQ(estimate.at_least, 16);
  EXPECT_NEAR(estimate.error, 0, 1e-9);
  EXPECT_NEAR(std::pow(10, estimate.log10_at_most), 69, 1);
}

// Round the ring on either side, and where it began.
TEST(Probes, ComeToNoStateTwice) {
  const Ring ring;
  const StateEstimate estimate = estimate_states(Any(ring), {});
  EXPECT_EQ(estimate.at_least, 50);
  EXPECT_NEAR(std::pow(10, estimate.log10_at_most), 2 * 49 + 1, 1e-9);
}

TEST(Probes, AreCutAndSaySo) {
  const Ring ring{20'000};
  const StateEstimate estimate = estimate_states(Any(ring), {}, {.steps = 25'000});
  EXPECT_EQ(estimate.probes, 3u);
  EXPECT_EQ(estimate.cut_probes, 3u);
  EXPECT_THAT(report(estimate), testing::Not(HasSubstr("fewer than")));
}

TEST(Probes, KnownStatesAreNotEstimated) {
  const test::Counters counters{3, 5};
  const StateGraph graph = explored(counters);
  const StateEstimate all = estimate_states(Any(counters), graph.states);
  EXPECT_EQ(all.at_least, 216);
  EXPECT_NEAR(all.error, 0, 1e-9);
}

TEST(Probes, TellWhatTheyExpect) {
  EXPECT_EQ(report({.probes = 1000, .at_least = 1.23e6, .error = 3.1e4, .log10_at_most = 30.2}),
            "about 1.2e+06 states or more (standard error 3e+04), fewer than 1e+31 (1000 random "
            "runs)");
}

/// Mean and scatter of the estimates of twenty seeds.
struct Repeated {
  double mean = 0, scatter = 0, error = 0, fewest_paths = 1e300;

  Repeated(const AnySystem& system, const StateStore& known) {
    constexpr int kSeeds = 20;
    double squares = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const StateEstimate one = estimate_states(system, known, {.probes = 300, .seed = seed});
      mean += one.at_least / kSeeds;
      squares += one.at_least * one.at_least / kSeeds;
      error += one.error / kSeeds;
      fewest_paths = std::min(fewest_paths, one.log10_at_most);
    }
    scatter = std::sqrt((squares - mean * mean) * kSeeds / (kSeeds - 1));
  }
};

/// States are met about equally often, and little is missed. The error errs on the safe side, as
/// that of a jackknife does (B. Efron, C. Stein, Ann. Stat. 9, 586 (1981)).
TEST(Probes, ThreadsThatNeverMeetAreCountedNearlyInFull) {
  const test::Counters counters{3, 12};
  const Repeated runs(Any(counters), {});
  EXPECT_GT(runs.mean, 0.85 * 2197);
  EXPECT_LT(runs.mean, 1.02 * 2197);
  EXPECT_GT(runs.error, 0.5 * runs.scatter);
  EXPECT_LT(runs.error, 4 * runs.scatter);
}

/// Kernels: from below by at most the factor that the documentation states, never from above; and
/// with a part of the states known it is no worse.
TEST(Probes, StatesOfKernelsLieBetweenTheBounds) {
  struct Asked {
    const char* kernel;
    std::size_t number;
    Judge judge;
  };
  for (const auto& [name, number, judge] :
       {Asked{"mailbox", 1, Judge::sc}, Asked{"block vote", 0, Judge::tso_x86},
        Asked{"cell claims", 1, Judge::views}, Asked{"lamport ring", 1, Judge::tso_x86}}) {
    const Kernel& tested = kernel(name);
    const KernelCase& kernel_case = tested.cases.at(number);
    const KernelQuestion question(tested, kernel_case, program(kernel_case), judge);
    const StateGraph graph = question.system().explored({100'000});
    ASSERT_TRUE(graph.complete);
    const auto states = static_cast<double>(graph.size());
    const AnySystem& system = question.system().any();
    const Repeated before(system, {});
    const Repeated during(system, first_states(graph, static_cast<Index>(graph.size() / 2)));
    EXPECT_GT(before.mean, states / 5) << name;
    EXPECT_LT(before.mean, states) << name;
    EXPECT_GT(during.mean, states / 2) << name;
    EXPECT_LT(during.mean, states) << name;
    EXPECT_GT(before.fewest_paths, std::log10(states)) << name;
  }
}

}  // namespace
}  // namespace touchstone::explore
