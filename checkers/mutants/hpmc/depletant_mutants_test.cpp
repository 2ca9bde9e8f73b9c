// Every check passes on every correct scheme; with no fault planted the faulty bodies are right.
#include <gtest/gtest.h>

#include "checkers/hpmc/depletant_kind.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "checkers/mutants/hpmc/faulty_depletants.hpp"
#include "checkers/mutants/testing.hpp"
#include "checkers/test_effort.hpp"

namespace touchstone::mutants {
namespace {

TEST(EveryDepletantScheme, PassesEveryCheck) {
  for (const shapes::DepletantScheme& scheme : shapes::depletant_schemes())
    for (const hpmc::DepletantCheck& check : checks_of<shapes::DepletantScheme>()) {
      const CheckResult result = run_check(check, scheme, {.effort = test_effort()});
      const bool claimed = has(scheme.info.claims, check.needs);
      EXPECT_EQ(result.verdict, claimed ? Verdict::pass : Verdict::not_claimed)
          << scheme.info.name << ", " << check.name << ": " << result.detail;
    }
}

TEST(FaultyDepletants, WithoutAFaultAreRight) {
  const shapes::Configuration start = hpmc::test_lattice("pentagon", 5, 0.4);
  const shapes::RunParameters p{.max_displacement = 0.2};
  const shapes::DepletantsAndSprings s{
      .depletants = {shapes::Spheropolygon{{{0, 0}}, 0.15}, 3},
      .springs = springs_at(start, 4, shapes::Anchor::centre_of_mass)};
  FaultyDepletants sound(DepletantFault::none, start, p, s);
  reference::DepletantMetropolis reference(start, p, s);
  sound.advance(3);
  reference.advance(3);
  EXPECT_EQ(sound.configuration().centres, reference.configuration().centres);
  EXPECT_EQ(sound.configuration().orientations, reference.configuration().orientations);
}

}  // namespace
}  // namespace touchstone::mutants
