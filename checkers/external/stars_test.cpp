// checkers/external/stars_test.cpp
// Star clusters in a program of a user's: the example passes, and the faults planted in copies of
// it are caught.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/external/external_fixture.hpp"

namespace touchstone::external {
namespace {

using testing::HasSubstr;

TEST_F(External, StarsOfACorrectProgramPass) {
  // Each night adapters.examples of ctest has all checks pass on the same program.
  for (const std::string name : {"cmc/stars", "cmc/escapers", "cmc/seeds", "cmc/encounters"}) {
    const CheckResult result = checked(name, henon());
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
  for (const std::string name : {"cmc/time step law", "cmc/continuation", "cmc/time in shell"})
    EXPECT_EQ(checked(name, henon()).verdict, Verdict::not_run) << name;
  EXPECT_EQ(checked("cmc/equals reference", henon()).verdict, Verdict::not_claimed);
  EXPECT_EQ(checked("cmc/thread invariance", henon()).verdict, Verdict::not_claimed);
}

// Not here: the work of the changing potential, of which there are mutants (checkers/mutants/cmc).
TEST_F(External, FaultsOfStarsAreCaught) {
  const auto fails = [&](const std::string& name, const Fault& fault) {
    const CheckResult result = checked(name, henon(fault));
    EXPECT_EQ(result.verdict, Verdict::fail)
        << fault.instead << ", " << name << ": " << result.detail;
    return result.detail;
  };
  const std::string leaves = "pair for pair in moved if pair[1]";
  EXPECT_THAT(fails("cmc/encounters", {"angle = min(", "angle = 0.5 * min("}),
              HasSubstr("p of speeds"));
  EXPECT_THAT(
      fails("cmc/encounters", {"one, two = b[1] / mass, a[1] / mass", "one, two = 0.5, 0.5"}),
      HasSubstr("pairs do not keep energy and momentum"));
  EXPECT_THAT(fails("cmc/encounters",  // kicks of one sign
                    {"azimuth, axis = (self.rng.uniform(0, math.tau) for _ in range(2))",
                     "azimuth, axis = self.rng.uniform(0, math.tau), self.rng.uniform(0, 3)"}),
              HasSubstr("of signs of kicks 0"));
  fails("cmc/encounters", {"return time_step\n", "return 2 * time_step\n"});
  fails("cmc/encounters", {"15 / math.pi", "7.5 / math.pi"});
  EXPECT_THAT(fails("cmc/escapers", {leaves, leaves + " and pair[0][0] != 7"}),
              HasSubstr("star 7 has left with an energy of -"));
  EXPECT_THAT(fails("cmc/stars", {leaves, leaves + " and pair[0][0] != 7"}),
              HasSubstr("416 of 417 stars are left"));
  fails("cmc/escapers", {"if energy >= 0:", "if energy >= -0.05:"});
  const std::string density = "self.rng.random() * bound * radial < 3 * width * s * (1 - s)";
  EXPECT_THAT(  // uniform in radius
      fails("cmc/positions in steps", {density, "self.rng.random() < 4 * s * (1 - s)"}),
      HasSubstr("p of positions"));
  EXPECT_THAT(fails("cmc/stars", {"return self.cluster.stars", "return self.cluster.stars[::-1]"}),
              HasSubstr("stars are not in radial order"));
  EXPECT_THAT(fails("cmc/stars", {"star[2:] =", "star[1:] = 1.01 * mass,"}),
              HasSubstr("another mass of star"));
  fails("cmc/seeds", {"random.Random(self.seed)", "random.Random(1)"});
  fails("cmc/seeds", {"random.Random(self.seed)", "random.SystemRandom()"});
}

TEST_F(External, StarsThatTheProtocolDoesNotHaveAreCaught) {
  const auto detail = [&](const std::string& state) {
    return checked("cmc/stars", henon({"return self.cluster.stars", "return " + state})).detail;
  };
  EXPECT_THAT(detail("self.cluster.stars * 2"), HasSubstr("expected at most the 417 stars"));
  EXPECT_THAT(detail("[[0.5, *star[1:]] for star in self.cluster.stars]"),
              HasSubstr("expected the number of a star, 0 to 416, found '0.5'"));
  EXPECT_THAT(detail("[[*star[:2], float('nan'), *star[3:]] for star in self.cluster.stars]"),
              HasSubstr("expected a line of 5 finite numbers"));
}

}  // namespace
}  // namespace touchstone::external
