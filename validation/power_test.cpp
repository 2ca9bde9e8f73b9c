#include "validation/power.hpp"

#include <gtest/gtest.h>

#include "validation/chain_estimates.hpp"

namespace touchstone::validation {
namespace {

/// 32 chains of a pressure of 10 whose mean is off by `error`.
ResultRecord judged(double error, double standard_error, bool reachable) {
  ResultRecord record;
  const Aim aim = aim_at(record, effect_of(ProblemClass::S), 10, reachable);
  judge_into(record, {10 + error, standard_error, 32, 0}, {10, 0}, "exact", aim);
  return record;
}

TEST(Power, AWrongPressureFailsInClassS) {
  EXPECT_EQ(judged(0.3, 0.035, true).verdict, Verdict::fail);
  EXPECT_EQ(judged(0, 0.035, true).verdict, Verdict::pass);
}

TEST(Power, WhatDoesNotSeeItsEffectDoesNotPass) {
  EXPECT_EQ(judged(0, 0.05, true).verdict, Verdict::inconclusive);
  EXPECT_GT(judged(0, 0.05, true).facts.at("smallest_effect").get<double>(), 0.3);
}

TEST(Power, TooWeakClaimsNothingButStillFails) {
  EXPECT_EQ(judged(0, 0.05, false).verdict, Verdict::not_claimed);
  EXPECT_EQ(judged(0.6, 0.05, false).verdict, Verdict::fail);
}

}  // namespace
}  // namespace touchstone::validation
