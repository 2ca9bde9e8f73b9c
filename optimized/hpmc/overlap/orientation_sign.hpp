// optimized/hpmc/overlap/orientation_sign.hpp
// Purpose   On which side of a line a point is: the sign of a determinant, by its value where a
//           bound on the rounding allows, and else exactly.
// Source    J. R. Shewchuk, Discrete Comput. Geom. 18, 305 (1997): error bound and sums of
//           expansions.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>

#include "models/hpmc/vector.hpp"

namespace touchstone::optimized {

/// The sign of a sum of products, exactly: an expansion of parts that do not overlap is grown by
/// one number at a time; the largest part that is not 0 has the sign of the sum.
inline int sign_of_sum(const std::array<double, 6>& left, const std::array<double, 6>& right) {
  std::array<double, 12> parts{};
  std::size_t count = 0;
  const auto grow = [&](double x) {
    for (std::size_t i = 0; i < count; ++i) {
      const double sum = x + parts[i];
      const double other = sum - x;
      parts[i] = (x - (sum - other)) + (parts[i] - other);
      x = sum;
    }
    parts[count++] = x;
  };
  for (std::size_t i = 0; i < left.size(); ++i) {
    const double high = left[i] * right[i];
    grow(std::fma(left[i], right[i], -high));
    grow(high);
  }
  while (count > 0)
    if (const double x = parts[--count]; x != 0) return x > 0 ? 1 : -1;
  return 0;
}

/// +1 when a, b, c go counter-clockwise, -1 clockwise, 0 on a line.
inline int orientation_sign(shapes::Vec2 a, shapes::Vec2 b, shapes::Vec2 c) {
  const double one = (a.x - c.x) * (b.y - c.y);
  const double two = (a.y - c.y) * (b.x - c.x);
  const double det = one - two;
  const double bound = (3 + 16 * 0x1p-53) * 0x1p-53 * (std::abs(one) + std::abs(two));
  if (det > bound) return 1;
  if (det < -bound) return -1;
  return sign_of_sum({a.x, -a.x, -c.x, -a.y, a.y, c.y}, {b.y, c.y, b.y, b.x, c.x, b.x});
}

}  // namespace touchstone::optimized
