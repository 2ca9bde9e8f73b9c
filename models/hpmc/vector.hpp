// models/hpmc/vector.hpp
// Purpose   Points, orientations and rotations of hard shapes, in two and three dimensions.
// Source    Anderson, Irrgang, Glotzer, Comput. Phys. Commun. 204, 21 (2016): the world point of a
//           body point v is q v q* + r, with a unit quaternion q = [s, x, y, z]; bodies of the
//           plane lie in z = 0 and rotate about z.
#pragma once
#include <cmath>

#include "models/core/host_device.hpp"

namespace touchstone::shapes {

struct Vec2 {
  double x = 0;
  double y = 0;
  TOUCHSTONE_HD friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  TOUCHSTONE_HD friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  TOUCHSTONE_HD friend constexpr Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
  TOUCHSTONE_HD friend constexpr Vec2 operator*(double f, Vec2 a) { return {f * a.x, f * a.y}; }
  friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};
TOUCHSTONE_HD constexpr double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
/// Twice the area of the triangle 0, a, b; positive counter-clockwise.
TOUCHSTONE_HD constexpr double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

struct Vec3 {
  double x = 0;
  double y = 0;
  double z = 0;
  TOUCHSTONE_HD friend constexpr Vec3 operator+(Vec3 a, Vec3 b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  TOUCHSTONE_HD friend constexpr Vec3 operator-(Vec3 a, Vec3 b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  TOUCHSTONE_HD friend constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
  TOUCHSTONE_HD friend constexpr Vec3 operator*(double f, Vec3 a) {
    return {f * a.x, f * a.y, f * a.z};
  }
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};
TOUCHSTONE_HD constexpr double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
TOUCHSTONE_HD constexpr Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class V>
TOUCHSTONE_HD constexpr double norm2(V a) {
  return dot(a, a);
}
template <class V>
TOUCHSTONE_HD inline double norm(V a) {
  return std::sqrt(dot(a, a));
}

/// A unit quaternion; in the plane (cos(angle/2), 0, 0, sin(angle/2)).
struct Orientation {
  double s = 1;
  double x = 0;
  double y = 0;
  double z = 0;
  friend constexpr bool operator==(const Orientation&, const Orientation&) = default;
};
TOUCHSTONE_HD constexpr Orientation conjugate(Orientation q) { return {q.s, -q.x, -q.y, -q.z}; }
TOUCHSTONE_HD constexpr double norm2(Orientation q) {
  return q.s * q.s + q.x * q.x + q.y * q.y + q.z * q.z;
}
TOUCHSTONE_HD constexpr Orientation operator*(Orientation a, Orientation b) {
  return {
      a.s * b.s - a.x * b.x - a.y * b.y - a.z * b.z, a.s * b.x + a.x * b.s + a.y * b.z - a.z * b.y,
      a.s * b.y + a.y * b.s + a.z * b.x - a.x * b.z, a.s * b.z + a.z * b.s + a.x * b.y - a.y * b.x};
}
TOUCHSTONE_HD inline Orientation normalised(Orientation q) {
  const double f = 1 / std::sqrt(norm2(q));
  return {f * q.s, f * q.x, f * q.y, f * q.z};
}
inline Orientation turned_by(double angle) {
  return {std::cos(angle / 2), 0, 0, std::sin(angle / 2)};
}

/// The matrix of an orientation, by rows. Divided by |q|^2, so that a quaternion that is not quite
/// of unit length still gives a rotation.
struct Rotation {
  Vec3 row[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

  constexpr Rotation() = default;
  TOUCHSTONE_HD constexpr explicit Rotation(Orientation q) {
    const double f = 2 / norm2(q);
    row[0] = {1 - f * (q.y * q.y + q.z * q.z), f * (q.x * q.y - q.s * q.z),
              f * (q.x * q.z + q.s * q.y)};
    row[1] = {f * (q.x * q.y + q.s * q.z), 1 - f * (q.x * q.x + q.z * q.z),
              f * (q.y * q.z - q.s * q.x)};
    row[2] = {f * (q.x * q.z - q.s * q.y), f * (q.y * q.z + q.s * q.x),
              1 - f * (q.x * q.x + q.y * q.y)};
  }
  /// Rotates from the body to the world.
  TOUCHSTONE_HD constexpr Vec3 operator()(Vec3 v) const {
    return {dot(row[0], v), dot(row[1], v), dot(row[2], v)};
  }
  /// Rotates from the world to the body.
  TOUCHSTONE_HD constexpr Vec3 back(Vec3 v) const {
    return v.x * row[0] + v.y * row[1] + v.z * row[2];
  }
};

/// The same in the plane: (cosine, sine) of the angle of an orientation about z.
struct Turn {
  double c = 1;
  double s = 0;

  constexpr Turn() = default;
  TOUCHSTONE_HD constexpr Turn(double cosine, double sine) : c(cosine), s(sine) {}
  TOUCHSTONE_HD constexpr explicit Turn(Orientation q) {
    const double f = 1 / (q.s * q.s + q.z * q.z);
    c = f * (q.s * q.s - q.z * q.z);
    s = f * 2 * q.s * q.z;
  }
  TOUCHSTONE_HD constexpr Vec2 operator()(Vec2 v) const {
    return {c * v.x - s * v.y, s * v.x + c * v.y};
  }
  TOUCHSTONE_HD constexpr Vec2 back(Vec2 v) const { return {c * v.x + s * v.y, c * v.y - s * v.x}; }
};

}  // namespace touchstone::shapes
