// checkers/cmc/encounter_law.cpp
// Purpose   Laws of a whole step for which no other scheme is asked. From the stars before and
//           after it, it reads off what each had after its encounter: energy, angular momentum.
//           Pairs keep energy and radial momentum and are deflected by Henon's angle, in a plane
//           that is any plane; new positions follow the time that the orbit spends there.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, equations 7
//           (deflection in a time step, with its square) and 13 (positions); M. Henon, Astrophys.
//           Space Sci. 14, 151 (1971); velocities pay for the work of the changing potential.
// Computes  Potentials by sums in long double. A value of a known distribution is turned into its
//           distribution function, averaged over the unknown azimuth by the midpoint rule; then it
//           is uniform (Kolmogorov and Smirnov).
// Cost      48 steps of 450 stars.
// Not here  Single orbits (orbits.cpp), time steps (step_laws.cpp).
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "checkers/cmc/after_encounter.hpp"
#include "checkers/cmc/block_law.hpp"
#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/orbit_law.hpp"
#include "checkers/cmc/starts.hpp"
#include "statistics/kolmogorov_smirnov.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterScheme;
using cluster::Stars;
using std::numbers::pi;
using Real = long double;

constexpr std::size_t kStars = 450;
constexpr int kSteps = 12;

/// P(mean + amplitude cos(angle) <= x) of a uniform angle.
double at_most(double x, double mean, double amplitude) {
  if (!(amplitude > 0)) return x >= mean ? 1 : 0;
  return 1 - std::acos(std::clamp((x - mean) / amplitude, -1.0, 1.0)) / pi;
}

/// Values of the distribution functions of the speed and of the radial speed of the first star
/// after the encounter, as Henon's deflection about an axis in any direction gives them.
std::array<double, 2> values_of(const Pair& p, double timestep_times_density, const Met& first) {
  constexpr int kAzimuths = 128;
  std::array<double, 2> values{};
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
    values[1] += (at_most(radial, mean, most) - at_most(-radial, mean, most)) / kAzimuths;
  }
  return values;
}

/// Number of stars per volume around a place (from 0).
double density(const Stars& s, std::size_t place) {
  return static_cast<double>(kStarsOfAverage / shell_around(s, place).volume());
}

/// Seen in all steps.
struct Seen {
  std::uint64_t pairs = 0, unbalanced = 0, outwards = 0, moved = 0, strange = 0;
  std::array<std::vector<double>, 2> deflections;  ///< speeds, radial speeds
  std::vector<double> positions;
};

/// True when a pair has kept its energy and its radial momentum, for some signs of the velocities.
bool balanced(const Pair& p, const Met& a, const Met& b) {
  const Real energy = p.m1 * (p.radial1 * p.radial1 + p.tangential1 * p.tangential1) +
                      p.m2 * (p.radial2 * p.radial2 + p.tangential2 * p.tangential2);
  const Real momentum = p.m1 * p.radial1 + p.m2 * p.radial2;
  const Real pa = p.m1 * std::sqrt(a.radial2()), pb = p.m2 * std::sqrt(b.radial2());
  Real off = HUGE_VALL;
  for (const Real sign : {1, -1})
    off = std::min({off, std::abs(pa + sign * pb - momentum), std::abs(pa + sign * pb + momentum)});
  return std::abs(p.m1 * a.speed2 + p.m2 * b.speed2 - energy) < 1e-10L * energy &&
         off < 1e-5L * std::sqrt(energy * (p.m1 + p.m2));
}

void look_at_pairs(const Stars& before, const std::vector<std::optional<Met>>& all,
                   std::size_t ranks, double timestep, Seen& seen) {
  const auto border = borders(before.size(), ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank)
    for (std::size_t i = border[rank]; i + 1 < border[rank + 1]; i += 2) {
      if (!all[i] || !all[i + 1] || all[i]->shares || all[i + 1]->shares) continue;
      const Pair p = pair_at(before, i);
      ++seen.pairs;
      seen.unbalanced += balanced(p, *all[i], *all[i + 1]) ? 0 : 1;
      const auto values = values_of(p, timestep * density(before, i) * kStars, *all[i]);
      for (const std::size_t k : {0u, 1u}) seen.deflections[k].push_back(values[k]);
    }
}

/// Every 17th star of a step.
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

