// Every mutant is caught by every check that is named for it, and with no fault planted the faulty
// algorithm is right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include <algorithm>

#include "checkers/hpmc/overlap_check.hpp"
#include "checkers/mutants/hpmc/faulty_portals.hpp"
#include "checkers/mutants/hpmc/overlap_mutant.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

std::vector<const OverlapMutant*> all_mutants() {
  std::vector<const OverlapMutant*> all;
  for (const OverlapMutant& mutant : overlap_mutants()) all.push_back(&mutant);
  return all;
}

class EveryOverlapMutant : public testing::TestWithParam<const OverlapMutant*> {};

TEST_P(EveryOverlapMutant, IsCaughtByEachCheck) {
  for (const std::string& check : GetParam()->killed_by) {
    const CheckResult result =
        hpmc::run_overlap_check(hpmc::overlap_check(check), GetParam()->scheme, {.effort = 0.5});
    EXPECT_EQ(result.verdict, Verdict::fail) << check << ": " << result.detail;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryOverlapMutant, testing::ValuesIn(all_mutants()),
                         [](const auto& instance) {
                           std::string text = instance.param->scheme.info.name.substr(15);
                           std::replace(text.begin(), text.end(), '-', '_');
                           return text;
                         });

TEST(FaultyPortals, WithoutAFaultPassEveryCheck) {
  for (const PortalFault fault : {PortalFault::none, PortalFault::none_on_cut})
    for (const hpmc::OverlapCheck& check : hpmc::overlap_checks()) {
      const CheckResult result =
          hpmc::run_overlap_check(check, faulty_portals("faultless", fault), {.effort = 0.5});
      EXPECT_NE(result.verdict, Verdict::fail) << check.name << ": " << result.detail;
    }
}

TEST(OverlapMutants, SayWhereTheyComeFrom) {
  EXPECT_GE(overlap_mutants().size(), 9u);
  for (const OverlapMutant& mutant : overlap_mutants()) {
    EXPECT_EQ(mutant.scheme.info.name.rfind("mutant/overlap-", 0), 0u);
    EXPECT_TRUE(mutant.scheme.mutant);
    EXPECT_FALSE(mutant.origin.empty());
  }
  EXPECT_THROW(overlap_mutant("mutant/nothing"), InputError);
  EXPECT_THROW(register_overlap_mutant({}), std::logic_error);
  EXPECT_THROW(register_overlap_mutant(overlap_mutants().front()), std::logic_error);
}

}  // namespace
}  // namespace touchstone::mutants
