// Every mutant is caught by every check that is named for it, every check catches some mutant, and
// with no fault planted the faulty integrator is right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include "checkers/integrator/cases.hpp"
#include "checkers/integrator/integrator_check.hpp"
#include "checkers/mutants/longrange/faulty_integrator.hpp"
#include "checkers/mutants/longrange/integrator_mutant.hpp"
#include "checkers/mutants/testing.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

class EveryIntegratorMutant : public testing::TestWithParam<const IntegratorMutant*> {};

TEST_P(EveryIntegratorMutant, IsCaughtByEachCheck) {
  expect_caught_by_each_check(*GetParam(), [](const std::string& check) {
    return integrator::run_integrator_check(integrator::integrator_check(check), GetParam()->scheme,
                                            {});
  });
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryIntegratorMutant,
                         testing::ValuesIn(each_of(integrator_mutants())), name_of_mutant);

TEST(IntegratorMutants, EveryCheckCatchesOne) {
  expect_every_check_catches_one(integrator_mutants(), integrator::integrator_checks());
}

TEST(IntegratorMutants, SayWhereTheyComeFrom) {
  EXPECT_GE(integrator_mutants().size(), 19u);
  expect_origins(integrator_mutants());
  EXPECT_THROW(integrator_mutant("mutant/nothing"), InputError);
  EXPECT_THROW(register_integrator_mutant({}), std::logic_error);
  EXPECT_THROW(register_integrator_mutant(integrator_mutants().front()), std::logic_error);
}

TEST(FaultyIntegrator, WithoutAFaultIsTheReferenceBitForBit) {
  const auto& reference = longrange::scheme("longrange/yoshida-reference");
  for (const longrange::System& system : integrator::systems_of(reference)) {
    const longrange::State start = integrator::random_state(system, 9, 1);
    const longrange::RunParameters p{.system = system, .time_step = 0.05};
    const auto faultless = faulty_integrator(IntegratorFault::none, start, p);
    faultless->advance(20);
    EXPECT_EQ(faultless->state(), integrator::run(reference, start, system, 0.05, 20));
  }
}

}  // namespace
}  // namespace touchstone::mutants
