// Every check passes on every correct scheme, but where fields of the scheme excuse it; with no
// fault planted the faulty bodies are right.
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
    const CheckContext context{.effort = test_effort()};
    const auto excused = excuse(check, scheme, context);
    const CheckResult result = run_check(check, scheme, context);
    EXPECT_EQ(result.verdict, excused ? excused->verdict : Verdict::pass)
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
