// The error that the contact function states, for needles and thin plates, against 50 digits.
#include <gtest/gtest.h>

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "models/core/random/philox.hpp"
#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::optimized {
namespace {

using namespace shapes;  // bodies
using Number = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                             boost::multiprecision::et_off>;
using Matrix = std::array<std::array<Number, 3>, 3>;

/// Q diag(a^2, b^2, c^2) Q^T.
Matrix shape_of(const Orientation& q, const Ellipsoid& e) {
  const Number s = q.s, x = q.x, y = q.y, z = q.z, f = 2 / (s * s + x * x + y * y + z * z);
  const Matrix turn{{{1 - f * (y * y + z * z), f * (x * y - s * z), f * (x * z + s * y)},
                     {f * (x * y + s * z), 1 - f * (x * x + z * z), f * (y * z - s * x)},
                     {f * (x * z - s * y), f * (y * z + s * x), 1 - f * (x * x + y * y)}}};
  const std::array<Number, 3> axes{e.a, e.b, e.c};
  Matrix m;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) m[i][j] += turn[i][k] * turn[j][k] * axes[k] * axes[k];
  return m;
}

/// lambda (1 - lambda) r.[(1 - lambda) A + lambda B]^-1 r.
Number at(const Number& lambda, const Matrix& a, const Matrix& b, Vec3 r) {
  Matrix m;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) m[i][j] = (1 - lambda) * a[i][j] + lambda * b[i][j];
  const auto minor = [&](std::size_t i, std::size_t j) -> Number {
    const std::size_t k = (i + 1) % 3, l = (i + 2) % 3, n = (j + 1) % 3, o = (j + 2) % 3;
    return m[k][n] * m[l][o] - m[k][o] * m[l][n];
  };
  const std::array<Number, 3> to{r.x, r.y, r.z};
  Number sum = 0, determinant = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    determinant += m[0][j] * minor(0, j);
    for (std::size_t i = 0; i < 3; ++i) sum += to[i] * minor(i, j) * to[j];
  }
  return lambda * (1 - lambda) * sum / determinant;
}

/// Root of the largest of these, by sections: near it the function is flat.
Number contact(const Matrix& a, const Matrix& b, Vec3 r) {
  Number low = 0, high = 1;
  for (int k = 0; k < 60; ++k) {
    const Number x = low + (high - low) * 0.382, y = low + (high - low) * 0.618;
    if (at(x, a, b, r) < at(y, a, b, r))
      low = x;
    else
      high = y;
  }
  return sqrt(at((low + high) / 2, a, b, r));
}

TEST(EllipsoidContact, StatesAnErrorThatHoldsForNeedles) {
  PhiloxStream random = Philox(5).stream(Purpose::test, 0, 0);
  const auto any = [&] { return 2 * random.uniform() - 1; };
  for (const double thin : {1e-1, 1e-3, 1e-4})
    for (const Ellipsoid e : {Ellipsoid{1, thin, thin}, Ellipsoid{1, 1, thin}}) {
      const auto pair = prepare(overlap_algorithm("hpmc/overlap-contact-function-ellipsoids"),
                                checked(e), checked(e));
      for (int k = 0; k < 20; ++k) {
        const Orientation qa = normalised(Orientation{any(), any(), any(), any()});
        const Orientation qb = normalised(Orientation{any(), any(), any(), any()});
        const Matrix a = shape_of(qa, e), b = shape_of(qb, e);
        Vec3 r{any(), any(), any()};
        const double gap = std::pow(10, -1 - 11 * random.uniform()) * (k % 2 == 0 ? 1 : -1);
        r = ((1 + gap) / static_cast<double>(contact(a, b, r))) * r;
        const OverlapAnswer answer = pair->answer(qa, qb, r);
        const Number off = abs(answer.margin - (contact(a, b, r) - 1));
        EXPECT_LE(static_cast<double>(off), answer.error) << thin << ", case " << k;
      }
    }
}

}  // namespace
}  // namespace touchstone::optimized
