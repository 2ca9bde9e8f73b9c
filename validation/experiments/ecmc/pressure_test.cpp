#include <gtest/gtest.h>

#include <set>

#include "validation/experiment.hpp"

namespace touchstone::validation {
namespace {

/// Differences are judged with half as much again, and the record says so.
TEST(PressureOfEventChains, RowsStateTheResolutionThatTheyAreJudgedWith) {
  std::set<double> alone;
  std::set<double> beside;
  for (const Experiment& experiment : experiments()) {
    if (experiment.name != "ecmc/pressure") continue;
    for (const Measurement& m : experiment.plan(Plan{}))
      (m.record.metric == "pressure minus checkerboard Monte Carlo" ? beside : alone)
          .insert(m.record.params.at("resolution").get<double>());
  }
  ASSERT_EQ(alone.size(), 1u);
  ASSERT_EQ(beside.size(), 1u);
  EXPECT_DOUBLE_EQ(*beside.begin(), 1.5 * *alone.begin());
}

}  // namespace
}  // namespace touchstone::validation
