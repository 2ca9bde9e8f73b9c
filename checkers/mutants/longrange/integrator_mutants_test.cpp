// With no fault planted the faulty bodies are right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/mutants/longrange/faulty_integrator.hpp"
#include "checkers/mutants/testing.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

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
