// statistics/exact/numbers.hpp
// Purpose   Integers for exact probabilities over a common denominator: 64 bits where they
//           suffice, 128 where not, and Boost.Multiprecision beyond. Never a double.
#pragma once
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace touchstone::exact {

__extension__ typedef unsigned __int128 Uint128;
using Big = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

/// The numbers do not fit: the caller repeats with wider ones.
class TooWide : public std::range_error {
 public:
  TooWide() : std::range_error("exact numbers need more bits") {}
};

template <class Int>
Int times(const Int& a, const Int& b) {
  if constexpr (std::is_same_v<Int, Big>) {
    return a * b;
  } else {
    Int result = 0;
    if (__builtin_mul_overflow(a, b, &result)) throw TooWide();
    return result;
  }
}

template <class Int>
Int greatest_common_divisor(Int a, Int b) {
  while (b != 0) {
    Int rest = a % b;
    a = std::move(b);
    b = std::move(rest);
  }
  return a;
}

template <class Int>
Int least_common(const Int& a, const Int& b) {
  return times<Int>(a / greatest_common_divisor(a, b), b);
}

inline Big big(const Big& n) { return n; }
inline Big big(std::uint64_t n) { return Big(n); }
inline Big big(Uint128 n) {
  return (Big(static_cast<std::uint64_t>(n >> 64)) << 64) + static_cast<std::uint64_t>(n);
}

template <class Int>
Rational ratio(const Int& numerator, const Int& denominator) {
  return Rational(big(numerator), big(denominator));
}

inline double decimal(const Rational& r) { return r.convert_to<double>(); }
/// Text of a fraction, such as "17/144"; integers are printed without a denominator.
inline std::string fraction(const Rational& r) { return r.str(); }

}  // namespace touchstone::exact
