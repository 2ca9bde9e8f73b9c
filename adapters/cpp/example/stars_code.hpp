// Star clusters by Henon's Monte Carlo method: correct and slow. It stands for a simulation of
// yours.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

constexpr double kPi = 3.14159265358979323846;

struct Shell {
  std::size_t number = 0;
  double mass = 0, radius = 0, radial_velocity = 0, tangential_velocity = 0;
};

struct Henon {
  std::vector<Shell> stars;
  double theta_max = 1;
  std::mt19937_64 random;
  double time = 0, escaped_energy = 0, initial = 0;
  /// At each star: the potential, and the mass inside, its own included. In between, the potential
  /// is a straight line in 1/r.
  std::vector<double> potential, inside;

  struct Moved {
    Shell star;
    double old_radius, speed2;  ///< the square of its speed after the work of the way there
  };

  Henon() = default;
  Henon(std::vector<Shell> start, double theta, std::uint64_t seed)
      : stars(std::move(start)), theta_max(theta), random(seed) {
    initial = static_cast<double>(stars.size());
    measure();
  }

  void run(std::uint64_t steps) {
    for (; steps > 0; --steps) {
      const double step = time_step();
      for (std::size_t k = 0; k + 1 < stars.size(); k += 2) meet(k, step);
      std::vector<Moved> moved;
      for (const Shell& star : stars) move(star, moved);
      std::sort(moved.begin(), moved.end(),
                [](const Moved& a, const Moved& b) { return a.star.radius < b.star.radius; });
      stars.clear();
      for (const Moved& one : moved) stars.push_back(one.star);
      measure();
      pay(moved);
      time += step;
    }
  }

  double uniform() { return static_cast<double>(random() >> 11) * 0x1p-53; }

  void measure() {
    potential.assign(stars.size(), 0);
    inside.assign(stars.size(), 0);
    double mass = 0, above = 0, outer = 0;
    for (std::size_t k = 0; k < stars.size(); ++k) inside[k] = mass += stars[k].mass;
    for (std::size_t k = stars.size(); k-- > 0; outer = 1 / stars[k].radius)
      potential[k] = above -= inside[k] * (1 / stars[k].radius - outer);
  }
  /// Number of stars inside r.
  std::size_t stars_inside(double r) const {
    const auto above = std::upper_bound(stars.begin(), stars.end(), r,
                                        [](double x, const Shell& s) { return x < s.radius; });
    return static_cast<std::size_t>(above - stars.begin());
  }
  /// Potential at r without the shell of a star, which is at its own radius.
  double felt(double r, double mass, double own) const {
    const std::size_t k = stars_inside(r);
    const double all = k == 0
                           ? potential[0]
                           : potential[k - 1] + inside[k - 1] * (1 / stars[k - 1].radius - 1 / r);
    return all + mass / std::max(r, own);
  }

