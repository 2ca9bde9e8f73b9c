#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "checkers/disks/disk_kind.hpp"
#include "models/disks/start.hpp"

namespace touchstone {
namespace {

const Claims kBalance = Claims::global_balance;

DiskCheck returning(CheckResult result) {
  return {.name = "test/fixed",
          .shows = "nothing",
          .needs = kBalance,
          .cost = "none",
          .run = [result](const disks::DiskScheme&, const CheckContext&) { return result; }};
}

disks::DiskScheme claiming(Claims claims) {
  disks::DiskScheme scheme = disks::scheme("mpmc/metropolis-reference");
  scheme.info.claims = claims;
  return scheme;
}

Verdict verdict_of_run(const DiskCheck& check, const disks::DiskScheme& scheme) {
  return run_check(check, scheme, {}).verdict;
}

TEST(RunCheck, PassesOnWhatTheCheckSays) {
  EXPECT_EQ(verdict_of_run(returning({.verdict = Verdict::pass}), claiming(kBalance)),
            Verdict::pass);
  EXPECT_EQ(verdict_of_run(returning({.verdict = Verdict::inconclusive}), claiming(kBalance)),
            Verdict::inconclusive);
}

TEST(RunCheck, AnUnclaimedPropertyIsNotClaimed) {
  EXPECT_EQ(verdict_of_run(returning({.verdict = Verdict::pass}), claiming(Claims::none)),
            Verdict::not_claimed);
}

TEST(RunCheck, WhatThisMachineLacksIsNotRun) {
  disks::DiskScheme scheme = claiming(kBalance);
  scheme.available = false;
  EXPECT_EQ(verdict_of_run(returning({.verdict = Verdict::pass}), scheme), Verdict::not_run);
}

std::string no_driver() { return "there is no driver"; }

TEST(RunCheck, ASchemeOnADeviceThatIsNotThereIsNotRunAndSaysWhy) {
  disks::DiskScheme scheme = claiming(kBalance);
  scheme.info.on_device = true;
  scheme.available = no_driver;
  DiskCheck check = returning({});
  check.run = [](const disks::DiskScheme&, const CheckContext&) -> CheckResult {
    throw InputError("called without a device");
  };
  const CheckResult result = run_check(check, scheme, {});
  EXPECT_EQ(result.verdict, Verdict::not_run);
  EXPECT_EQ(result.detail, "there is no driver");
}

TEST(RunCheck, NaNFails) {
  const DiskCheck check = returning({.verdict = Verdict::pass, .value = std::nan("")});
  EXPECT_EQ(verdict_of_run(check, claiming(kBalance)), Verdict::fail);
}

TEST(RunCheck, ARefusalIsAFailureUnlessTheSchemeSaidSo) {
  DiskCheck check = returning({});
  check.run = [](const disks::DiskScheme& scheme, const CheckContext&) -> CheckResult {
    begin(scheme, disks::random_start(4, 0.1, disks::kSquare, 1), {.trials_per_cell = 0});
    return {.verdict = Verdict::pass};
  };
  EXPECT_EQ(verdict_of_run(check, claiming(kBalance)), Verdict::fail);
  disks::DiskScheme crowded = claiming(kBalance);
  crowded.most_per_cell = 1;  // each grid has room for more
  EXPECT_EQ(verdict_of_run(check, crowded), Verdict::not_run);
  check.run = [](const disks::DiskScheme&, const CheckContext&) -> CheckResult {
    throw InputError("a cell is full");
  };
  EXPECT_EQ(verdict_of_run(check, claiming(kBalance)), Verdict::fail);
}

TEST(Checks, HaveNamesGroupsAndReasons) {
  ASSERT_GE(checks_of<disks::DiskScheme>().size(), 15u);
  std::set<std::string> names;
  for (const DiskCheck& check : checks_of<disks::DiskScheme>()) {
    EXPECT_TRUE(names.insert(check.name).second) << check.name;
    EXPECT_NE(check.name.find('/'), std::string::npos) << check.name;
    EXPECT_FALSE(check.shows.empty()) << check.name;
    EXPECT_FALSE(check.cost.empty()) << check.name;
  }
  EXPECT_EQ(check_of<disks::DiskScheme>("property/legal").name, "property/legal");
}

TEST(Checks, UnknownNamesAreAnsweredWithTheNearest) {
  try {
    check_of<disks::DiskScheme>("property/leagal");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("'property/legal'"), std::string::npos);
  }
  EXPECT_THROW(register_check(check_of<disks::DiskScheme>("property/legal")), std::logic_error);
}

TEST(TwoSidedZ, InvertsTheNormalTail) {
  EXPECT_NEAR(two_sided_z(0.31731050786291415), 1, 1e-9);
  EXPECT_NEAR(two_sided_z(5.733031437583866e-7), 5, 1e-6);
  EXPECT_EQ(two_sided_z(1), 0);
  EXPECT_EQ(two_sided_z(0), 38);
  EXPECT_TRUE(std::isnan(two_sided_z(std::nan(""))));
}

TEST(PartSeed, DiffersByPartAndSeed) {
  EXPECT_NE(part_seed({.seed = 1}, 0), part_seed({.seed = 1}, 1));
  EXPECT_NE(part_seed({.seed = 1}, 0), part_seed({.seed = 2}, 0));
  EXPECT_EQ(part_seed({.seed = 3}, 4), part_seed({.seed = 3}, 4));
}

}  // namespace
}  // namespace touchstone
