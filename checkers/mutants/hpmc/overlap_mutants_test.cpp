// Every mutant is caught by every check that is named for it, and with no fault planted the faulty
// algorithm is right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include "checkers/hpmc/overlap_check.hpp"
#include "checkers/mutants/hpmc/faulty_portals.hpp"
#include "checkers/mutants/hpmc/overlap_mutant.hpp"
#include "checkers/mutants/testing.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

class EveryOverlapMutant : public testing::TestWithParam<const OverlapMutant*> {};

TEST_P(EveryOverlapMutant, IsCaughtByEachCheck) {
  expect_caught_by_each_check(*GetParam(), [](const std::string& check) {
    return hpmc::run_overlap_check(hpmc::overlap_check(check), GetParam()->scheme, {.effort = 0.5});
  });
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryOverlapMutant,
                         testing::ValuesIn(each_of(overlap_mutants())), name_of_mutant);

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
  expect_origins(overlap_mutants());
  EXPECT_THROW(overlap_mutant("mutant/nothing"), InputError);
  EXPECT_THROW(register_overlap_mutant({}), std::logic_error);
  EXPECT_THROW(register_overlap_mutant(overlap_mutants().front()), std::logic_error);
}

}  // namespace
}  // namespace touchstone::mutants
