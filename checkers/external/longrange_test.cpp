// checkers/external/longrange_test.cpp
// Integrators in a program of a user's: what passes, and what is caught.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/external/external_fixture.hpp"

namespace touchstone::external {
namespace {

TEST_F(External, IntegratorsPassAndAreCaught) {
  // Euler's rule: positions and momenta of the same time.
  const Fault euler{"for part in (OUTER, 1 - 2 * OUTER, OUTER):",
                    "old = self.forces()\n"
                    "            self.drift(self.time_step)\n"
                    "            self.p = [p + self.time_step * f for p, f in zip(self.p, old)]\n"
                    "            for part in ():"};
  for (const std::string name : {"integrator/time reversal", "integrator/energy"}) {
    EXPECT_EQ(checked(name, mean_field()).verdict, Verdict::pass) << name;
    EXPECT_EQ(checked(name, mean_field(euler)).verdict, Verdict::fail) << name;
  }
  EXPECT_EQ(checked("integrator/symplectic form", mean_field()).verdict, Verdict::not_claimed);
}

// integrator_programs.py has each order; a claim of another one fails.
TEST_F(External, EveryOrderThatIsClaimedIsTested) {
  const auto verdict = [&](int order, int claimed) {
    return checked("integrator/order",
                   composed(std::to_string(order), "", fmt::format("\"order {}\"", claimed)));
  };
  for (const int order : {2, 4, 6, 8}) {
    const CheckResult right = verdict(order, order);
    EXPECT_EQ(right.verdict, Verdict::pass) << order << ": " << right.detail;
    const CheckResult wrong = verdict(order, order == 8 ? 6 : order + 2);
    EXPECT_EQ(wrong.verdict, Verdict::fail) << order << ": " << wrong.detail;
  }
}

TEST_F(External, ReversalToTheBitIsTested) {
  for (const std::string order : {"2", "8"}) {
    const CheckResult right =
        checked("integrator/bit reversal", composed(order, "grid", R"("reversible to the bit")"));
    EXPECT_EQ(right.verdict, Verdict::pass) << order << ": " << right.detail;
    EXPECT_EQ(
        checked("integrator/bit reversal", composed(order, "loose", R"("reversible to the bit")"))
            .verdict,
        Verdict::fail)
        << order;
  }
}

TEST_F(External, ThreadsAreComparedWithoutForcesThatAreNotClaimed) {
  const CheckResult result =
      checked("integrator/thread invariance",
              longrange_scheme(described("longrange", example("longrange", {}),
                                         R"("thread invariant")", R"(, "models": ["hmf"])")));
  EXPECT_EQ(result.verdict, Verdict::pass) << result.detail;
}

TEST_F(External, AClaimedErrorOfTheEnergyIsAllowed) {
  const std::string command = example("longrange", {"(1 - x * x", "(1 + 2e-9 - x * x"});
  const auto with = [&](const std::string& more) {
    return longrange_scheme(described("longrange", command, R"("forces and energies")",
                                      R"(, "models": ["hmf"])" + more));
  };
  EXPECT_EQ(checked("integrator/energies", with("")).verdict, Verdict::fail);
  EXPECT_EQ(checked("integrator/energies", with(R"(, "energy_error": 1e-8)")).verdict,
            Verdict::pass);
}

}  // namespace
}  // namespace touchstone::external
