// Every check passes on every correct scheme; with no fault planted the faulty bodies are right.
#include <gtest/gtest.h>

#include <memory>

#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "checkers/mutants/hpmc/faulty_shapes.hpp"
#include "checkers/mutants/testing.hpp"
#include "checkers/test_effort.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

class EveryShapeScheme : public testing::TestWithParam<const shapes::ShapeScheme*> {};

TEST_P(EveryShapeScheme, PassesEveryCheckThread) {
  const shapes::ShapeScheme& scheme = *GetParam();
  for (const hpmc::ShapeCheck& check : checks_of<shapes::ShapeScheme>()) {
    const CheckResult result = run_check(check, scheme, {.effort = kTestEffort});
    const bool claimed = has(scheme.info.claims, check.needs) &&
                         !Kind<shapes::ShapeScheme>::excuse(check.only, scheme, {});
    if (check.many_steps && GetParam()->emulated && claimed) {  // runs with --nightly
      EXPECT_EQ(result.verdict, Verdict::not_run) << check.name << ": " << result.detail;
      continue;
    }
    // A sweep of all pairs takes O(N^2): large systems are left out.
    if (check.many_steps && scheme.all_pairs && result.verdict == Verdict::not_run) continue;
    // Which move ends beside contact is known where the order of moves is.
    if (scheme.confined && result.verdict == Verdict::not_claimed) continue;
    EXPECT_EQ(result.verdict, claimed ? Verdict::pass : Verdict::not_claimed)
        << check.name << ": " << result.detail;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryShapeScheme,
                         testing::ValuesIn(each_of(shapes::shape_schemes())),
                         [](const auto& instance) { return test_name(instance.param->info.name); });

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
