// checkers/external/overlaps_test.cpp
// Tests for overlaps in a program of a user's: a right one passes, and those that err on either
// side, or break the protocol, are caught.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/external/external_fixture.hpp"

namespace touchstone::external {
namespace {

using testing::HasSubstr;

constexpr const char* kMargin = R"(, "margin": 1e-12)";

TEST_F(External, OverlapsOfACorrectProgramPass) {
  const shapes::OverlapAlgorithm right = overlaps("right", kMargin);
  for (const std::string name :
       {"overlap/agreement", "overlap/near contact", "overlap/contact sweep", "overlap/symmetry",
        "overlap/random bodies", "overlap/motion", "overlap/scale", "overlap/special places",
        "overlap/resolution"}) {
    const CheckResult result = checked(name, right);
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
  EXPECT_EQ(checked("overlap/touching", right).verdict, Verdict::not_claimed);
}

TEST_F(External, OverlapsOfBodiesThatAreNotConvexAreJudged) {
  for (const auto& [name, effort] : {std::pair{"overlap/agreement", 1.0},
                                     {"overlap/near contact", 1},
                                     {"overlap/notch", 1},
                                     {"overlap/special places", 1},
                                     {"overlap/plain directions", 1},
                                     {"overlap/notch sampling", 0.1}}) {
    const CheckResult right = checked(name, overlaps("concave", kMargin), effort);
    EXPECT_EQ(right.verdict, Verdict::pass) << name << ": " << right.detail;
  }
  for (const std::string name : {"overlap/agreement", "overlap/symmetry"})
    EXPECT_EQ(checked(name, overlaps("corners", kMargin)).verdict, Verdict::fail) << name;
}

TEST_F(External, OverlapsThatErrOnEitherSideAreCaught) {
  for (const std::string how : {"shy", "eager"})
    for (const std::string name : {"overlap/near contact", "overlap/contact sweep",
                                   "overlap/random bodies", "overlap/resolution"})
      EXPECT_EQ(checked(name, overlaps(how, kMargin)).verdict, Verdict::fail)
          << how << ", " << name;
  // A claim that leaves the error out.
  const shapes::OverlapAlgorithm modest = overlaps("shy", R"(, "margin": 2e-3)");
  EXPECT_EQ(checked("overlap/resolution", modest).verdict, Verdict::pass);
}

// Right at 1e-8 and wrong at 1e-9: at powers of ten alone, a claim between them would pass.
TEST_F(External, AClaimedMarginIsTestedAtTheMargin) {
  for (const std::string name :
       {"overlap/contact sweep", "overlap/random bodies", "overlap/resolution"}) {
    EXPECT_EQ(checked(name, overlaps("fine", R"(, "margin": 2e-9)")).verdict, Verdict::fail)
        << name;
    const CheckResult honest = checked(name, overlaps("fine", R"(, "margin": 7e-9)"));
    EXPECT_EQ(honest.verdict, Verdict::pass) << name << ": " << honest.detail;
  }
}

TEST_F(External, TheFirstBodyOfAPairIsNotAtTheOrigin) {
  for (const std::string name : {"overlap/agreement", "overlap/near contact", "overlap/motion"})
    EXPECT_EQ(checked(name, overlaps("centred", kMargin)).verdict, Verdict::fail) << name;
}

TEST_F(External, AWrongAnswerIsToldWithThePair) {
  const std::string detail = checked("overlap/random bodies", overlaps("shy", kMargin)).detail;
  EXPECT_THAT(detail, HasSubstr("the answer was 'apart', but they overlap by "));
  EXPECT_THAT(detail, testing::ContainsRegex("\n    a: disk [0-9.e-]+; centre [0-9.e -]+; "
                                             "orientation [0-9.e -]+\n    b: disk "));
  EXPECT_THAT(checked("overlap/random bodies", overlaps("eager", kMargin)).detail,
              HasSubstr("the answer was 'overlap', but they are apart by "));
}

TEST_F(External, TheTableOfOverlapsSaysHowNearAndOnWhichSide) {
  const auto row = [&](const std::string& how, const std::string& bodies) {
    const CheckResult result = checked("overlap/resolution", overlaps(how, kMargin));
    for (const auto& one : result.params.at("series").at("resolution"))
      if (one.at("a") == bodies && one.at("b") == bodies) return one;
    return nlohmann::json();
  };
  for (const std::string bodies : {"disk", "ball", "ellipse"}) {
    const auto shy = row("shy", bodies);
    EXPECT_EQ(shy.at("right_from_penetration"), 1e-3);
    EXPECT_LE(shy.at("right_from_gap"), 1e-12);
    EXPECT_GT(shy.at("overlapping_called_free"), 0);
    EXPECT_EQ(shy.at("free_called_overlapping"), 0);
    const auto eager = row("eager", bodies);
    EXPECT_EQ(eager.at("right_from_gap"), 1e-3);
    EXPECT_EQ(eager.at("overlapping_called_free"), 0);
  }
}

TEST_F(External, OverlapsThatBreakTheProtocolAreCaught) {
  const auto detail = [&](const std::string& how) {
    const CheckResult result =
        checked("overlap/agreement", overlaps(how, R"(, "timeout_seconds": 1)"));
    EXPECT_EQ(result.verdict, Verdict::fail) << how << ": " << result.detail;
    return result.detail;
  };
  EXPECT_THAT(detail("short"),
              HasSubstr("no whole answer to 'overlaps' within 1 s: it ends after"));
  EXPECT_THAT(detail("garbage"),
              HasSubstr("expected a line with one of 0 1 refused, found 'maybe'"));
  EXPECT_THAT(detail("silent"), HasSubstr("no answer to 'overlaps' within 1 s"));
  EXPECT_THAT(detail("crash"), HasSubstr("was ended by signal 6 after 'overlaps'"));
  EXPECT_THAT(detail("fickle"), HasSubstr("refused 'disk 0.2' and 'disk"));
}

TEST_F(External, OverlapsThatTakeNoBodiesAreNotJudged) {
  for (const hpmc::OverlapCheck& check : checks_of<shapes::OverlapAlgorithm>()) {
    const CheckResult result = run_check(check, overlaps("nothing"), {});
    EXPECT_TRUE(result.verdict == Verdict::not_run || result.verdict == Verdict::not_claimed)
        << check.name << ": " << result.detail;
  }
}

TEST_F(External, ProgramsForOverlapsAreUsedForNothingElse) {
  const shapes::Body disk = shapes::Disk{0.5};
  const std::size_t before = shapes::algorithms_for(disk, disk).size();
  apart([&] {
    const std::string name = use_external(
        written(R"({"format": "touchstone-external/1", "name": "unused", "simulates": "overlaps",
                    "command": ["true"], "claims": ["equals reference"]})"));
    EXPECT_EQ(name, "hpmc/overlap-unused");
    EXPECT_EQ(shapes::algorithms_for(disk, disk).size(), before);
  });
}

}  // namespace
}  // namespace touchstone::external
