// checkers/mutants/testing.hpp
// Purpose   Common tests of mutants of every kind: each is caught by each check named for it, each
//           check catches at least one, each says where it comes from.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "models/core/verdict.hpp"

namespace touchstone::mutants {

/// Parameters of a test suite: each of `all`, which outlives the tests.
template <class T>
std::vector<const T*> each_of(const std::vector<T>& all) {
  std::vector<const T*> pointers;
  for (const T& one : all) pointers.push_back(&one);
  return pointers;
}

/// Name of a scheme in the form of a test name: "mutant/lost-turn" is lost_turn.
inline std::string test_name(const std::string& scheme) {
  std::string text = scheme.substr(scheme.find('/') + 1);
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

/// Test name for INSTANTIATE_TEST_SUITE_P over each_of mutants.
constexpr auto name_of_mutant = [](const auto& instance) {
  return test_name(instance.param->scheme.info.name);
};

/// `run(check)` gives the result of the check of that name on the mutant.
template <class Mutant, class Run>
void expect_caught_by_each_check(const Mutant& mutant, const Run& run) {
  for (const std::string& check : mutant.killed_by) {
    const auto result = run(check);
    EXPECT_EQ(result.verdict, Verdict::fail) << check << ": " << result.detail;
  }
}

template <class Mutant, class Check>
void expect_every_check_catches_one(const std::vector<Mutant>& mutants,
                                    const std::vector<Check>& checks) {
  std::set<std::string> used;
  for (const Mutant& mutant : mutants)
    used.insert(mutant.killed_by.begin(), mutant.killed_by.end());
  for (const Check& check : checks) EXPECT_EQ(used.count(check.name), 1u) << check.name;
}

template <class Mutant>
void expect_origins(const std::vector<Mutant>& mutants) {
  for (const Mutant& mutant : mutants) {
    EXPECT_EQ(mutant.scheme.info.name.rfind("mutant/", 0), 0u) << mutant.scheme.info.name;
    EXPECT_TRUE(mutant.scheme.mutant) << mutant.scheme.info.name;
    EXPECT_FALSE(mutant.origin.empty()) << mutant.scheme.info.name;
  }
}

}  // namespace touchstone::mutants