Seen look(const ClusterScheme& scheme, const CheckContext& context, bool positions,
          std::uint64_t& trials) {
  Seen seen;
  for (const std::size_t ranks : {1u, 2u, 5u, 20u}) {
    const auto seed = static_cast<std::uint32_t>(part_seed(context, 50 + ranks));
    const auto run = scheme.start(unequal_with_losses(kStars, seed),
                                  {.seed = seed,
                                   .ranks = cluster::ranks_of(scheme, ranks),
                                   .threads = context.threads,
                                   .timestep = ranks == 2 ? cluster::TimestepScheme::sliding
                                                          : cluster::TimestepScheme::bins});
    for (std::size_t step = 0; step < kSteps; ++step) {
      const Stars before = run->stars();
      run->step();
      const auto all = met(before, run->stars(), cluster::ranks_of(scheme, ranks));
      if (positions)
        look_at_positions(before, all, step, seen);
      else
        look_at_pairs(before, all, cluster::ranks_of(scheme, ranks), run->report().timestep, seen);
      trials += run->report().trials;
    }
  }
  return seen;
}

/// The p-value of values that are uniform if the law holds.
double uniform_p(const std::vector<double>& values) {
  return kolmogorov_smirnov(values, [](double u) { return std::clamp(u, 0.0, 1.0); }).p;
}

CheckResult encounters(const ClusterScheme& scheme, const CheckContext& context) {
  std::uint64_t trials = 0;
  const Seen seen = look(scheme, context, false, trials);
  // 200 stars of 450 may leave or share energy before pairs are too few.
  Findings findings;
  findings.expect(seen.pairs >= 4 * kSteps * 125, fmt::format("only {} pairs", seen.pairs));
  findings.expect(
      seen.unbalanced == 0,
      fmt::format("{} of {} pairs do not keep energy and momentum", seen.unbalanced, seen.pairs));
  const CheckResult exact = findings.result(trials, "");
  if (exact.verdict != Verdict::pass) return exact;
  const std::vector<double> p_values{uniform_p(seen.deflections[0]),
                                     uniform_p(seen.deflections[1])};
  CheckResult result =
      judge_together(p_values, 2, context,
                     fmt::format("{} pairs; p of speeds {:.2g}, of radial speeds {:.2g}",
                                 seen.pairs, p_values[0], p_values[1]));
  result.trials = trials;
  result.smallest_effect = 2.7 / std::sqrt(static_cast<double>(seen.pairs));
  return result;
}

CheckResult positions(const ClusterScheme& scheme, const CheckContext& context) {
  std::uint64_t trials = 0;
  const Seen seen = look(scheme, context, true, trials);
  Findings findings;
  findings.expect(seen.moved >= 4 * kSteps * 15, fmt::format("only {} stars moved", seen.moved));
  findings.expect(seen.strange == 0,
                  fmt::format("{} of {} stars move on no orbit", seen.strange, seen.moved));
  const CheckResult enough = findings.result(trials, "");
  if (enough.verdict != Verdict::pass) return enough;
  const double n = static_cast<double>(seen.moved);
  const double sign = (2 * static_cast<double>(seen.outwards) - n) / std::sqrt(n);
  const std::vector<double> p_values{uniform_p(seen.positions),
                                     std::erfc(std::abs(sign) / std::numbers::sqrt2)};
  CheckResult result = judge_together(
      p_values, 2, context,
      fmt::format("{} stars, {} of them outwards; p of positions {:.2g}, of signs {:.2g}",
                  seen.moved, seen.outwards, p_values[0], p_values[1]));
  result.trials = trials;
  result.smallest_effect = 2.7 / std::sqrt(n);
  return result;
}

const bool registered =
    register_check(ClusterCheck{
        .name = "cmc/encounters",
        .shows = "in whole steps pairs keep energy and momentum and are deflected by Henon's angle",
        .needs = Claims::conserves_particles,
        .cost = "48 steps of 450 stars",
        .run = encounters}) &&
    register_check(ClusterCheck{
        .name = "cmc/positions in steps",
        .shows = "in whole steps new positions follow the time that the orbit spends there",
        .needs = Claims::conserves_particles,
        .cost = "48 steps of 450 stars, 1200 orbits",
        .run = positions});

}  // namespace
}  // namespace touchstone::cmc
