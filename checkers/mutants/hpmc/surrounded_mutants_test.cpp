// Every check of depletants and springs passes on every correct scheme; every mutant is caught by
// every check named for it; with no fault planted the faulty law is right.
#include <gtest/gtest.h>

#include "checkers/hpmc/simulation_check.hpp"
#include "checkers/hpmc/surrounded_check.hpp"
#include "checkers/mutants/hpmc/faulty_surroundings.hpp"
#include "checkers/mutants/hpmc/surrounded_mutant.hpp"
#include "checkers/mutants/testing.hpp"
#include "checkers/test_effort.hpp"

namespace touchstone::mutants {
namespace {

class EverySurroundedMutant : public testing::TestWithParam<const SurroundedMutant*> {};

TEST_P(EverySurroundedMutant, IsCaughtByEachCheck) {
  expect_caught_by_each_check(*GetParam(), [](const std::string& check) {
    return hpmc::run_surrounded_check(hpmc::surrounded_check(check), GetParam()->scheme, {});
  });
}

INSTANTIATE_TEST_SUITE_P(Registry, EverySurroundedMutant,
                         testing::ValuesIn(each_of(surrounded_mutants())), name_of_mutant);

TEST(EverySurroundedScheme, PassesEveryCheck) {
  for (const shapes::SurroundedScheme& scheme : shapes::surrounded_schemes())
    for (const hpmc::SurroundedCheck& check : hpmc::surrounded_checks()) {
      const CheckResult result = hpmc::run_surrounded_check(check, scheme, {.effort = kTestEffort});
      const bool claimed = has(scheme.info.claims, check.needs);
      EXPECT_EQ(result.verdict, claimed ? Verdict::pass : Verdict::not_claimed)
          << scheme.info.name << ", " << check.name << ": " << result.detail;
    }
}

TEST(SurroundedMutants, EveryCheckCatchesOne) {
  expect_every_check_catches_one(surrounded_mutants(), hpmc::surrounded_checks());
}

TEST(FaultySurroundings, WithoutAFaultAreRight) {
  const shapes::Configuration start = hpmc::test_lattice("pentagon", 5, 0.4);
  const shapes::RunParameters p{.max_displacement = 0.2};
  const shapes::Surroundings s{.depletants = {shapes::Spheropolygon{{{0, 0}}, 0.15}, 3},
                               .springs = springs_at(start, 4, shapes::Anchor::centre_of_mass)};
  FaultySurroundings sound(SurroundingFault::none, start, p, s);
  reference::SurroundedMetropolis reference(start, p, s);
  sound.advance(3);
  reference.advance(3);
  EXPECT_EQ(sound.configuration().centres, reference.configuration().centres);
  EXPECT_EQ(sound.configuration().orientations, reference.configuration().orientations);
}

}  // namespace
}  // namespace touchstone::mutants
