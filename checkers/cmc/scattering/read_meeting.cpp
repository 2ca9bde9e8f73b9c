#include "checkers/cmc/scattering/read_meeting.hpp"

#include <numbers>

namespace touchstone::scattering {
namespace {

using std::numbers::pi;

/// Three directions at right angles, none preferred.
struct Frame {
  Space x, y, z;
};

Space direction(Draws& draws) {
  const double z = draws.from(-1, 1), angle = draws.from(0, 2 * pi), across = std::sqrt(1 - z * z);
  return {across * std::cos(angle), across * std::sin(angle), z};
}

Frame frame(Draws& draws) {
  Frame f;
  f.z = direction(draws);
  do f.x = direction(draws);
  while (std::abs(dot(f.x, f.z)) > 0.9L);
  f.x = plus(f.x, -dot(f.x, f.z), f.z);
  f.x = plus({}, 1 / length(f.x), f.x);
  f.y = cross(f.z, f.x);
  return f;
}

/// Eccentric anomaly at a random time: its density is 1 - e cos E.
double anomaly_at_random(double e, Draws& draws) {
  for (;;) {
    const double anomaly = draws.from(0, 2 * pi);
    if (draws.from(0, 1 + e) < 1 - e * std::cos(anomaly)) return anomaly;
  }
}

}  // namespace

Point point(const cluster::PointStar& star) {
  Point p{star.mass, {}, {}};
  for (std::size_t c = 0; c < 3; ++c) {
    p.position[c] = star.position[c];
    p.velocity[c] = star.velocity[c];
  }
  return p;
}

Point centre(const Point& a, const Point& b) {
  const Real mass = a.mass + b.mass;
  return {mass, plus(plus({}, a.mass / mass, a.position), b.mass / mass, b.position),
          plus(plus({}, a.mass / mass, a.velocity), b.mass / mass, b.velocity)};
}

Space TwoBodies::far_direction(bool later) const {
  const Space e = eccentricity(), l = angular_momentum();
  const Real e2 = dot(e, e), l1 = length(l);
  const Space along = plus({}, (later ? -1 : 1) / e2, e);
  if (!(l1 > 0)) return along;
  return plus(along, std::sqrt(std::max(Real{0}, 1 - 1 / e2)) / (std::sqrt(e2) * l1), cross(l, e));
}

TwoBodies two_bodies(const Point& a, const Point& b) {
  const Real mass = a.mass + b.mass;
  return {mass, a.mass * b.mass / mass, plus(b.position, -1, a.position),
          plus(b.velocity, -1, a.velocity)};
}

Hierarchy hierarchy(const cluster::ThreeStars& stars, std::size_t single) {
  const Point a = point(stars[(single + 1) % 3]), b = point(stars[(single + 2) % 3]);
  return {two_bodies(a, b), two_bodies(centre(a, b), point(stars[single]))};
}

Real energy(const cluster::ThreeStars& stars) {
  Real sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Point a = point(stars[i]), b = point(stars[(i + 1) % 3]);
    sum += a.mass * dot(a.velocity, a.velocity) / 2;
    sum -= a.mass * b.mass / length(plus(b.position, -1, a.position));
  }
  return sum;
}

Space momentum(const cluster::ThreeStars& stars) {
  Space sum{};
  for (const auto& star : stars) sum = plus(sum, star.mass, point(star).velocity);
  return sum;
}

Space angular_momentum(const cluster::ThreeStars& stars) {
  Space sum{};
  for (const auto& star : stars)
    sum = plus(sum, star.mass, cross(point(star).position, point(star).velocity));
  return sum;
}

cluster::ThreeStars three_stars(const Beginning& b, Draws& draws) {
  const std::size_t i = (b.single + 1) % 3, j = (b.single + 2) % 3;
  const double binary = b.mass[i] + b.mass[j], all = binary + b.mass[b.single];
  const Frame in = frame(draws), out = frame(draws);
  const double anomaly = anomaly_at_random(b.eccentricity, draws), e = b.eccentricity;
  const double a = b.semimajor_axis, minor = a * std::sqrt(1 - e * e);
  const double rate = std::sqrt(binary / (a * a * a)) / (1 - e * std::cos(anomaly));
  const Space r =
      plus(plus({}, a * (std::cos(anomaly) - e), in.x), minor * std::sin(anomaly), in.y);
  const Space v =
      plus(plus({}, -a * rate * std::sin(anomaly), in.x), minor * rate * std::cos(anomaly), in.y);
  const double across = b.outer_momentum / b.distance;
  const double inwards =
      std::sqrt(std::max(0.0, b.speed * b.speed + 2 * all / b.distance - across * across));
  const Space far = plus({}, b.distance, out.x);
  const Space fast = plus(plus({}, -inwards, out.x), across, out.y);
  const auto star = [&](Real of_far, Real of_inner, double mass) {
    cluster::PointStar s{.mass = mass};
    for (std::size_t c = 0; c < 3; ++c) {
      s.position[c] = static_cast<double>(of_far * far[c] + of_inner * r[c]);
      s.velocity[c] = static_cast<double>(of_far * fast[c] + of_inner * v[c]);
    }
    return s;
  };
  const Real back = -Real{b.mass[b.single]} / all;
  cluster::ThreeStars stars;
  stars[i] = star(back, -Real{b.mass[j]} / binary, b.mass[i]);
  stars[j] = star(back, Real{b.mass[i]} / binary, b.mass[j]);
  stars[b.single] = star(1 + back, 0, b.mass[b.single]);
  return stars;
}

double distance_of_tide(const Beginning& b, double tide) {
  const double binary = b.mass[(b.single + 1) % 3] + b.mass[(b.single + 2) % 3];
  return b.semimajor_axis * (1 + b.eccentricity) *
         std::cbrt(2 * b.mass[b.single] / (binary * tide));
}

}  // namespace touchstone::scattering
