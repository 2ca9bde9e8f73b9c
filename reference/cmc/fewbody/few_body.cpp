#include "reference/cmc/fewbody/few_body.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace touchstone::reference {
namespace {

Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double distance(const Body& a, const Body& b) {
  const Vector d = minus(b.position, a.position);
  return std::sqrt(dot(d, d));
}

/// Positions and velocities of all bodies in a row.
template <class Real>
std::vector<Real> packed(const std::vector<Body>& bodies) {
  std::vector<Real> y;
  for (const Body& body : bodies) {
    y.insert(y.end(), body.position.begin(), body.position.end());
    y.insert(y.end(), body.velocity.begin(), body.velocity.end());
  }
  return y;
}

template <class Real>
void unpack(std::span<const Real> y, std::vector<Body>& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      bodies[i].position[c] = static_cast<double>(y[6 * i + c]);
      bodies[i].velocity[c] = static_cast<double>(y[6 * i + 3 + c]);
    }
}

template <class Real>
void newton(const std::vector<double>& mass, std::span<const Real> y, std::span<Real> dy) {
  for (std::size_t i = 0; i < mass.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      dy[6 * i + c] = y[6 * i + 3 + c];
      dy[6 * i + 3 + c] = 0;
    }
  for (std::size_t i = 0; i < mass.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const std::array<Real, 3> d{y[6 * j] - y[6 * i], y[6 * j + 1] - y[6 * i + 1],
                                  y[6 * j + 2] - y[6 * i + 2]};
      const Real r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      const Real pull = 1 / (r2 * std::sqrt(r2));
      for (std::size_t c = 0; c < 3; ++c) {
        dy[6 * i + 3 + c] += mass[j] * pull * d[c];
        dy[6 * j + 3 + c] -= mass[i] * pull * d[c];
      }
    }
}

}  // namespace

template <class Real>
Flight fly(std::vector<Body>& bodies, double duration, const Tolerance& tolerance,
           double first_step, const std::function<bool(const std::vector<Body>&)>& go_on) {
  std::vector<double> mass;
  for (const Body& body : bodies) mass.push_back(body.mass);
  PrinceDormand<Real> integrator(
      6 * bodies.size(),
      [&mass](std::span<const Real> y, std::span<Real> dy) { newton(mass, y, dy); });
  std::vector<Real> y = packed<Real>(bodies);
  Flight flight;
  Real h = first_step;
  const auto after_step = [&](Real, std::span<const Real> now) {
    unpack(now, bodies);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (distance(bodies[i], bodies[j]) < bodies[i].radius + bodies[j].radius)
          flight.touching.push_back({j, i});
    return flight.touching.empty() && (!go_on || go_on(bodies));
  };
  flight.time = static_cast<double>(integrator.integrate(y, duration, h, tolerance, after_step));
  flight.next_step = static_cast<double>(h);
  flight.steps = integrator.steps();
  flight.rejected = integrator.rejected();
  return flight;
}

template Flight fly<double>(std::vector<Body>&, double, const Tolerance&, double,
                            const std::function<bool(const std::vector<Body>&)>&);
template Flight fly<long double>(std::vector<Body>&, double, const Tolerance&, double,
                                 const std::function<bool(const std::vector<Body>&)>&);

double energy(const std::vector<Body>& bodies) {
  double sum = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    sum += 0.5 * bodies[i].mass * dot(bodies[i].velocity, bodies[i].velocity);
    for (std::size_t j = 0; j < i; ++j)
      sum -= bodies[i].mass * bodies[j].mass / distance(bodies[i], bodies[j]);
  }
  return sum;
}

Vector momentum(const std::vector<Body>& bodies) {
  Vector sum{};
  for (const Body& body : bodies)
    for (std::size_t c = 0; c < 3; ++c) sum[c] += body.mass * body.velocity[c];
  return sum;
}

Vector angular_momentum(const std::vector<Body>& bodies) {
  Vector sum{};
  for (const Body& body : bodies) {
    const Vector own = cross(body.position, body.velocity);
    for (std::size_t c = 0; c < 3; ++c) sum[c] += body.mass * own[c];
  }
  return sum;
}

Pair pair(const Body& a, const Body& b) {
  const Vector r = minus(b.position, a.position), v = minus(b.velocity, a.velocity);
  const double mass = a.mass + b.mass;
  const Vector l = cross(r, v);
  Pair pair;
  pair.energy = 0.5 * dot(v, v) - mass / std::sqrt(dot(r, r));
  pair.semimajor_axis = -mass / (2 * pair.energy);
  pair.eccentricity = std::sqrt(std::max(0.0, 1 - dot(l, l) / (mass * pair.semimajor_axis)));
  return pair;
}

Merger stick(const Body& a, const Body& b) {
  Merger merger;
  Body& body = merger.body;
  body.mass = a.mass + b.mass;
  for (std::size_t c = 0; c < 3; ++c) {
    body.position[c] = (a.mass * a.position[c] + b.mass * b.position[c]) / body.mass;
    body.velocity[c] = (a.mass * a.velocity[c] + b.mass * b.velocity[c]) / body.mass;
  }
  body.radius = std::cbrt(std::pow(a.radius, 3) + std::pow(b.radius, 3));
  const Vector v = minus(b.velocity, a.velocity);
  merger.lost_energy = 0.5 * a.mass * b.mass / body.mass * dot(v, v);
  return merger;
}

double collision_cross_section(const Body& a, const Body& b, double speed) {
  const double touch = a.radius + b.radius;
  return std::numbers::pi * touch * touch * (1 + 2 * (a.mass + b.mass) / (touch * speed * speed));
}

double collision_probability(const Body& a, const Body& b, double speed, double density,
                             double time) {
  return density * speed * collision_cross_section(a, b, speed) * time;
}

}  // namespace touchstone::reference
