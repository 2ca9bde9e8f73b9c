// Every check of hard shapes passes on every correct scheme; every mutant is caught by every check
// named for it; with no fault planted the faulty step is right.
#include <gtest/gtest.h>

#include <memory>

#include "checkers/hpmc/simulation_check.hpp"
#include "checkers/mutants/hpmc/faulty_shapes.hpp"
#include "checkers/mutants/hpmc/simulation_mutant.hpp"
#include "checkers/mutants/testing.hpp"
#include "checkers/test_effort.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

class EveryShapeMutant : public testing::TestWithParam<const SimulationMutant*> {};

TEST_P(EveryShapeMutant, IsCaughtByEachCheck) {
  expect_caught_by_each_check(*GetParam(), [](const std::string& check) {
    return hpmc::run_simulation_check(hpmc::simulation_check(check), GetParam()->scheme, {});
  });
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryShapeMutant,
                         testing::ValuesIn(each_of(simulation_mutants())), name_of_mutant);

class EveryShapeScheme : public testing::TestWithParam<const shapes::ShapeScheme*> {};

TEST_P(EveryShapeScheme, PassesEveryCheckThread) {
  for (const hpmc::SimulationCheck& check : hpmc::simulation_checks()) {
    const CheckResult result =
        hpmc::run_simulation_check(check, *GetParam(), {.effort = kTestEffort});
    const bool claimed =
        has(GetParam()->info.claims, check.needs) && (GetParam()->ranks || !check.of_ranks);
    if (check.many_runs && GetParam()->emulated && claimed) {  // runs with --nightly
      EXPECT_EQ(result.verdict, Verdict::not_run) << check.name << ": " << result.detail;
      continue;
    }
    EXPECT_EQ(result.verdict, claimed ? Verdict::pass : Verdict::not_claimed)
        << check.name << ": " << result.detail;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryShapeScheme,
                         testing::ValuesIn(each_of(shapes::shape_schemes())),
                         [](const auto& instance) { return test_name(instance.param->info.name); });

TEST(ShapeMutants, EveryCheckCatchesOne) {
  expect_every_check_catches_one(simulation_mutants(), hpmc::simulation_checks());
}

TEST(ShapeMutants, SayWhereTheyComeFrom) {
  expect_origins(simulation_mutants());
  EXPECT_THROW(simulation_mutant("mutant/nothing"), InputError);
  EXPECT_THROW(register_simulation_mutant(simulation_mutants().front()), std::logic_error);
}

TEST(FaultyShapes, WithoutAFaultIsRight) {
  const shapes::Configuration start = hpmc::test_lattice("pentagon", 5, 0.5);
  const shapes::RunParameters p{.domains = {2, 1, 1}};
  FaultyShapes sound(ShapeFault::none, start, p);
  reference::ShapeMetropolis reference(start, p);
  sound.advance(5);
  reference.advance(5);
  EXPECT_EQ(sound.configuration().centres, reference.configuration().centres);
  EXPECT_EQ(sound.configuration().orientations, reference.configuration().orientations);
}

}  // namespace
}  // namespace touchstone::mutants
