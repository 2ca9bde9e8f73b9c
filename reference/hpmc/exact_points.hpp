// reference/hpmc/exact_points.hpp
// Purpose   The vertices of two placed bodies, once in long double and once exactly. Doubles are
//           rational, and |q|^2 times the rotation by q has rational entries, so that all vertices
//           times |q_a|^2 |q_b|^2 and a power of two are integers: comparing them needs no
//           division, and no rounding ever happens.
// Cost      Integers of some 300 bits; more where numbers of very different size meet.
#pragma once
#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <vector>

#include "models/hpmc/vector.hpp"

namespace touchstone::reference {

using Integer = boost::multiprecision::cpp_int;
using Real = long double;

template <class T>
struct Point {
  T x{};
  T y{};
  T z{};
  friend Point operator+(const Point& a, const Point& b) {
    return {T(a.x + b.x), T(a.y + b.y), T(a.z + b.z)};
  }
  friend Point operator-(const Point& a, const Point& b) {
    return {T(a.x - b.x), T(a.y - b.y), T(a.z - b.z)};
  }
  friend Point operator*(const T& f, const Point& a) {
    return {T(f * a.x), T(f * a.y), T(f * a.z)};
  }
};
template <class T>
T dot(const Point<T>& a, const Point<T>& b) {
  return T(a.x * b.x + a.y * b.y + a.z * b.z);
}
template <class T>
Point<T> cross(const Point<T>& a, const Point<T>& b) {
  return {T(a.y * b.z - a.z * b.y), T(a.z * b.x - a.x * b.z), T(a.x * b.y - a.y * b.x)};
}

/// |q|^2 times the rotation by q.
template <class T>
Point<T> turned(const std::array<T, 4>& q, const Point<T>& v) {
  const auto& [s, x, y, z] = q;
  const Point<T> u{x, y, z};
  return T(s * s - dot(u, u)) * v + T(2 * dot(u, v)) * u + T(2 * s) * cross(u, v);
}
template <class T>
T norm2(const std::array<T, 4>& q) {
  return T(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

/// x = m 2^e with m odd or 0: e, or the largest number for x = 0.
inline int exponent_of(double x) {
  if (x == 0) return std::numeric_limits<int>::max();
  int e = 0;
  auto m = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &e), 53));
  e -= 53;
  for (; m % 2 == 0; m /= 2) ++e;
  return e;
}
/// x 2^-e, which is whole.
inline Integer whole(double x, int e) {
  if (x == 0) return 0;
  const int own = exponent_of(x);
  Integer m = static_cast<std::int64_t>(std::ldexp(x, -own));
  return m << (own - e);
}
inline std::array<Integer, 4> whole(const shapes::Orientation& q) {
  const int e = std::min({exponent_of(q.s), exponent_of(q.x), exponent_of(q.y), exponent_of(q.z)});
  return {whole(q.s, e), whole(q.x, e), whole(q.y, e), whole(q.z, e)};
}
inline Point<Integer> whole(shapes::Vec3 v, int e) {
  return {whole(v.x, e), whole(v.y, e), whole(v.z, e)};
}
inline void lower(int& e, shapes::Vec3 v) {
  e = std::min({e, exponent_of(v.x), exponent_of(v.y), exponent_of(v.z)});
}

/// Points of both bodies in one frame, and the sum of their rounding radii.
template <class T>
struct Placed {
  std::vector<Point<T>> a;
  std::vector<Point<T>> b;
  T rounding{};
  /// Scale of the long double form: no coordinate is wrong by more than about 1e-18 of it.
  Real size = 0;
};

struct Vertices {
  std::vector<shapes::Vec3> points;
  double rounding = 0;
};

inline Placed<Integer> placed_exactly(const Vertices& a, const shapes::Orientation& q_a,
                                      const Vertices& b, const shapes::Orientation& q_b,
                                      shapes::Vec3 r) {
  int e = std::min(exponent_of(a.rounding), exponent_of(b.rounding));
  lower(e, r);
  for (const shapes::Vec3& v : a.points) lower(e, v);
  for (const shapes::Vec3& v : b.points) lower(e, v);
  if (e == std::numeric_limits<int>::max()) e = 0;
  const auto qa = whole(q_a);
  const auto qb = whole(q_b);
  const Integer na = norm2(qa);
  const Integer nb = norm2(qb);
  const Integer both = na * nb;
  Placed<Integer> placed;
  placed.rounding = both * (whole(a.rounding, e) + whole(b.rounding, e));
  for (const shapes::Vec3& v : a.points) placed.a.push_back(nb * turned(qa, whole(v, e)));
  const Point<Integer> shift = both * whole(r, e);
  for (const shapes::Vec3& v : b.points) placed.b.push_back(shift + na * turned(qb, whole(v, e)));
  return placed;
}

inline Point<Real> real(shapes::Vec3 v) { return {v.x, v.y, v.z}; }
inline std::array<Real, 4> real(const shapes::Orientation& q) { return {q.s, q.x, q.y, q.z}; }

inline Placed<Real> placed_nearly(const Vertices& a, const shapes::Orientation& q_a,
                                  const Vertices& b, const shapes::Orientation& q_b,
                                  shapes::Vec3 r) {
  Placed<Real> placed;
  placed.rounding = static_cast<Real>(a.rounding) + b.rounding;
  placed.size = placed.rounding + std::sqrt(dot(real(r), real(r)));
  const auto add = [&](std::vector<Point<Real>>& to, const Vertices& from,
                       const shapes::Orientation& q, const Point<Real>& shift) {
    const auto quaternion = real(q);
    const Real n = norm2(quaternion);
    for (const shapes::Vec3& v : from.points) {
      to.push_back(shift + Real(1 / n) * turned(quaternion, real(v)));
      placed.size = std::max(placed.size, std::sqrt(dot(to.back(), to.back())));
    }
  };
  add(placed.a, a, q_a, {});
  add(placed.b, b, q_b, real(r));
  return placed;
}

/// Bound of doubt: what is nearer to zero, relative to Placed::size, is decided exactly.
inline constexpr Real kDoubt = 1e-14L;

}  // namespace touchstone::reference
