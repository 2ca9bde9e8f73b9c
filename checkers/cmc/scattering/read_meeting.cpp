#include "checkers/cmc/scattering/read_meeting.hpp"

#include <numbers>

namespace touchstone::scattering {
namespace {

using std::numbers::pi;

/// Three directions at right angles, none preferred.
struct Frame {
  Space x, y, z;
};

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

/// From any direction on a hyperbola with this speed at infinity and this angular momentum.
Motion approach(double mass, double speed, double momentum, double distance, Draws& draws) {
  const Frame out = frame(draws);
  const double across = momentum / distance;
  const double inwards =
      std::sqrt(std::max(0.0, speed * speed + 2 * mass / distance - across * across));
  return {plus({}, distance, out.x), plus(plus({}, -inwards, out.x), across, out.y)};
}

/// A star at so many parts of two motions.
cluster::PointStar star(double mass, const Motion& outer, Real of_outer, const Motion& inner,
                        Real of_inner) {
  cluster::PointStar s{.mass = mass};
  for (std::size_t c = 0; c < 3; ++c) {
    s.position[c] =
        static_cast<double>(of_outer * outer.position[c] + of_inner * inner.position[c]);
    s.velocity[c] =
        static_cast<double>(of_outer * outer.velocity[c] + of_inner * inner.velocity[c]);
  }
  return s;
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

bool all_leave(const std::vector<Point>& all) {
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const TwoBodies pair = two_bodies(all[i], all[j]);
      Real at_stake = 0;
      for (std::size_t k = 0; k < all.size(); ++k)
        for (const std::size_t one : {i, j})
          if (k != i && k != j)
            at_stake +=
                all[k].mass * all[one].mass / length(plus(all[k].position, -1, all[one].position));
      if (!pair.recede() || !(pair.energy() > at_stake)) return false;
    }
  return true;
}

Hierarchy hierarchy(const cluster::ThreeStars& stars, std::size_t single) {
  const Point a = point(stars[(single + 1) % 3]), b = point(stars[(single + 2) % 3]);
  return {two_bodies(a, b), two_bodies(centre(a, b), point(stars[single]))};
}

Real energy(std::span<const cluster::PointStar> stars) {
  Real sum = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const Point a = point(stars[i]);
    sum += a.mass * dot(a.velocity, a.velocity) / 2;
    for (std::size_t j = 0; j < i; ++j) {
      const Point b = point(stars[j]);
      sum -= a.mass * b.mass / length(plus(b.position, -1, a.position));
    }
  }
  return sum;
}

Space momentum(std::span<const cluster::PointStar> stars) {
  Space sum{};
  for (const auto& star : stars) sum = plus(sum, star.mass, point(star).velocity);
  return sum;
}

Space angular_momentum(std::span<const cluster::PointStar> stars) {
  Space sum{};
  for (const auto& star : stars)
    sum = plus(sum, star.mass, cross(point(star).position, point(star).velocity));
  return sum;
}

Space direction(Draws& draws) {
  const double z = draws.from(-1, 1), angle = draws.from(0, 2 * pi), across = std::sqrt(1 - z * z);
  return {across * std::cos(angle), across * std::sin(angle), z};
}

Motion on_ellipse(double mass, double a, double e, Draws& draws) {
  const Frame in = frame(draws);
  const double anomaly = anomaly_at_random(e, draws), minor = a * std::sqrt(1 - e * e);
  const double rate = std::sqrt(mass / (a * a * a)) / (1 - e * std::cos(anomaly));
  return {
      plus(plus({}, a * (std::cos(anomaly) - e), in.x), minor * std::sin(anomaly), in.y),
      plus(plus({}, -a * rate * std::sin(anomaly), in.x), minor * rate * std::cos(anomaly), in.y)};
}

Motion at_apocentre(double mass, double a, double e, Draws& draws) {
  const Frame in = frame(draws);
  const double far = a * (1 + e);
  return {plus({}, far, in.x), plus({}, std::sqrt(mass * a * (1 - e * e)) / far, in.y)};
}

cluster::ThreeStars three_stars(const Beginning& b, Draws& draws) {
  const std::size_t i = (b.single + 1) % 3, j = (b.single + 2) % 3;
  const double binary = b.mass[i] + b.mass[j], all = binary + b.mass[b.single];
  const Motion inner = on_ellipse(binary, b.semimajor_axis, b.eccentricity, draws);
  const Motion outer = approach(all, b.speed, b.outer_momentum, b.distance, draws);
  const Real back = -Real{b.mass[b.single]} / all;
  cluster::ThreeStars stars;
  stars[i] = star(b.mass[i], outer, back, inner, -Real{b.mass[j]} / binary);
  stars[j] = star(b.mass[j], outer, back, inner, Real{b.mass[i]} / binary);
  stars[b.single] = star(b.mass[b.single], outer, 1 + back, inner, 0);
  return stars;
}

cluster::FourStars four_stars(const TwoBinaries& b, Draws& draws) {
  const double all = b.binary_mass(0) + b.binary_mass(1);
  const Motion outer = approach(all, b.speed, b.outer_momentum, b.distance, draws);
  cluster::FourStars stars;
  for (std::size_t k = 0; k < 2; ++k) {
    const Real own = b.binary_mass(k), share = (k == 0 ? -1 : 1) * (1 - own / all);
    const Motion inner =
        on_ellipse(b.binary_mass(k), b.semimajor_axis[k], b.eccentricity[k], draws);
    const double m = b.mass[2 * k], n = b.mass[2 * k + 1];
    stars[2 * k] = star(m, outer, share, inner, -n / own);
    stars[2 * k + 1] = star(n, outer, share, inner, m / own);
  }
  return stars;
}

double distance_of_tide(const TwoBinaries& b, double tide) {
  double farther = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const double reach = b.semimajor_axis[k] * (1 + b.eccentricity[k]);
    farther = std::max(
        farther,
        reach * std::cbrt(tide_on(b.binary_mass(k), 1.0, b.binary_mass(1 - k), 1.0) / tide));
  }
  return farther;
}

double distance_of_tide(const Beginning& b, double tide) {
  const double binary = b.mass[(b.single + 1) % 3] + b.mass[(b.single + 2) % 3];
  const double reach = b.semimajor_axis * (1 + b.eccentricity);
  return reach * std::cbrt(tide_on(binary, 1.0, b.mass[b.single], 1.0) / tide);
}

}  // namespace touchstone::scattering
