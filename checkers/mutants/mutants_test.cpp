// Every mutant is caught by every check that is named for it, and with no fault planted the faulty
// bodies are the reference, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include "checkers/check.hpp"
#include "checkers/mutants/faulty_scheme.hpp"
#include "checkers/mutants/mutant.hpp"
#include "checkers/mutants/testing.hpp"
#include "checkers/property/standard_runs.hpp"

namespace touchstone::mutants {
namespace {

struct Kill {
  const Mutant* mutant;
  std::string check;
};

/// Checks that are jobs of their own (rates of the shift rules) have their own tests.
std::vector<Kill> kills() {
  std::vector<Kill> all;
  for (const Mutant& mutant : mutants())
    for (const std::string& check : mutant.killed_by) all.push_back({&mutant, check});
  return all;
}

class EveryMutant : public testing::TestWithParam<Kill> {};

TEST_P(EveryMutant, IsCaughtByEachCheck) {
  const CheckResult result = run_check(check(GetParam().check), GetParam().mutant->scheme, {});
  EXPECT_EQ(result.verdict, Verdict::fail) << result.detail;
  RecordProperty("caught", result.detail);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryMutant, testing::ValuesIn(kills()),
                         [](const auto& instance) {
                           return test_name(instance.param.mutant->scheme.info.name + "__" +
                                            instance.param.check);
                         });

TEST(Mutants, SayWhereTheyComeFrom) {
  EXPECT_GE(mutants().size(), 20u);
  expect_origins(mutants());
  for (const Mutant& mutant : mutants()) {
    EXPECT_EQ(mutant.pressure_trials.has_value(), !mutant.pressure_source.empty());
    for (const disks::DiskScheme& scheme : disks::schemes())
      EXPECT_NE(scheme.info.name, mutant.scheme.info.name);
  }
}

TEST(Mutants, UnknownNamesAndBadRegistrationsAreRefused) {
  EXPECT_THROW(mutant("mutant/nothing"), InputError);
  EXPECT_THROW(register_mutant(mutants().front()), std::logic_error);
  EXPECT_THROW(
      register_mutant({.scheme = faulty_scheme("unkillable", {}), .origin = "", .killed_by = {}}),
      std::logic_error);
}

TEST(FaultyBody, WithoutAFaultIsTheReference) {
  const disks::DiskScheme sound = faulty_scheme("no-fault", {});
  const disks::DiskScheme& reference = disks::scheme("mpmc/checkerboard-reference");
  for (const property::Run& run : property::standard_runs({})) {
    const property::Finding finding = property::equals(sound, reference, run);
    EXPECT_EQ(finding.violations, 0u) << finding.first;
  }
}

TEST(FaultyBody, EachFaultChangesSomething) {
  // A switch that does nothing would be a mutant that proves nothing.
  for (const Mutant& mutant : mutants()) {
    bool differs = false;
    if (mutant.killed_by == std::vector<std::string>{"round-off/ten bits"})
      continue;  // the same in single precision, nearly always
    for (property::Run run : property::standard_runs({})) {
      run.parameters.threads = 2;
      differs = differs ||
                property::equals(mutant.scheme, disks::scheme("mpmc/checkerboard-reference"), run)
                        .violations > 0;
    }
    EXPECT_TRUE(differs) << mutant.scheme.info.name;
  }
}

}  // namespace
}  // namespace touchstone::mutants
