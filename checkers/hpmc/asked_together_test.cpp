#include "checkers/hpmc/asked_together.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace touchstone::hpmc {
namespace {

using shapes::OverlapAlgorithm;
using shapes::OverlapQuestion;

const shapes::Body kDisk = shapes::Disk{0.5};

/// Disks in a program that is asked about many pairs at a time; `requests` counts how often.
OverlapAlgorithm disks_asked_together(int& requests) {
  OverlapAlgorithm algorithm;
  algorithm.answers = [&requests](const std::vector<OverlapQuestion>& questions) {
    ++requests;
    std::vector<bool> all;
    for (const OverlapQuestion& one : questions) all.push_back(one.r_ab.x <= 1);
    return all;
  };
  return algorithm;
}

TEST(AskedTogether, AllQuestionsOfACheckAreOneRequest) {
  int requests = 0;
  std::vector<bool> heard;
  asked_together(disks_asked_together(requests), [&](const OverlapAlgorithm& algorithm) {
    heard.clear();
    for (const double x : {0.5, 1.5, 0.75, 2.0})
      heard.push_back(algorithm.prepare(kDisk, kDisk)->overlaps({}, {}, {x, 0, 0}));
    return CheckResult{};
  });
  EXPECT_EQ(requests, 1);
  EXPECT_EQ(heard, (std::vector<bool>{true, false, true, false}));
}

TEST(AskedTogether, QuestionsThatDependOnAnswersAreNoVerdict) {
  int requests = 0;
  const auto ask = [](const OverlapAlgorithm& algorithm, double x) {
    return algorithm.prepare(kDisk, kDisk)->overlaps({}, {}, {x, 0, 0});
  };
  const auto other = [&](const OverlapAlgorithm& algorithm) {
    ask(algorithm, ask(algorithm, 0.5) ? 0.75 : 1.5);
    return CheckResult{};
  };
  const auto less = [&](const OverlapAlgorithm& algorithm) {
    if (!ask(algorithm, 0.5)) ask(algorithm, 1.5);
    return CheckResult{};
  };
  EXPECT_THROW(asked_together(disks_asked_together(requests), other), std::logic_error);
  EXPECT_THROW(asked_together(disks_asked_together(requests), less), std::logic_error);
}

}  // namespace
}  // namespace touchstone::hpmc
