// checkers/mpmc/ten_bit_checks.cpp
// Purpose   Checks arithmetic with ten bits: values, operations, comparisons.
// Source    IEEE 754 (nearest, ties to even).
// Computes  Rounding by mantissa and exponent.
#include <fmt/format.h>

#include <cmath>

#include "checkers/findings.hpp"
#include "checkers/mpmc/cell_checks.hpp"
#include "models/core/rounded.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kLeastNumbers = 20000;

double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);  // in [1/2, 1): eleven bits are kept
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, 11)), exponent - 11);
}

/// Number of either sign, over 20 powers of two.
double any_number(PhiloxStream& random) {
  const int exponent = static_cast<int>(random.below(20)) - 10;
  return std::ldexp(random.uniform() - 0.5, exponent);
}

/// Distance to the next number away from zero.
double last_place(double value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1, exponent - 11);
}

}  // namespace

CheckResult check_ten_bits(const CellCode& code, const CheckContext& context) {
  Findings findings;
  PhiloxStream random = cell_check_stream(context, 4);
  std::uint64_t numbers = 0;
  const auto compare = [&](double found, double expected, const char* what) {
    ++numbers;
    findings.expect(found == expected || (std::isnan(found) && std::isnan(expected)),
                    fmt::format("{}: {:.17g}, expected {:.17g}", what, found, expected));
  };
  for (int k = 0; k < 3000; ++k) {
    const double a = any_number(random), b = any_number(random);
    const double tie = std::ldexp(2049 + 2.0 * random.below(1024), -7);  // between two numbers
    for (const double value : {a, tie, -tie, std::nextafter(tie, 0), std::nextafter(tie, 1e9)})
      compare(code.in_ten_bits(value), rounded(value), "a number");
    const TenBits x(a), y(b);
    const double p = rounded(a), q = rounded(b);
    compare(double(x + y), rounded(p + q), "a sum");
    compare(double(x - y), rounded(p - q), "a difference");
    compare(double(x * y), rounded(p * q), "a product");
    compare(double(-x), -p, "minus");
    compare(double(sqrt(TenBits(std::abs(a)))), rounded(std::sqrt(std::abs(p))), "a square root");
    if (p > 0) compare(double(x.next_up()), p + last_place(p), "the next number");
    findings.expect((x < y) == (p < q) && (x > y) == (p > q) && (x <= y) == (p <= q) &&
                        (x >= y) == (p >= q) && (x == y) == (p == q) && x == x && x <= x && x >= x,
                    "a comparison");
  }
  for (const double special : {0.0, HUGE_VAL, -HUGE_VAL, std::nan(""), 1.0, -2.0})
    compare(code.in_ten_bits(special), special, "a number that stays");
  findings.expect(numbers >= kLeastNumbers, fmt::format("only {} numbers", numbers));
  return findings.result(numbers, fmt::format("{} numbers", numbers));
}

}  // namespace touchstone
