// Every check of hard shapes passes on every correct scheme; every mutant is caught by every check
// named for it; with no fault planted the faulty step is right.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "checkers/hpmc/simulation_check.hpp"
#include "checkers/mutants/hpmc/faulty_shapes.hpp"
#include "checkers/mutants/hpmc/simulation_mutant.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

std::string test_name(std::string name) {
  name = name.substr(name.find('/') + 1);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class EveryShapeMutant : public testing::TestWithParam<const SimulationMutant*> {};

TEST_P(EveryShapeMutant, IsCaughtByEachCheck) {
  for (const std::string& check : GetParam()->killed_by) {
    const CheckResult result =
        hpmc::run_simulation_check(hpmc::simulation_check(check), GetParam()->scheme, {});
    EXPECT_EQ(result.verdict, Verdict::fail) << check << ": " << result.detail;
  }
}

std::vector<const SimulationMutant*> all_mutants() {
  std::vector<const SimulationMutant*> all;
  for (const SimulationMutant& mutant : simulation_mutants()) all.push_back(&mutant);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryShapeMutant, testing::ValuesIn(all_mutants()),
                         [](const auto& instance) {
                           return test_name(instance.param->scheme.info.name);
                         });

class EveryShapeScheme : public testing::TestWithParam<const shapes::ShapeScheme*> {};

TEST_P(EveryShapeScheme, PassesEveryCheckThread) {
  for (const hpmc::SimulationCheck& check : hpmc::simulation_checks()) {
    const CheckResult result = hpmc::run_simulation_check(check, *GetParam(), {});
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

std::vector<const shapes::ShapeScheme*> all_schemes() {
  std::vector<const shapes::ShapeScheme*> all;
  for (const shapes::ShapeScheme& scheme : shapes::shape_schemes()) all.push_back(&scheme);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryShapeScheme, testing::ValuesIn(all_schemes()),
                         [](const auto& instance) { return test_name(instance.param->info.name); });

TEST(ShapeMutants, EveryCheckCatchesOne) {
  std::set<std::string> used;
  for (const SimulationMutant& mutant : simulation_mutants())
    used.insert(mutant.killed_by.begin(), mutant.killed_by.end());
  for (const hpmc::SimulationCheck& check : hpmc::simulation_checks())
    EXPECT_EQ(used.count(check.name), 1u) << check.name;
}

TEST(ShapeMutants, SayWhereTheyComeFrom) {
  for (const SimulationMutant& mutant : simulation_mutants()) {
    EXPECT_EQ(mutant.scheme.info.name.rfind("mutant/", 0), 0u);
    EXPECT_FALSE(mutant.origin.empty());
  }
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
