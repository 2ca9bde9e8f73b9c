// Every kernel holds its property under all memory models, and every mutant of it - planted in its
// statements, or in each of its memory orders - is found by the models that its table names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "checkers/explore/kernels/interleaver.hpp"
#include "checkers/explore/kernels/trial.hpp"

namespace touchstone::explore {
namespace {

class EveryKernel : public testing::TestWithParam<std::string> {
 protected:
  const Kernel& tested() const { return kernel(GetParam()); }
};

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const Kernel& each : kernels()) result.push_back(each.name);
  return result;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string result = info.param;
  std::replace(result.begin(), result.end(), ' ', '_');
  return result;
}

/// Whether this model can explore the kernel at all.
bool judges(const Kernel& kernel, Judge judge) {
  return judge != Judge::rc11 || std::any_of(kernel.cases.begin(), kernel.cases.end(),
                                             [](const KernelCase& c) { return c.few_events; });
}

/// Whether it can explore all its cases: otherwise it may miss what stronger models find in others.
bool judges_all(const Kernel& kernel, Judge judge) {
  return judge != Judge::rc11 || std::all_of(kernel.cases.begin(), kernel.cases.end(),
                                             [](const KernelCase& c) { return c.few_events; });
}

/// Error in the first case that has one, or empty.
std::string wrong(const Kernel& kernel, Judge judge, int fault, const Mutation& mutation) {
  for (const KernelCase& kernel_case : kernel.cases) {
    if (judge == Judge::rc11 && !kernel_case.few_events) continue;
    const Trial result = trial(kernel, kernel_case, program(kernel_case, fault, mutation), judge);
    EXPECT_TRUE(result.complete) << kernel_case.name << ", " << name(judge);
    if (!result.wrong.empty()) return result.wrong;
  }
  return {};
}

TEST_P(EveryKernel, HoldsItsPropertyInEveryModel) {
  for (const Judge judge : kJudges) EXPECT_EQ(wrong(tested(), judge, 0, {}), "") << name(judge);
}

/// The line that a mutant should have, as far as exploration can tell.
std::string line_for(const Kernel& kernel, const KernelMutant& mutant) {
  for (const Judge judge : kJudges) {
    if (!judges(kernel, judge)) continue;
    const std::string what = wrong(kernel, judge, mutant.fault, mutant.mutation);
    if (!what.empty())
      return "{\"" + mutant.name + "\", Judge::" + std::string(name(judge)) + "},  // " + what;
  }
  return "{.mutant = \"" + mutant.name + "\", .equivalent = \"...\"},  // nothing goes wrong: why?";
}

TEST_P(EveryKernel, HasALineForEveryMutant) {
  std::vector<std::string> unknown;
  for (const Expected& line : tested().mutants) {
    unknown.push_back(line.mutant);
    EXPECT_EQ(line.killed_by.has_value(), line.equivalent.empty()) << line.mutant;
  }
  for (const KernelMutant& mutant : mutants_of(tested())) {
    const auto line = std::find(unknown.begin(), unknown.end(), mutant.name);
    if (line == unknown.end())
      ADD_FAILURE() << "missing: " << line_for(tested(), mutant);
    else
      unknown.erase(line);
  }
  EXPECT_THAT(unknown, testing::IsEmpty()) << "there is no such mutant";
}

TEST_P(EveryKernel, SlowEveryMutantGoesWrongWhereItsLineSays) {
  const Kernel& kernel = tested();
  for (const KernelMutant& mutant : mutants_of(kernel)) {
    const auto line = std::find_if(kernel.mutants.begin(), kernel.mutants.end(),
                                   [&](const Expected& e) { return e.mutant == mutant.name; });
    if (line == kernel.mutants.end()) continue;  // see the test above
    for (const Judge judge : kJudges) {
      if (!judges(kernel, judge)) continue;
      const std::string what = wrong(kernel, judge, mutant.fault, mutant.mutation);
      if (what.empty() && judge != line->killed_by && !judges_all(kernel, judge)) continue;
      EXPECT_EQ(!what.empty(), goes_wrong(*line, judge))
          << mutant.name << " under " << name(judge) << ": " << what;
    }
  }
}

TEST_P(EveryKernel, HasTheStatesOfAnIndependentInterleaver) {
  for (const KernelCase& kernel_case : tested().cases) {
    const MachineProgram kernel = program(kernel_case);
    const auto all = test::interleavings(kernel);
    EXPECT_EQ(trial(tested(), kernel_case, kernel, Judge::sc).states, all.states);
    EXPECT_EQ(all.deadlocks, 0u);
    EXPECT_THAT(all.aborts, testing::IsEmpty());
    for (const auto& memory : all.finals) EXPECT_EQ(kernel_case.property(memory), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryKernel, testing::ValuesIn(names()), test_name);

TEST(Kernels, AreFoundByName) {
  EXPECT_EQ(kernel("spin lock").source, "checkers/explore/kernels/spin_lock.hpp");
  EXPECT_THROW(kernel("spinlock"), InputError);
  EXPECT_THROW(register_kernel(kernel("spin lock")), std::logic_error);
}

TEST(Kernels, ABudgetThatIsUsedUpShowsNothing) {
  const Kernel& spin = kernel("spin lock");
  const KernelCase& first = spin.cases.front();
  for (const Judge judge : kJudges)
    EXPECT_FALSE(trial(spin, first, program(first), judge, 10).complete) << name(judge);
}

TEST(Kernels, WeakerOrdersAreOneStepApart) {
  using testing::ElementsAre;
  EXPECT_THAT(weaker(Order::sc, Kind::load), ElementsAre(Order::acq));
  EXPECT_THAT(weaker(Order::sc, Kind::store), ElementsAre(Order::rel));
  EXPECT_THAT(weaker(Order::sc, Kind::update), ElementsAre(Order::acqrel));
  EXPECT_THAT(weaker(Order::acqrel, Kind::update), ElementsAre(Order::acq, Order::rel));
  EXPECT_THAT(weaker(Order::acq, Kind::load), ElementsAre(Order::rlx));
  EXPECT_THAT(weaker(Order::acq, Kind::fence), testing::IsEmpty());
  EXPECT_THAT(weaker(Order::rlx, Kind::load), testing::IsEmpty());
}

}  // namespace
}  // namespace touchstone::explore
