// checkers/external/shapes_test.cpp
// Hard shapes in a program of a user's: what passes, what is caught, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/external/external_fixture.hpp"
#include "checkers/external/work.hpp"

namespace touchstone::external {
namespace {

using testing::HasSubstr;

constexpr const char* kTangents = R"(, "proposals": "tangents")";
constexpr const char* kAngles = R"(, "proposals": "angles")";
constexpr const char* kShort = R"(, "short")";
constexpr const char* kFloat = R"(, "float")";
constexpr const char* kDomains = R"(, "domains": true, "ranks": true)";
constexpr const char* kPressure = R"(, "constant_pressure": true)";

TEST_F(External, ShapesPassAreCaughtAndAreRefusedWithAReason) {
  expect_no_failure({"shapes/legal", "shapes/two disks", "shapes/proposals"}, spheres());
  EXPECT_EQ(checked("shapes/legal", spheres({"all(j == i or", "all(j >= i or"})).verdict,
            Verdict::fail);
  const CheckResult refused = checked("shapes/one square", spheres());
  EXPECT_EQ(refused.verdict, Verdict::not_run);
  EXPECT_THAT(refused.detail, HasSubstr("only disks or balls"));
  for (const std::string name : {"shapes/law of moves", "shapes/domains", "shapes/rank invariance",
                                 "shapes/ensemble ratio", "shapes/boxes of few bodies"})
    EXPECT_EQ(checked(name, spheres()).verdict, Verdict::not_claimed) << name;
}

// Bodies that are too large keep away from contact: no state shows it alone.
TEST_F(External, BodiesThatAreTooLargeAreSeen) {
  const std::string law = "shapes/two bodies";
  const CheckResult right = checked(law, spheres());
  EXPECT_EQ(right.verdict, Verdict::pass) << right.detail;
  EXPECT_THAT(right.detail, HasSubstr(": disk, ball"));
  const CheckResult large = checked(
      law, spheres({"self.radii[i] + self.radii[j]", "1.06 * (self.radii[i] + self.radii[j])"}));
  EXPECT_EQ(large.verdict, Verdict::fail);
  EXPECT_THAT(large.detail, HasSubstr("larger"));
}

TEST_F(External, ADeclaredLawOfMovesIsTested) {
  const std::string law = "shapes/law of moves";
  const auto detail = [&](const char* how, const char* keys) {
    const CheckResult result = checked(law, bodies(how, keys));
    EXPECT_EQ(result.verdict, Verdict::fail) << how << keys << ": " << result.detail;
    return result.detail;
  };
  for (const auto& [how, keys] : {std::pair{"", kTangents}, {R"(, "angles")", kAngles}}) {
    const CheckResult result = checked(law, bodies(how, keys));
    EXPECT_EQ(result.verdict, Verdict::pass) << keys << ": " << result.detail;
  }
  EXPECT_THAT(detail(kShort, kTangents), HasSubstr("length of translations"));
  EXPECT_THAT(detail(R"(, "long")", kTangents), HasSubstr("length of translations"));
  EXPECT_THAT(detail(R"(, "angles")", kTangents), HasSubstr("cube: angle of rotations"));
  EXPECT_THAT(detail("", kAngles), HasSubstr("cube: angle of rotations"));
  EXPECT_THAT(detail(R"(, "always")", kTangents), HasSubstr("translates and rotates"));
  // The symmetry alone does not show it.
  EXPECT_EQ(checked("shapes/proposals", bodies(kShort, "")).verdict, Verdict::pass);
}

TEST_F(External, ShapesOfSinglePrecisionNeedATolerance) {
  const CheckResult exact = checked("shapes/legal", bodies(kFloat, ""));
  EXPECT_EQ(exact.verdict, Verdict::fail);
  EXPECT_THAT(exact.detail, HasSubstr("quaternion"));
  const std::string single = R"(, "tolerance": 1e-6, "proposals": "tangents")";
  for (const std::string name :
       {"shapes/legal", "shapes/proposals", "shapes/law of moves", "shapes/one square"}) {
    const CheckResult result = checked(name, bodies(kFloat, single));
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
  // Overlaps by 2e-3, of which a tolerance allows what it says.
  EXPECT_THAT(checked("shapes/legal", bodies(R"(, "soft")", single)).detail, HasSubstr("overlap"));
  const CheckResult soft = checked("shapes/legal", bodies(R"(, "soft")", R"(, "tolerance": 1e-3)"));
  EXPECT_EQ(soft.verdict, Verdict::pass) << soft.detail;
}

TEST_F(External, DomainsAndRanksThatAreClaimedAreTested) {
  for (const std::string name :
       {"shapes/domains", "shapes/rank invariance", "shapes/thread invariance", "shapes/legal"}) {
    const CheckResult result = checked(name, bodies("", kDomains), 0.3);
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
  const auto fails = [&](const char* how, const std::string& name, const char* words) {
    const CheckResult result = checked(name, bodies(how, kDomains), 0.3);
    EXPECT_EQ(result.verdict, Verdict::fail) << how;
    EXPECT_THAT(result.detail, HasSubstr(words)) << how;
  };
  fails(R"(, "no-shift")", "shapes/domains", "shift");
  fails(R"(, "thin")", "shapes/domains", "frozen");
  fails(R"(, "own-streams")", "shapes/rank invariance", "2 ranks, step 1");
}

TEST_F(External, BoxesOfThousandsAreTested) {
  const char* const patient = R"(, "timeout_seconds": 600)";
  const CheckResult right = checked("shapes/thousands", bodies("", patient));
  EXPECT_EQ(right.verdict, Verdict::pass) << right.detail;
  const CheckResult few = checked("shapes/thousands", bodies(R"(, "few")", patient));
  EXPECT_EQ(few.verdict, Verdict::fail);
  EXPECT_THAT(few.detail, HasSubstr("1024 of 1024 trials accepted"));
  EXPECT_EQ(checked("shapes/thousands", bodies("", R"(, "all_pairs": true)")).verdict,
            Verdict::not_run);
}

TEST_F(External, ConstantPressureThatIsClaimedIsTested) {
  for (const std::string name :
       {"shapes/boxes of few bodies", "shapes/ideal gas", "shapes/ensemble ratio"}) {
    const CheckResult result = checked(name, bodies("", kPressure), kTenth);
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
  EXPECT_EQ(checked("shapes/proposals of boxes", bodies("", kPressure)).verdict,
            Verdict::not_run);  // it refuses tilts
}

// N in place of N + 1; the other faults of counting are mutants (checkers/mutants/hpmc), and the
// example's below.
TEST_F(External, FaultsAtConstantPressureAreCaught) {
  EXPECT_THAT(checked("shapes/boxes of few bodies", bodies(R"(, "same")", kPressure), 0.3).detail,
              HasSubstr("volume by moves of ln V"));
}

// The example of the adapter, with N + 1 in place of N, and edges that shrink where they should
// grow.
TEST_F(External, FaultsOfTheExampleAtConstantPressureAreCaught) {
  const auto with = [&](const Fault& fault) {
    return checked("shapes/boxes of few bodies",
                   shape_scheme(described("shapes", example("shapes", fault), R"("global balance")",
                                          kPressure)),
                   0.3);
  };
  const CheckResult right = with({});
  EXPECT_EQ(right.verdict, Verdict::pass) << right.detail;
  EXPECT_EQ(with({"uniform(-1, 1), n\n", "uniform(-1, 1), n + 1\n"}).verdict, Verdict::fail);
  EXPECT_EQ(with({"self.sides = [side * factor", "self.sides = [side / factor"}).verdict,
            Verdict::fail);
}

// The rows of work.cpp for shapes, told anew for those that are quick here.
TEST_F(External, TheWorkOfShapesIsWhatIsAsked) {
  ::setenv("PYTHONPATH", (source_tree() / "adapters/python/src").c_str(), 1);
  const auto program = source_tree() / "checkers/external/shape_programs.py";
  for (const std::string name :
       {"shapes/law of moves", "shapes/seeds apart", "shapes/rank invariance"}) {
    const Description d = described(
        "shapes", fmt::format(R"("python3", "{}")", program.string()),
        R"("global balance", "conserves particles", "thread invariant")",
        R"(, "domains": true, "ranks": true, "constant_pressure": true, "proposals": "tangents")");
    const CheckResult result = checked(name, shape_scheme(d));
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
    ASSERT_NE(work_of(name), nullptr) << name;
    EXPECT_EQ(work_of(name)->starts, static_cast<double>(d.command.known->starts)) << name;
    EXPECT_EQ(work_of(name)->requests, static_cast<double>(d.command.known->requests)) << name;
    EXPECT_EQ(work_of(name)->moves, static_cast<double>(d.command.known->moves)) << name;
  }
  for (const char* claimed : {"shapes/thousands", "shapes/ideal gas", "shapes/ensemble ratio",
                              "shapes/boxes of few bodies", "shapes/legal", "shapes/proposals"})
    EXPECT_NE(work_of(claimed), nullptr) << claimed;
}

TEST_F(External, KeysOfShapesSayWhatIsWrong) {
  const auto words = [&](const char* keys) -> std::string {
    try {
      described("shapes", R"("x")", "", keys);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(words(R"(, "proposals": "cubes")"),
              HasSubstr(R"(expected "tangents", "angles" or "symmetric", found "cubes")"));
  EXPECT_THAT(words(R"(, "ranks": true)"), HasSubstr(R"(expected false without "domains")"));
  EXPECT_THAT(words(R"(, "tolerance": 0.01)"), HasSubstr("expected a number from 0 to 0.001"));
}

}  // namespace
}  // namespace touchstone::external
