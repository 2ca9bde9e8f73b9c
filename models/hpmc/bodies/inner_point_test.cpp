#include "models/hpmc/bodies/inner_point.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>

#include "models/core/random/philox.hpp"

namespace touchstone::shapes {
namespace {

using Rational = boost::multiprecision::cpp_rational;

/// Whether a point is strictly inside, without any rounding.
bool exactly_inside(const FacetedEllipsoid& body, Vec3 point) {
  const auto square = [](const Rational& x) { return Rational(x * x); };
  const Rational x(point.x);
  const Rational y(point.y);
  const Rational z(point.z);
  if (square(x / Rational(body.a)) + square(y / Rational(body.b)) + square(z / Rational(body.c)) >=
      1)
    return false;
  for (std::size_t i = 0; i < body.normals.size(); ++i) {
    const Vec3& n = body.normals[i];
    if (Rational(n.x) * x + Rational(n.y) * y + Rational(n.z) * z + Rational(body.offsets[i]) >= 0)
      return false;
  }
  return true;
}

/// Distance of a point to the nearest surface where the ellipsoid is the unit sphere.
double depth(const FacetedEllipsoid& body, Vec3 point) {
  const Vec3 u{point.x / body.a, point.y / body.b, point.z / body.c};
  double least = 1 - norm(u);
  for (std::size_t i = 0; i < body.normals.size(); ++i) {
    const Vec3 n{body.a * body.normals[i].x, body.b * body.normals[i].y,
                 body.c * body.normals[i].z};
    least = std::min(least, -(dot(n, u) + body.offsets[i]) / norm(n));
  }
  return least;
}

/// Half axes from 1e-3 to 1e3, and planes that leave a ball of radius `room` inside where the
/// ellipsoid is the unit sphere; most planes touch the ball. Normals have any length.
FacetedEllipsoid drawn_around_a_ball(PhiloxStream& random, double room) {
  const auto power = [&](double low, double high) {
    return std::pow(10, low + (high - low) * random.uniform());
  };
  const auto direction = [&] {
    for (;;) {
      const Vec3 v{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
      if (norm(v) > 0.1 && norm(v) < 0.5) return (1 / norm(v)) * v;
    }
  };
  FacetedEllipsoid body{.a = power(-3, 3), .b = power(-3, 3), .c = power(-3, 3)};
  const Vec3 centre = (1 - room) * random.uniform() * direction();
  for (std::uint32_t k = random.below(20) + 1; k > 0; --k) {
    const Vec3 n = direction();
    const double length = power(-10, 10);
    const double space = random.below(3) > 0 ? room : room + random.uniform();
    body.normals.push_back(length * Vec3{n.x / body.a, n.y / body.b, n.z / body.c});
    body.offsets.push_back(-length * (dot(n, centre) + space));
  }
  return body;
}

TEST(InnerPoint, IsTheCentreWhereThatIsDeep) {
  EXPECT_EQ(inner_point({.a = 2, .b = 1, .c = 3}), Vec3{});
  EXPECT_EQ(inner_point({.normals = {{1, 0, 0}}, .offsets = {-0.9}}), Vec3{});
}

TEST(InnerPoint, IsInsideAPlaneThatCutsTheCentreOff) {
  for (const double offset : {0.0, 0.5, 0.999, 0.99999}) {
    const FacetedEllipsoid body{
        .a = 2, .b = 0.1, .c = 5, .normals = {{0, -1, 0}}, .offsets = {0.1 * offset}};
    const std::optional<Vec3> found = inner_point(body);
    ASSERT_TRUE(found) << offset;
    EXPECT_TRUE(exactly_inside(body, *found)) << offset;
    EXPECT_GE(depth(body, *found), 0.499 * (1 - offset) / 2) << "of the deepest, half way";
  }
}

TEST(InnerPoint, IsNowhereWhenPlanesLeaveNothingOrAlmostNothing) {
  const auto between = [](double gap) {
    return FacetedEllipsoid{.normals = {{0.6, 0.8, 0}, {-0.6, -0.8, 0}},
                            .offsets = {-0.3, 0.3 - gap}};
  };
  EXPECT_FALSE(inner_point({.normals = {{1, 0, 0}}, .offsets = {1}})) << "a plane that touches";
  EXPECT_FALSE(inner_point({.normals = {{1, 0, 0}}, .offsets = {7}}));
  for (const double gap : {-0.5, -1e-9, 0.0, 1e-15, 1e-9})
    EXPECT_FALSE(inner_point(between(gap))) << gap;
  for (const double gap : {1e-7, 1e-3, 0.5}) {
    const std::optional<Vec3> found = inner_point(between(gap));
    ASSERT_TRUE(found) << gap;
    EXPECT_TRUE(exactly_inside(between(gap), *found)) << gap;
  }
}

TEST(InnerPoint, IsFoundWhereverABallFits) {
  EXPECT_TRUE(rc::check("balls of 3e-8 to 1 between up to 20 planes", [](std::uint64_t seed) {
    PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
    const double room = std::pow(10, -7.5 * random.uniform());
    FacetedEllipsoid body = drawn_around_a_ball(random, room);
    const std::optional<Vec3> found = inner_point(body);
    RC_ASSERT(found.has_value());
    RC_ASSERT(exactly_inside(body, *found));
    RC_ASSERT(depth(body, *found) >= 0.499 * room);
    body.origin = *found;
    checked(body);  // does not throw
  }));
}

}  // namespace
}  // namespace touchstone::shapes
