// checkers/longrange/dual.hpp
// Purpose   Dual numbers a + b e with e^2 = 0: computing with them differentiates a formula
//           exactly, without step lengths.
// Source    W. K. Clifford (1873); forward mode of automatic differentiation.
// Not here  Higher derivatives.
#pragma once
#include <cmath>

namespace touchstone::integrator {

template <class T>
struct Dual {
  T value = 0;
  T slope = 0;

  Dual() = default;
  Dual(double constant) : value(constant) {}  // NOLINT: formulas have constants
  Dual(T v, T s) : value(v), slope(s) {}

  friend Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.slope + b.slope};
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.slope - b.slope};
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const T ratio = a.value / b.value;
    return {ratio, (a.slope - ratio * b.slope) / b.value};
  }
  friend Dual sin(const Dual& a) { return {std::sin(a.value), a.slope * std::cos(a.value)}; }
  friend Dual log(const Dual& a) { return {std::log(a.value), a.slope / a.value}; }
  friend Dual sqrt(const Dual& a) {
    const T root = std::sqrt(a.value);
    return {root, a.slope / (2 * root)};
  }
};

}  // namespace touchstone::integrator
