// checkers/findings.hpp
// Purpose   Counting what is wrong in the runs of a check, and describing the first of it.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/core/errors.hpp"

namespace touchstone {

class Findings {
 public:
  void expect(bool right, const std::string& what) {
    ++compared_;
    if (right) return;
    ++violations_;
    if (first_.empty()) first_ = what;
  }
  /// |found - expected| within the tolerance; NaN is not.
  void expect_near(double found, double expected, double tolerance, const std::string& what) {
    expect(std::abs(found - expected) <= tolerance,
           fmt::format("{}: {:.9g}, expected {:.9g}", what, found, expected));
  }
  /// `start` throws an InputError with these words.
  template <class Start>
  void expect_refused(const char* what, const std::vector<const char*>& words, Start&& start) {
    std::string message;
    try {
      start();
    } catch (const InputError& error) {
      message = error.what();
    }
    expect(!message.empty(), fmt::format("{}: accepted", what));
    for (const char* word : words)
      expect(message.find(word) != std::string::npos,
             fmt::format("{}: the error does not say '{}': {}", what, word, message));
  }

  /// `start` throws no InputError.
  template <class Start>
  void expect_accepted(const char* what, Start&& start) {
    std::string message;
    try {
      start();
    } catch (const InputError& error) {
      message = error.what();
    }
    expect(message.empty(), fmt::format("{}: refused: {}", what, message));
  }

  bool any() const { return violations_ > 0; }
  const std::string& first() const { return first_; }

  /// Fails when something was wrong or nothing was compared.
  CheckResult result(std::uint64_t trials, const std::string& all_well) const {
    CheckResult result = compared_ == 0 ? count_violations(1, trials, "nothing was compared", "")
                                        : count_violations(violations_, trials, first_, all_well);
    result.params = {{"compared", compared_}};
    return result;
  }

 private:
  std::uint64_t compared_ = 0;
  std::uint64_t violations_ = 0;
  std::string first_;
};

}  // namespace touchstone
