// Every mutant is caught by every check that is named for it, every check catches some mutant, and
// with no fault planted the faulty integrator is right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "checkers/integrator/cases.hpp"
#include "checkers/integrator/integrator_check.hpp"
#include "checkers/mutants/longrange/faulty_integrator.hpp"
#include "checkers/mutants/longrange/integrator_mutant.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

std::vector<const IntegratorMutant*> all_mutants() {
  std::vector<const IntegratorMutant*> all;
  for (const IntegratorMutant& mutant : integrator_mutants()) all.push_back(&mutant);
  return all;
}

class EveryIntegratorMutant : public testing::TestWithParam<const IntegratorMutant*> {};

TEST_P(EveryIntegratorMutant, IsCaughtByEachCheck) {
  for (const std::string& check : GetParam()->killed_by) {
    const CheckResult result = integrator::run_integrator_check(integrator::integrator_check(check),
                                                                GetParam()->scheme, {});
    EXPECT_EQ(result.verdict, Verdict::fail) << check << ": " << result.detail;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryIntegratorMutant, testing::ValuesIn(all_mutants()),
                         [](const auto& instance) {
                           std::string text = instance.param->scheme.info.name.substr(18);
                           std::replace(text.begin(), text.end(), '-', '_');
                           return text;
                         });

TEST(IntegratorMutants, EveryCheckCatchesOne) {
  std::set<std::string> used;
  for (const IntegratorMutant& mutant : integrator_mutants())
    used.insert(mutant.killed_by.begin(), mutant.killed_by.end());
  for (const integrator::IntegratorCheck& check : integrator::integrator_checks())
    EXPECT_EQ(used.count(check.name), 1u) << check.name;
}

TEST(IntegratorMutants, SayWhereTheyComeFrom) {
  EXPECT_GE(integrator_mutants().size(), 19u);
  for (const IntegratorMutant& mutant : integrator_mutants()) {
    EXPECT_EQ(mutant.scheme.info.name.rfind("mutant/", 0), 0u);
    EXPECT_TRUE(mutant.scheme.mutant);
    EXPECT_FALSE(mutant.origin.empty());
  }
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