  /// Shortest time in which the mean encounter of a bin of 20 stars deflects by theta_max.
  double time_step() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t first = 0; first + 21 < stars.size(); first += 20) {
      double mass = 0, mass2 = 0, momentum2 = 0;
      for (std::size_t k = first; k < first + 20; ++k) {
        const Shell& s = stars[k];
        mass += s.mass, mass2 += s.mass * s.mass;
        momentum2 += s.mass * std::pow(std::hypot(s.radial_velocity, s.tangential_velocity), 2);
      }
      const double relative = 4 * std::sqrt(momentum2 / mass / (3 * kPi));
      const double volume =
          4 * kPi / 3 * (std::pow(stars[first + 20].radius, 3) - std::pow(stars[first].radius, 3));
      least = std::min(least, kPi / 32 * std::pow(relative, 3) * volume / (4 * mass2 * initial));
    }
    return std::pow(2 * theta_max / kPi, 2) * least;
  }

  /// Density of the ten stars to either side of star k, or of the 21 innermost or outermost.
  double density(std::size_t k) const {
    std::size_t outer = k < 9 ? 20 : k + 10;
    double inner = k < 10 ? 0 : stars[k - 10].radius;
    if (outer >= stars.size())
      outer = stars.size() - 1, inner = outer > 20 ? stars[outer - 21].radius : 0;
    return 15 / kPi / (std::pow(stars[outer].radius, 3) - std::pow(inner, 3));
  }

  /// The encounter of star k and the next one.
  void meet(std::size_t k, double step) {
    Shell &a = stars[k], &b = stars[k + 1];
    const double azimuth = 2 * kPi * uniform(), axis = 2 * kPi * uniform();
    const double bx = b.tangential_velocity * std::cos(azimuth);
    const double by = b.tangential_velocity * std::sin(azimuth);
    const double w[] = {bx - a.tangential_velocity, by, b.radial_velocity - a.radial_velocity};
    const double across = std::hypot(w[0], w[1]), speed = std::hypot(across, w[2]);
    const double mass = a.mass + b.mass;
    const double right_angle = kPi / 32 * std::pow(speed, 3) / (density(k) * mass * mass * initial);
    const double angle = std::min(kPi / 2, kPi / 2 * std::sqrt(step / right_angle));
    const double x = across > 0 ? w[0] / across : 0, y = across > 0 ? w[1] / across : -1;
    const double first[] = {-y * speed, x * speed, 0}, second[] = {-x * w[2], -y * w[2], across};
    double kick[3];
    for (std::size_t i = 0; i < 3; ++i)
      kick[i] = (std::cos(angle) - 1) * w[i] +
                std::sin(angle) * (std::cos(axis) * first[i] + std::sin(axis) * second[i]);
    const double one = b.mass / mass, two = a.mass / mass;
    a.radial_velocity -= one * kick[2];
    b.radial_velocity += two * kick[2];
    a.tangential_velocity = std::hypot(a.tangential_velocity - one * kick[0], one * kick[1]);
    b.tangential_velocity = std::hypot(bx + two * kick[0], by + two * kick[1]);
  }

  /// Puts a star on a place of its orbit, found by the time that it spends there, unless it leaves.
  void move(Shell star, std::vector<Moved>& moved) {
    const double mass = star.mass, old = star.radius, j = old * star.tangential_velocity;
    const double speed2 = std::pow(std::hypot(star.radial_velocity, star.tangential_velocity), 2);
    const double here = felt(old, mass, old), energy = speed2 / 2 + here;
    if (energy >= 0) {
      escaped_energy += mass * (energy - mass / old);
      return;
    }
    const auto radial2 = [&](double r) {
      return 2 * (energy - felt(r, mass, old)) - (j / r) * (j / r);
    };
    const auto apsis = [&](double forbidden) {  // both as 1/r
      double allowed = 1 / old;
      for (int halving = 0; halving < 60; ++halving) {
        const double middle = (allowed + forbidden) / 2;
        (radial2(1 / middle) > 0 ? allowed : forbidden) = middle;
      }
      return 1 / allowed;
    };
    const auto slope = [&](double r) {  // of radial2 at an apsis
      const std::size_t k = stars_inside(r);
      const double pull = k == 0 ? 0 : inside[k - 1] - (r >= old ? mass : 0);
      return 2 * (j * j / r - pull) / (r * r);
    };
    const double deepest = potential[0] + mass / old;
    const double far = apsis(0);
    const double near = j > 0 ? apsis(2 * std::sqrt(2 * (energy - deepest)) / j) : 0;
    const double width = far - near, in = near > 0 ? slope(near) : HUGE_VAL, out = -slope(far);
    if (!(width > 0 && in > 0 && out > 0)) {  // a circle
      moved.push_back({star, old, speed2});
      return;
    }
    const double bound = 1.2 * std::max(std::sqrt(3 * width / in), std::sqrt(3 * width / out));
    double s = 0, radial = 0;
    do {  // r = near + width s^2 (3 - 2 s) is dense at the apsides
      s = uniform();
      star.radius = near + width * s * s * (3 - 2 * s);
      radial = star.radius > 0 ? std::sqrt(std::max(0.0, radial2(star.radius))) : 0;
    } while (!(radial > 0 && uniform() * bound * radial < 3 * width * s * (1 - s)));
    star.radial_velocity = uniform() < 0.5 ? radial : -radial;
    star.tangential_velocity = j / star.radius;
    moved.push_back({star, old, speed2 + here - felt(star.radius, mass, old)});
  }

  /// Gives each star its speed in the potential of all new places. What a star lacks, those further
  /// out pay, each at most four fifths of its energy.
  void pay(const std::vector<Moved>& moved) {
    double owed = 0;
    for (std::size_t k = 0; k < stars.size(); ++k) {
      Shell& s = stars[k];
      const double speed2 = moved[k].speed2 + felt(moved[k].old_radius, s.mass, s.radius) -
                            felt(s.radius, s.mass, s.radius);
      const double now = std::pow(std::hypot(s.radial_velocity, s.tangential_velocity), 2);
      if (!(speed2 > 0)) {
        owed += s.mass * (now - speed2) / 2;
        continue;
      }
      const double paid = std::min(owed, 0.8 * s.mass * speed2 / 2);
      const double scale = std::sqrt((speed2 - 2 * paid / s.mass) / now);
      s.radial_velocity *= scale, s.tangential_velocity *= scale, owed -= paid;
    }
  }
};
