// checkers/external/chains_test.cpp
// Legs of event chains in a program of a user's: the example passes, and the faults planted in
// copies of it are caught.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/external/external_fixture.hpp"

namespace touchstone::external {
namespace {

using testing::HasSubstr;

constexpr const char* kLegs[] = {"legs/one chain", "legs/several chains", "legs/touching disks"};

TEST_F(External, LegsOfACorrectProgramPass) {
  for (const std::string name : {kLegs[0], kLegs[1], kLegs[2], "legs/threads"}) {
    const CheckResult result = checked(name, chains(), kTenth);
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
}

TEST_F(External, FaultsOfLegsAreCaught) {
  const auto fails = [&](const std::string& name, const Fault& fault) {
    const CheckResult result = checked(name, chains(fault));
    EXPECT_EQ(result.verdict, Verdict::fail)
        << fault.instead << ", " << name << ": " << result.detail;
    return result.detail;
  };
  const std::string found = "d[a] % sides[a]", cut = "max(d[a] % sides[a] - math.sqrt";
  for (const std::string name : {kLegs[0], kLegs[1]}) {
    EXPECT_THAT(fails(name, {found, "(d[a] if d[a] > 0 else math.inf)"}),  // no images
                HasSubstr("liftings, expected"));
    fails(name, {"1 - offset * offset", "1 + 1e-9 - offset * offset"});
    EXPECT_THAT(fails(name, {"left - way,", "left - way * (1 - 1e-9),"}), HasSubstr("within"));
  }
  fails(kLegs[0], {"math.remainder(d[1 - a], sides[1 - a])", "d[1 - a]"});  // none across
  EXPECT_THAT(fails(kLegs[0], {"+ (j is not None)", "+ 1"}), HasSubstr("liftings, expected"));
  EXPECT_THAT(fails(kLegs[0], {"left - way, self.liftings", "left - way, 1 + self.liftings"}),
              HasSubstr("liftings, expected"));
  // Who touches is passed where rounding says that he is behind.
  fails(kLegs[2], {cut + "(1 - offset * offset), 0)",
                   "(d[a] % sides[a] - math.sqrt(1 - offset * offset)) % sides[a]"});
  fails("legs/threads", {"legs * self.length", "legs * self.length * (1 + 1e-15 * self.threads)"});
}

TEST_F(External, LegsOfSeveralChainsMayBeRefused) {
  const disks::RealLegScheme single =
      chains({"    def start(self):\n",
              "    def start(self):\n        from touchstone_verify import Refused\n"
              "        if len(self.active) > 1: raise Refused('one chain')\n"});
  EXPECT_EQ(checked(kLegs[0], single).verdict, Verdict::pass);
  const CheckResult refused = checked(kLegs[1], single);
  EXPECT_EQ(refused.verdict, Verdict::not_run);
  EXPECT_THAT(refused.detail, HasSubstr("one chain"));
}

TEST_F(External, AClaimedErrorOfPositionsIsAllowed) {
  const Fault single{"left - way,", "left - way * (1 - 1e-9),"};
  EXPECT_EQ(checked(kLegs[0], chains(single)).verdict, Verdict::fail);
  const CheckResult modest = checked(kLegs[0], chains(single, R"(, "position_error": 1e-6)"));
  EXPECT_EQ(modest.verdict, Verdict::pass) << modest.detail;
}

}  // namespace
}  // namespace touchstone::external
