// checkers/external/restarts_test.cpp
// Programs that begin again with the system that they have: restarts take the place of starts, and
// what is left from before is seen.
#include "checkers/external/restarts.hpp"

#include <gtest/gtest.h>

#include "checkers/disks/restarts.hpp"
#include "checkers/external/costly_program.hpp"
#include "checkers/hpmc/restarts.hpp"

namespace touchstone::external {
namespace {

class Restarts : public CostlyProgram {};

TEST_F(Restarts, ThousandsOfStartsAreOneStartAndRestarts) {
  for (const std::string check : {"exact start/one sweep", "property/places and disks alike"}) {
    const Description d = costly(0.2);
    const CheckResult result = checked(check, d);
    EXPECT_EQ(result.verdict, Verdict::pass) << check << ": " << result.detail;
    EXPECT_EQ(d.command.known->starts, 1u) << check;
    EXPECT_GE(d.command.known->restarts, 399u) << check;
  }
}

TEST_F(Restarts, NothingIsRestartedUnlessTheDescriptionSaysSo) {
  const Description d = costly(0, "", false);
  EXPECT_EQ(checked("property/places and disks alike", d).verdict, Verdict::pass);
  EXPECT_EQ(d.command.known->starts, 400u);
  EXPECT_EQ(d.command.known->restarts, 0u);
}

TEST_F(Restarts, RestartsThatKeepAnythingAreCaught) {
  const auto verdict = [&](const std::string& how) {
    return property::restarts_as_starts(disk_scheme(costly(0, how)), {}).verdict;
  };
  EXPECT_EQ(verdict(""), Verdict::pass);
  EXPECT_EQ(verdict("no-restart"), Verdict::pass);  // the adapter makes a new object
  for (const std::string how : {"seed", "centres", "counts"})
    EXPECT_EQ(verdict(how), Verdict::fail) << how;
}

TEST_F(Restarts, RestartsOfShapesAreComparedToo) {
  const auto verdict = [&](const std::string& how) {
    const shapes::ShapeScheme scheme = shape_scheme(costly(0, how, true, "shapes"));
    return hpmc::restarts_as_starts(scheme, {}).verdict;
  };
  EXPECT_EQ(verdict("right"), Verdict::pass);
  EXPECT_EQ(verdict("centres"), Verdict::fail);
}

}  // namespace
}  // namespace touchstone::external
