// models/core/rounded.hpp
// Purpose   Arithmetic with few mantissa bits: a production body that is a template over its real
//           type runs unchanged in it, and round-off faults that single precision shows once in
//           1e9 operations show once in 1e5.
// Source    IEEE 754 round to nearest, ties to even. S. A. Figueroa, ACM SIGNUM Newsl. 30(3), 21
//           (1995): rounding a double result again is exact rounding when 53 >= 2 p + 2, for sums,
//           products and square roots.
// Cost      A few integer operations per arithmetic operation.
// Not here  The exponent range of small formats: exponents are those of double.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace touchstone {

/// A real number with `kBits` stored mantissa bits (half precision: 10; single: 23).
template <int kBits>
class Rounded {
  static_assert(kBits >= 1 && kBits <= 24);

 public:
  constexpr Rounded() = default;
  constexpr Rounded(double value) : value_(round(value)) {}  // implicit: literals in templates
  explicit constexpr operator double() const { return value_; }

  friend constexpr Rounded operator+(Rounded a, Rounded b) { return a.value_ + b.value_; }
  friend constexpr Rounded operator-(Rounded a, Rounded b) { return a.value_ - b.value_; }
  friend constexpr Rounded operator*(Rounded a, Rounded b) { return a.value_ * b.value_; }
  friend constexpr Rounded operator-(Rounded a) { return -a.value_; }
  friend constexpr bool operator==(Rounded a, Rounded b) { return a.value_ == b.value_; }
  friend constexpr bool operator<(Rounded a, Rounded b) { return a.value_ < b.value_; }
  friend constexpr bool operator>(Rounded a, Rounded b) { return a.value_ > b.value_; }
  friend constexpr bool operator<=(Rounded a, Rounded b) { return a.value_ <= b.value_; }
  friend constexpr bool operator>=(Rounded a, Rounded b) { return a.value_ >= b.value_; }
  friend Rounded sqrt(Rounded a) { return std::sqrt(a.value_); }

  /// The next larger number of this format; for positive numbers.
  constexpr Rounded next_up() const {
    Rounded up;
    up.value_ = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value_) + kUnit);
    return up;
  }

 private:
  static constexpr std::uint64_t kUnit = std::uint64_t{1} << (52 - kBits);

  static constexpr double round(double value) {
    if (!(value - value == 0)) return value;  // infinities and NaN stay
    std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    bits += kUnit / 2 - 1 + (bits / kUnit & 1u);  // a carry into the exponent is right as it is
    return std::bit_cast<double>(bits & ~(kUnit - 1));
  }

  double value_ = 0;
};

/// The paper's pitfall amplified: the mantissa of IEEE half precision.
using TenBits = Rounded<10>;

}  // namespace touchstone

/// Unit of rounding, for code that bounds what float, double or this type rounds.
template <int kBits>
struct std::numeric_limits<touchstone::Rounded<kBits>> {
  static constexpr bool is_specialized = true;
  /// The next larger number than 1, minus 1.
  static constexpr touchstone::Rounded<kBits> epsilon() {
    return touchstone::Rounded<kBits>(1.0).next_up() - touchstone::Rounded<kBits>(1.0);
  }
};
