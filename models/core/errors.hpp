// models/core/errors.hpp
// Purpose   The one exception type for bad input: what is wrong, where, expected, found.
//           Programs turn it into one line on standard error and exit code 2.
#pragma once
#include <stdexcept>
#include <string>

namespace touchstone {

/// Bad input by the user: arguments, files, impossible parameters. Never a failed check.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// "`where`: `what`: expected `expected`, found `found`".
inline InputError input_error(const std::string& where, const std::string& what,
                              const std::string& expected, const std::string& found) {
  return InputError(where + ": " + what + ": expected " + expected + ", found " + found);
}

/// Exit codes of every program of the suite.
enum class ExitCode : int { pass = 0, failed = 1, bad_input = 2, inconclusive = 3 };

}  // namespace touchstone
