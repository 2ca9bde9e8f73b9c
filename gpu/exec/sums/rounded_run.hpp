// gpu/exec/sums/rounded_run.hpp
// Purpose   The change that a row of additions, each rounded to double, makes to any sum that comes
//           in: so that many threads together give the sum of a serial loop, with all roundings.
// Computes  While a sum s stays between two powers of two it is an integer k times its unit in the
//           last place U, and s + x rounded is (k + n) U, where n is x / U rounded to nearest. Only
//           where x / U ends on a half does n depend on k, namely on whether k is even. So a row of
//           additions is two integers, what it adds to an even k and to an odd one, and two rows
//           one after another are such a row again, whose integers follow from theirs: an
//           associative operation. Nobody has to know s for it, but only between which powers of
//           two it will be; whether it was is seen from s at both ends, as all terms of a row have
//           one sign.
// Not here  Which rows (serial_sums.hpp).
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#include "models/core/host_device.hpp"

namespace touchstone::gpu {

TOUCHSTONE_HD inline std::int64_t word_of(double value) {
  std::int64_t word = 0;
  std::memcpy(&word, &value, sizeof(word));
  return word;
}
TOUCHSTONE_HD inline double double_of(std::int64_t word) {
  double value = 0;
  std::memcpy(&value, &word, sizeof(value));
  return value;
}

/// Exponent e of 2^e <= |value| < 2^(e+1), of normal numbers; -1023 for smaller ones and 0.
TOUCHSTONE_HD inline int exponent_of(double value) {
  return static_cast<int>((word_of(value) >> 52) & 0x7FF) - 1023;
}
/// 2^exponent, for exponents of normal numbers.
TOUCHSTONE_HD inline double power_of_two(int exponent) {
  return double_of(static_cast<std::int64_t>(exponent + 1023) << 52);
}

/// Number of units that a row adds to a sum of an even number of units, and of an odd one.
struct alignas(16) RoundedSteps {
  std::int64_t even = 0;
  std::int64_t odd = 0;
};

/// The sums that a row says something about.
enum class RowKind : std::int32_t {
  zeros,  ///< all: nothing is added
  one_binade,
  unknown  ///< none: the additions have to be made
};

struct RoundedRun {
  RoundedSteps steps;
  RowKind kind = RowKind::zeros;
  std::int32_t exponent = 0;  ///< exponent of the sums before and after each addition
  std::int32_t sign = 0;      ///< sign of all terms that are not 0
};

TOUCHSTONE_HD inline bool is_odd(std::int64_t k) { return (k & 1) != 0; }

/// Whether a sum may take so many steps, 2^52 at most, between two powers of two.
TOUCHSTONE_HD inline bool stays_in_binade(std::int64_t steps) {
  constexpr std::int64_t kMost = std::int64_t{1} << 52;
  return -kMost <= steps && steps <= kMost;
}

/// First `a`, then `b`.
TOUCHSTONE_HD inline RoundedRun after(const RoundedRun& a, const RoundedRun& b) {
  if (a.kind == RowKind::zeros) return b;
  if (b.kind == RowKind::zeros) return a;
  RoundedRun both;
  both.kind = RowKind::unknown;
  if (a.kind == RowKind::unknown || b.kind == RowKind::unknown) return both;
  if (a.exponent != b.exponent || a.sign != b.sign) return both;
  both.kind = RowKind::one_binade;
  both.exponent = a.exponent;
  both.sign = a.sign;
  both.steps.even = a.steps.even + (is_odd(a.steps.even) ? b.steps.odd : b.steps.even);
  both.steps.odd = a.steps.odd + (is_odd(a.steps.odd) ? b.steps.even : b.steps.odd);
  // No sum can take so many steps and stay; and more and more of them would overflow.
  if (!stays_in_binade(both.steps.even) || !stays_in_binade(both.steps.odd))
    both.kind = RowKind::unknown;
  return both;
}

/// The row of one term, for sums of this exponent.
TOUCHSTONE_HD inline RoundedRun run_of(double term, int exponent) {
  constexpr int kLargest = 900;  // of an exponent: its unit and the inverse are normal numbers
  RoundedRun run;
  if (term == 0) return run;
  run.kind = RowKind::unknown;
  if (exponent < -kLargest || exponent > kLargest) return run;
  const double units = term * power_of_two(52 - exponent);  // exact, or too small to matter
  if (!(::fabs(units) < 0x1p53)) return run;
  const double nearest = ::rint(units);
  const double rest = units - nearest;  // exact: at most half, and no finer than `units`
  const auto near = static_cast<std::int64_t>(nearest);
  run.kind = RowKind::one_binade;
  run.exponent = exponent;
  run.sign = term < 0 ? -1 : 1;
  if (::fabs(rest) != 0.5) {
    run.steps.even = run.steps.odd = near;
  } else {  // a tie goes to the even sum; `near` is even
    run.steps.even = near;
    run.steps.odd = rest < 0 ? near - 1 : near + 1;
  }
  return run;
}

/// Whether the row says what becomes of `sum`; if so, it does so.
TOUCHSTONE_HD inline bool apply(const RoundedRun& run, double& sum) {
  if (run.kind == RowKind::zeros) return true;
  if (run.kind == RowKind::unknown || exponent_of(sum) != run.exponent) return false;
  constexpr std::int64_t kLeast = std::int64_t{1} << 52, kMost = std::int64_t{1} << 53;
  const auto units = static_cast<std::int64_t>(sum * power_of_two(52 - run.exponent));
  const std::int64_t end = units + (is_odd(units) ? run.steps.odd : run.steps.even);
  // Inside of both ends, where a number next to the sum has another unit.
  const std::int64_t size = end < 0 ? -end : end;
  if (!(kLeast < size && size < kMost) || (end < 0) != (units < 0)) return false;
  sum = static_cast<double>(end) * power_of_two(run.exponent - 52);
  return true;
}

}  // namespace touchstone::gpu
