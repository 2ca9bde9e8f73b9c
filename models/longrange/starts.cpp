#include "models/longrange/starts.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"
#include "models/longrange/exact.hpp"

namespace touchstone::longrange {
namespace {

using std::numbers::pi;

void require_particles(std::size_t n) {
  if (n == 0 || n > 0xFFFFFFFFu)
    throw input_error("start", "number of particles", "1 to 4294967295", fmt::format("{}", n));
}

/// The random numbers of particle i: the same for any number of particles.
PhiloxStream of_particle(std::uint64_t seed, std::size_t i) {
  return Philox(seed).stream(Purpose::start, 0, static_cast<std::uint32_t>(i));
}

/// Normal deviate (Box and Muller).
double normal(PhiloxStream& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
  return radius * std::cos(2 * pi * random.uniform());
}

/// Angle with density proportional to exp(x cos), by rejection.
double von_mises(double x, PhiloxStream& random) {
  for (;;) {
    const double angle = pi * (2 * random.uniform() - 1);
    if (random.uniform() < std::exp(x * (std::cos(angle) - 1))) return angle;
  }
}

}  // namespace

State cold_circle(std::size_t n, std::uint64_t seed) { return water_bag(n, pi, 0, seed); }

State water_bag(std::size_t n, double half_angle, double half_momentum, std::uint64_t seed) {
  require_particles(n);
  if (!(half_angle > 0 && half_angle <= pi))
    throw input_error("water bag", "half angle", "a number in (0, pi]",
                      fmt::format("{}", half_angle));
  if (!(half_momentum >= 0 && std::isfinite(half_momentum)))
    throw input_error("water bag", "half momentum", "a finite number, 0 or more",
                      fmt::format("{}", half_momentum));
  State state;
  for (std::size_t i = 0; i < n; ++i) {
    PhiloxStream random = of_particle(seed, i);
    state.q.push_back(half_angle * (2 * random.uniform() - 1));
    state.p.push_back(half_momentum * (2 * random.uniform() - 1));
  }
  return state;
}

State hmf_equilibrium_start(std::size_t n, double energy_per_particle, std::uint64_t seed) {
  require_particles(n);
  const HmfEquilibrium at = hmf_equilibrium(energy_per_particle);
  State state;
  for (std::size_t i = 0; i < n; ++i) {
    PhiloxStream random = of_particle(seed, i);
    state.q.push_back(von_mises(at.magnetisation / at.temperature, random));
    state.p.push_back(std::sqrt(at.temperature) * normal(random));
  }
  return state;
}

State annulus(std::size_t n, double inner, double outer, std::uint64_t seed) {
  require_particles(n);
  if (!(inner >= 0 && inner < outer && std::isfinite(outer)))
    throw input_error("annulus", "radii", "0 <= inner < outer",
                      fmt::format("{} and {}", inner, outer));
  State state{std::vector<double>(2 * n), std::vector<double>(2 * n, 0)};
  for (std::size_t i = 0; i < n; ++i) {
    PhiloxStream random = of_particle(seed, i);
    const double u = random.uniform();
    const double radius = std::sqrt(inner * inner + u * (outer * outer - inner * inner));
    const double angle = 2 * pi * random.uniform();
    state.q[i] = radius * std::cos(angle);
    state.q[n + i] = radius * std::sin(angle);
  }
  return state;
}

State polygon(std::size_t n, double radius, double rate) {
  require_particles(n);
  State state{std::vector<double>(2 * n), std::vector<double>(2 * n)};
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = 2 * pi * static_cast<double>(i) / static_cast<double>(n);
    state.q[i] = radius * std::cos(angle);
    state.q[n + i] = radius * std::sin(angle);
    state.p[i] = -rate * state.q[n + i];
    state.p[n + i] = rate * state.q[i];
  }
  return state;
}

State perturbed_lattice(std::size_t n, unsigned mode, double amplitude) {
  require_particles(n);
  State state{{}, std::vector<double>(n, 0)};
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = 2 * pi * static_cast<double>(i) / static_cast<double>(n);
    state.q.push_back(angle + amplitude * std::cos(mode * angle));
  }
  return state;
}

}  // namespace touchstone::longrange
