// checkers/mutants/testing.hpp
// Purpose   Parameters and names of tests that run over everything registered.
#pragma once
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

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

}  // namespace touchstone::mutants
