// models/core/verdict.hpp
// Purpose   The five answers a check can give. Wrong, missing and too noisy are different
//           answers, and only `pass` is pass.
#pragma once
#include <string_view>

#include "models/core/errors.hpp"

namespace touchstone {

enum class Verdict { pass, fail, inconclusive, not_claimed, not_run };

constexpr std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::inconclusive:
      return "inconclusive";
    case Verdict::not_claimed:
      return "not claimed";
    case Verdict::not_run:
      return "not run";
  }
  return "fail";  // a corrupted value is not a pass
}

/// The worst of two verdicts for an exit code: fail > inconclusive > everything else.
constexpr ExitCode exit_code(Verdict verdict) {
  if (verdict == Verdict::fail) return ExitCode::failed;
  if (verdict == Verdict::inconclusive) return ExitCode::inconclusive;
  return ExitCode::pass;
}

constexpr ExitCode worst(ExitCode a, ExitCode b) {
  constexpr auto rank = [](ExitCode code) {
    switch (code) {
      case ExitCode::pass:
        return 0;
      case ExitCode::inconclusive:
        return 1;
      case ExitCode::failed:
        return 2;
      case ExitCode::bad_input:
        return 3;
    }
    return 3;
  };
  return rank(a) >= rank(b) ? a : b;
}

}  // namespace touchstone
