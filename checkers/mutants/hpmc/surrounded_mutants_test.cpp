// Every check of depletants and springs passes on every correct scheme; every mutant is caught by
// every check named for it; with no fault planted the faulty law is right.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "checkers/hpmc/simulation_check.hpp"
#include "checkers/hpmc/surrounded_check.hpp"
#include "checkers/mutants/hpmc/faulty_surroundings.hpp"
#include "checkers/mutants/hpmc/surrounded_mutant.hpp"

namespace touchstone::mutants {
namespace {

std::string test_name(std::string name) {
  name = name.substr(name.find('/') + 1);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class EverySurroundedMutant : public testing::TestWithParam<const SurroundedMutant*> {};

TEST_P(EverySurroundedMutant, IsCaughtByEachCheck) {
  for (const std::string& check : GetParam()->killed_by) {
    const CheckResult result =
        hpmc::run_surrounded_check(hpmc::surrounded_check(check), GetParam()->scheme, {});
    EXPECT_EQ(result.verdict, Verdict::fail) << check << ": " << result.detail;
  }
}

std::vector<const SurroundedMutant*> all_mutants() {
  std::vector<const SurroundedMutant*> all;
  for (const SurroundedMutant& mutant : surrounded_mutants()) all.push_back(&mutant);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Registry, EverySurroundedMutant, testing::ValuesIn(all_mutants()),
                         [](const auto& instance) {
                           return test_name(instance.param->scheme.info.name);
                         });

TEST(EverySurroundedScheme, PassesEveryCheck) {
  for (const shapes::SurroundedScheme& scheme : shapes::surrounded_schemes())
    for (const hpmc::SurroundedCheck& check : hpmc::surrounded_checks()) {
      const CheckResult result = hpmc::run_surrounded_check(check, scheme, {});
      const bool claimed = has(scheme.info.claims, check.needs);
      EXPECT_EQ(result.verdict, claimed ? Verdict::pass : Verdict::not_claimed)
          << scheme.info.name << ", " << check.name << ": " << result.detail;
    }
}

TEST(SurroundedMutants, EveryCheckCatchesOne) {
  std::set<std::string> used;
  for (const SurroundedMutant& mutant : surrounded_mutants())
    used.insert(mutant.killed_by.begin(), mutant.killed_by.end());
  for (const hpmc::SurroundedCheck& check : hpmc::surrounded_checks())
    EXPECT_EQ(used.count(check.name), 1u) << check.name;
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
