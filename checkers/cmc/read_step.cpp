#include "checkers/cmc/read_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "checkers/cmc/block_law.hpp"
#include "checkers/cmc/orbit_law.hpp"
#include "statistics/kolmogorov_smirnov.hpp"
#include "statistics/tails.hpp"

namespace touchstone::cmc {
namespace {

using cluster::Stars;
using std::numbers::pi;
using Real = long double;

/// P(mean + amplitude cos(angle) <= x) of a uniform angle.
double at_most(double x, double mean, double amplitude) {
  if (!(amplitude > 0)) return x >= mean ? 1 : 0;
  return 1 - std::acos(std::clamp((x - mean) / amplitude, -1.0, 1.0)) / pi;
}

/// Values of the distribution functions of the speed, the radial speed and the radial velocity of
/// the first star after the encounter, as Henon's deflection about an axis in any direction gives
/// them.
std::array<double, 3> values_of(const Pair& p, double timestep_times_density, const Met& first,
                                bool outwards) {
  constexpr int kAzimuths = 128;
  std::array<double, 3> values{};
  const double mass = p.m1 + p.m2, share = p.m2 / mass;
  const auto radial = static_cast<double>(std::sqrt(first.radial2()));
  for (int k = 0; k < kAzimuths; ++k) {
    const double azimuth = pi * (k + 0.5) / kAzimuths;
    const double wx = p.tangential2 * std::cos(azimuth) - p.tangential1;
    const double wy = p.tangential2 * std::sin(azimuth), wz = p.radial2 - p.radial1;
    const double across = std::hypot(wx, wy), w = std::hypot(across, wz);
    // sin^2(beta / 2) of small angles, with the whole angle clamped to a right one.
    const double angle =
        std::min(pi / 2, pi / 2 * std::sqrt(32 / pi * timestep_times_density * mass * mass) /
                             std::pow(w, 1.5));
    const double vx = p.tangential1 + share * wx, vy = share * wy, vz = p.radial1 + share * wz;
    const double along = vx * wx + vy * wy + vz * wz, v2 = vx * vx + vy * vy + vz * vz;
    const double beside = std::sqrt(std::max(0.0, v2 * w * w - along * along));
    values[0] += at_most(static_cast<double>(first.speed2),
                         v2 + share * share * w * w - 2 * share * std::cos(angle) * along,
                         2 * share * std::sin(angle) * beside) /
                 kAzimuths;
    const double mean = vz - share * wz * std::cos(angle), most = share * across * std::sin(angle);
    const double above = at_most(radial, mean, most), below = at_most(-radial, mean, most);
    values[1] += (above - below) / kAzimuths;
    values[2] += (outwards ? above : below) / kAzimuths;
  }
  return values;
}

/// Number of stars per volume around a place (from 0).
double density(const Stars& s, std::size_t place) {
  return static_cast<double>(kStarsOfAverage / shell_around(s, place).volume());
}

/// Sign of the radial velocity of the first star of a pair after its encounter, and by how much the
/// radial momentum then is another one.
struct Sign {
  int of_first = 1;
  Real off = HUGE_VALL;
};

/// The sign with which a pair keeps its radial momentum best.
Sign sign_of(const Pair& p, const Met& a, const Met& b) {
  const Real momentum = p.m1 * p.radial1 + p.m2 * p.radial2;
  const Real pa = p.m1 * std::sqrt(a.radial2()), pb = p.m2 * std::sqrt(b.radial2());
  Sign best;
  for (const int first : {1, -1})
    for (const int second : {1, -1}) {
      const Real off = std::abs(first * pa + second * pb - momentum);
      if (off < best.off) best = {first, off};
    }
  return best;
}

/// True when a pair has kept its energy and its radial momentum.
bool balanced(const Pair& p, const Met& a, const Met& b, const Sign& sign) {
  const Real energy = p.m1 * (p.radial1 * p.radial1 + p.tangential1 * p.tangential1) +
                      p.m2 * (p.radial2 * p.radial2 + p.tangential2 * p.tangential2);
  return std::abs(p.m1 * a.speed2 + p.m2 * b.speed2 - energy) < 1e-10L * energy &&
         sign.off < 1e-5L * std::sqrt(energy * (p.m1 + p.m2));
}

/// The p-value of values that are uniform if the law holds.
double uniform_p(const std::vector<double>& values) {
  return kolmogorov_smirnov(values, [](double u) { return std::clamp(u, 0.0, 1.0); }).p;
}

/// The p-value of so many of `all`, if half of them are expected.
double half_p(std::uint64_t some, std::uint64_t all) {
  return std::min(1.0,
                  2 * std::min(binomial_upper(some, all, 0.5), binomial_lower(some, all, 0.5)));
}

}  // namespace

void look_at_pairs(const Stars& before, const std::vector<std::optional<Met>>& all,
                   std::size_t ranks, double timestep, std::size_t initial, Seen& seen) {
  const auto border = borders(before.size(), ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank)
    for (std::size_t i = border[rank]; i + 1 < border[rank + 1]; i += 2) {
      if (!all[i] || !all[i + 1] || all[i]->shares || all[i + 1]->shares) continue;
      const Pair p = pair_at(before, i);
      ++seen.pairs;
      const Sign sign = sign_of(p, *all[i], *all[i + 1]);
      seen.unbalanced += balanced(p, *all[i], *all[i + 1], sign) ? 0 : 1;
      const double density_of_all = density(before, i) * static_cast<double>(initial);
      const auto values = values_of(p, timestep * density_of_all, *all[i], sign.of_first > 0);
      for (std::size_t k = 0; k < values.size(); ++k) seen.deflections[k].push_back(values[k]);
      seen.kicked_outwards += values[2] > 0.5 ? 1 : 0;
    }
}

void look_at_positions(const Stars& before, const std::vector<std::optional<Met>>& all,
                       std::size_t first, Seen& seen) {
  for (std::size_t i = first % 17; i < before.size(); i += 17) {
    if (!all[i] || all[i]->shares || all[i]->new_radius == before.radius[i]) continue;
    Stars then = before;
    then.radial_velocity[i] = static_cast<double>(std::sqrt(all[i]->radial2()));
    then.tangential_velocity[i] = static_cast<double>(all[i]->tangential);
    try {
      seen.positions.push_back(OrbitLaw(then, i).cdf(all[i]->new_radius));
    } catch (const std::logic_error&) {
      ++seen.strange;
      continue;
    }
    ++seen.moved;
    seen.outwards += all[i]->outwards ? 1 : 0;
  }
}

Tests encounter_tests(const Seen& seen) {
  Tests tests;
  for (const std::vector<double>& values : seen.deflections) tests.p.push_back(uniform_p(values));
  tests.p.push_back(half_p(seen.kicked_outwards, seen.pairs));
  tests.text = fmt::format(
      "{} pairs, {} kicked outwards; p of speeds {:.2g}, of radial speeds {:.2g}, of radial "
      "velocities {:.2g}, of signs of kicks {:.2g}",
      seen.pairs, seen.kicked_outwards, tests.p[0], tests.p[1], tests.p[2], tests.p[3]);
  return tests;
}

Tests position_tests(const Seen& seen) {
  Tests tests{{uniform_p(seen.positions), half_p(seen.outwards, seen.moved)}, ""};
  tests.text = fmt::format("{} stars, {} of them outwards; p of positions {:.2g}, of signs {:.2g}",
                           seen.moved, seen.outwards, tests.p[0], tests.p[1]);
  return tests;
}

}  // namespace touchstone::cmc
