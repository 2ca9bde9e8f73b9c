// A collision library of two functions. It stands for one of yours.
#pragma once
#include <array>
#include <cmath>

using Point = std::array<double, 3>;

inline bool disks_collide(const Point& a, double radius_a, const Point& b, double radius_b) {
  return std::hypot(b[0] - a[0], b[1] - a[1]) <= radius_a + radius_b;
}

inline bool balls_collide(const Point& a, double radius_a, const Point& b, double radius_b) {
  return std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) <= radius_a + radius_b;
}
