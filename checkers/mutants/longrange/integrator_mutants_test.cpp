// With no fault planted the faulty bodies are right, so that nothing but the fault is caught.
#include <gtest/gtest.h>

#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/mutants/longrange/composed_integrator.hpp"
#include "checkers/mutants/longrange/faulty_integrator.hpp"
#include "checkers/mutants/testing.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

using longrange::IntegratorClaims;

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

longrange::LongrangeScheme composed(int order, Grid grid, IntegratorClaims claims) {
  return {.info = {.name = "test/composed", .source = "test"},
          .claims = claims,
          .models = {std::begin(longrange::kModels), std::end(longrange::kModels)},
          .start = [=](const longrange::State& start, const longrange::RunParameters& p) {
            return composed_integrator(order, grid, start, p);
          }};
}

CheckResult checked(const char* check, const longrange::LongrangeScheme& scheme,
                    std::uint64_t seed = 1) {
  return run_check(check_of<longrange::LongrangeScheme>(check), scheme, {.seed = seed});
}

constexpr std::pair<int, IntegratorClaims> kOrders[] = {{2, IntegratorClaims::second_order},
                                                        {4, IntegratorClaims::fourth_order},
                                                        {6, IntegratorClaims::sixth_order},
                                                        {8, IntegratorClaims::eighth_order}};

constexpr IntegratorClaims kOthers = IntegratorClaims::model | IntegratorClaims::symplectic |
                                     IntegratorClaims::time_reversible |
                                     IntegratorClaims::bounded_energy | IntegratorClaims::momentum;

// All schemes of the suite are of order 4: the bounds of the other checks must suit other orders.
TEST(ComposedIntegrator, OfLowestAndHighestOrderPassesEveryCheck) {
  for (const auto& [order, own] : {kOrders[0], kOrders[3]})
    for (const integrator::IntegratorCheck& check : checks_of<longrange::LongrangeScheme>()) {
      if (check.many_steps) continue;  // of the equilibrium, where the order is no matter
      const CheckResult result = run_check(check, composed(order, Grid::none, kOthers | own), {});
      EXPECT_NE(result.verdict, Verdict::fail)
          << "order " << order << ", " << check.name << ": " << result.detail;
    }
}

// With seed 7 the first start of both has a close pair late in the run, which leaves an error
// behind.
TEST(ReboundIntegrator, HasABoundedEnergyErrorAlsoBehindAClosePair) {
  for (const int order : {6, 8})
    for (const std::uint64_t seed : {7u, 8u}) {
      longrange::LongrangeScheme scheme =
          composed(order, Grid::none, kOthers | (order == 6 ? kOrders[2] : kOrders[3]).second);
      scheme.models = {longrange::Model::plane};
      scheme.start = [order](const longrange::State& start, const longrange::RunParameters& p) {
        return rebound_integrator(order, start, p);
      };
      const CheckResult result = checked("integrator/energy", scheme, seed);
      EXPECT_EQ(result.verdict, Verdict::pass)
          << "order " << order << ", seed " << seed << ": " << result.detail;
    }
}

// Also with other starts than that of the suite.
TEST(ComposedIntegrator, HasItsOrderAndNoOther) {
  for (const std::uint64_t seed : {1u, 2u, 3u})
    for (const auto& [order, own] : kOrders)
      for (const auto& [claimed, claim] : kOrders) {
        const CheckResult result =
            checked("integrator/order", composed(order, Grid::none, claim), seed);
        EXPECT_EQ(result.verdict, order == claimed ? Verdict::pass : Verdict::fail)
            << "order " << order << " called " << claimed << ": " << result.detail << ' '
            << result.params;
      }
}

TEST(ComposedIntegrator, OnAGridIsReversibleToTheBit) {
  for (const int order : {2, 4, 8}) {
    const CheckResult result =
        checked("integrator/bit reversal",
                composed(order, Grid::nearest, IntegratorClaims::bit_reversible));
    EXPECT_EQ(result.verdict, Verdict::pass) << order << ": " << result.detail;
  }
}

// The other check of reversal cannot see this.
TEST(ComposedIntegrator, OnAGridThatRoundsDownIsReversibleToRoundingOnly) {
  const auto claims = IntegratorClaims::bit_reversible | IntegratorClaims::time_reversible;
  const auto scheme = composed(2, Grid::below, claims);
  EXPECT_EQ(checked("integrator/time reversal", scheme).verdict, Verdict::pass);
  EXPECT_EQ(checked("integrator/bit reversal", scheme).verdict, Verdict::fail);
}

TEST(IntegratorOrder, OfForcesThatAreWorthNothingIsNotDecided) {
  auto still = composed(2, Grid::none, IntegratorClaims::second_order);
  still.force_error = 1;  // what the program says its forces are worth
  EXPECT_EQ(checked("integrator/order", still).verdict, Verdict::inconclusive);
}

}  // namespace
}  // namespace touchstone::mutants
