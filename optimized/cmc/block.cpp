#include "optimized/cmc/block.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "models/cmc/circle.hpp"
#include "optimized/cmc/encounter_lanes.hpp"

namespace touchstone::optimized {
namespace {

using std::numbers::pi;

constexpr std::size_t kSide = cluster::kBin / 2;
constexpr std::size_t kPairsAtOnce = 256;
constexpr double kMostTaken = 0.8;  // of a star's kinetic energy

double cube(double x) { return x * x * x; }

double shell_density(double inner, double outer) {
  return static_cast<double>(2 * kSide) * 3 / (4 * pi * (cube(outer) - cube(inner)));
}

double relaxation_time(const BlockStars& stars, std::size_t first, std::size_t end, double density,
                       double initial_stars, cluster::PairMasses pairs) {
  double mass = 0, mass2 = 0, momentum2 = 0;
  for (std::size_t i = first; i < end; ++i) {
    mass += stars.mass[i];
    mass2 += stars.mass[i] * stars.mass[i];
    momentum2 += stars.mass[i] * stars.speed2(i);
  }
  const double relative = 4 * std::sqrt(momentum2 / mass) / std::sqrt(3 * pi);
  const double count = static_cast<double>(end - first), mean = mass / count;
  const double pair_mass2 =
      pairs == cluster::PairMasses::alike ? 4 * mass2 / count : 2 * mass2 / count + 2 * mean * mean;
  return pi / 32 * cube(relative) / (density * pair_mass2 * initial_stars);
}

/// Turns the relative velocity of stars i and i + 1. The expressions and their order are those of
/// the reference.
void deflect(const BlockStars& s, std::size_t i, double timestep, double density,
             double initial_stars, double azimuth_turn, double axis_turn) {
  const std::size_t k = i + 1;
  const cluster::CosSin azimuth = cluster::cos_sin_of_share(azimuth_turn);
  double x[2] = {s.tangential_velocity[i], s.tangential_velocity[k] * azimuth.cos};
  double y[2] = {0, s.tangential_velocity[k] * azimuth.sin};
  double z[2] = {s.radial_velocity[i], s.radial_velocity[k]};
  const double wx = x[1] - x[0], wy = y[1] - y[0], wz = z[1] - z[0];
  const double w = std::sqrt(wx * wx + wy * wy + wz * wz);
  const double mass = s.mass[i] + s.mass[k];
  if (w > 0) {
    const double time = pi / 32 * (w * w * w) / (initial_stars * density * (mass * mass));
    const double angle = std::min(pi / 2, pi / 2 * std::sqrt(timestep / time));
    const double across = std::sqrt(wx * wx + wy * wy);
    const bool tilted = across > 0;
    const double ax = tilted ? -wy * w / across : w, ay = tilted ? wx * w / across : 0;
    const double bx = tilted ? -wx * wz / across : 0, by = tilted ? -wy * wz / across : wz;
    const double bz = tilted ? across : 0;
    const cluster::CosSin turned = cluster::cos_sin(angle);
    const cluster::CosSin axis = cluster::cos_sin_of_share(axis_turn);
    const double c = turned.cos;
    const double a = turned.sin * axis.cos;
    const double b = turned.sin * axis.sin;
    const double dx = wx * c + ax * a + bx * b - wx;
    const double dy = wy * c + ay * a + by * b - wy;
    const double dz = wz * c + 0 * a + bz * b - wz;
    const double share[2] = {-s.mass[k] / mass, s.mass[i] / mass};
    for (const int star : {0, 1}) {
      x[star] += share[star] * dx;
      y[star] += share[star] * dy;
      z[star] += share[star] * dz;
    }
  }
  for (const std::size_t star : {std::size_t{0}, std::size_t{1}}) {
    s.radial_velocity[i + star] = z[star];
    s.tangential_velocity[i + star] = std::sqrt(x[star] * x[star] + y[star] * y[star]);
  }
}

void scale(const BlockStars& stars, std::size_t i, double factor) {
  stars.radial_velocity[i] *= factor;
  stars.tangential_velocity[i] *= factor;
}

double take(const BlockStars& stars, std::size_t i, double excess) {
  const double kinetic = 0.5 * stars.mass[i] * stars.speed2(i);
  if (!(kinetic > 0)) return excess;
  const double taken = std::min(excess, kMostTaken * kinetic);
  scale(stars, i, std::sqrt((kinetic - taken) / kinetic));
  return excess - taken;
}

}  // namespace

double local_density(const Field& field, std::size_t k) {
  const std::size_t n = field.shells();
  std::size_t inner = k < kSide ? 0 : k - kSide;
  std::size_t outer = k < kSide ? 2 * kSide + 1 : k + kSide;
  if (outer > n) {
    inner = n - 2 * kSide - 1;
    outer = n;
  }
  return shell_density(field.radius(inner), field.radius(outer));
}

double deflection_factor(double theta_max) {
  return (theta_max / (pi / 2)) * (theta_max / (pi / 2));
}

double least_relaxation_time(const BlockStars& stars, double initial_stars,
                             cluster::PairMasses pairs) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 2 * kSide + 1 < stars.size(); i += 2 * kSide) {
    const double density = shell_density(stars.radius[i], stars.radius[i + 2 * kSide]);
    least =
        std::min(least, relaxation_time(stars, i, i + 2 * kSide, density, initial_stars, pairs));
  }
  return least;
}

double least_sliding_time(const BlockStars& all, const Field& field, std::size_t first,
                          std::size_t end, double initial_stars, cluster::PairMasses pairs) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = first; k < end; ++k) {
    const std::size_t from = k < kSide ? 0 : k - kSide;
    const std::size_t to = std::min(k + kSide, all.size());
    least = std::min(
        least, relaxation_time(all, from, to, local_density(field, k + 1), initial_stars, pairs));
  }
  return least;
}

void deflect_pairs(const BlockStars& stars, const Field& field, double timestep,
                   double initial_stars, cluster::Lfsr113& random, std::span<PairDraws> draws) {
  const EncounterKernel& kernel = best_encounter_kernel();
  const std::size_t pairs = stars.size() / 2;
  // In lanes only those with 10 stars to either side; their batches are whole vectors.
  const std::size_t shell = stars.first_shell, shells = field.shells();
  const std::size_t inner = shell < kSide ? (kSide - shell + 1) / 2 : 0;
  const std::size_t outer = shells < shell + kSide ? 0 : (shells - shell - kSide) / 2 + 1;
  std::array<std::uint32_t, kPairsAtOnce> azimuth, axis;
  for (std::size_t begin = 0; begin < pairs; begin += kPairsAtOnce) {
    const std::size_t end = std::min(begin + kPairsAtOnce, pairs);
    for (std::size_t j = begin; j < end; ++j) {
      azimuth[j - begin] = random.next();
      const std::uint32_t process = random.next();
      axis[j - begin] = random.next();
      if (!draws.empty()) draws[j] = {azimuth[j - begin], process, axis[j - begin]};
    }
    const auto alone = [&](std::size_t j) {
      deflect(stars, 2 * j, timestep, local_density(field, shell + 2 * j), initial_stars,
              0x1p-32 * azimuth[j - begin], 0x1p-32 * axis[j - begin]);
    };
    const std::size_t first = std::clamp(inner, begin, end);
    const std::size_t together = std::clamp(outer, first, end) - first;
    const std::size_t last = first + together / kernel.lanes * kernel.lanes;
    for (std::size_t j = begin; j < first; ++j) alone(j);
    kernel.deflect({.pairs = last - first,
                    .mass = stars.mass.data() + 2 * first,
                    .radial_velocity = stars.radial_velocity.data() + 2 * first,
                    .tangential_velocity = stars.tangential_velocity.data() + 2 * first,
                    .radii_inside = field.radii() + shell + 2 * first - kSide,
                    .radii_outside = field.radii() + shell + 2 * first + kSide,
                    .azimuth = azimuth.data() + (first - begin),
                    .axis = axis.data() + (first - begin),
                    .timestep = timestep,
                    .initial_stars = initial_stars});
    for (std::size_t j = last; j < end; ++j) alone(j);
  }
}

double staying_mass(const BlockStars& stars, std::span<const std::uint8_t> leaves, double before) {
  for (std::size_t i = 0; i < stars.size(); ++i)
    if (!leaves[i]) before += stars.mass[i];
  return before;
}

bool strip(const cluster::Tide& tide, double mass, double alpha, const BlockMoves& moves) {
  const double radius = cluster::tidal_radius(tide, mass);
  bool more = false;
  for (std::size_t i = 0; i < moves.leaves.size(); ++i)
    if (!moves.leaves[i] &&
        cluster::beyond_tide(tide, mass, radius, alpha, moves.energy[i], moves.apocentre[i])) {
      moves.leaves[i] = 1;
      more = true;
    }
  return more;
}

Leaving leaving(const BlockStars& stars, const Field& field, const BlockMoves& moves,
                const Leaving& before) {
  Leaving all = before;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    if (!moves.leaves[i]) continue;
    const double m = stars.mass[i];
    const std::size_t k = stars.first_shell + i;
    all.energy +=
        m * (field.potential(k) + 0.5 * moves.old_speed2[i] + (all.mass + 0.5 * m) * field.u(k));
    all.mass += m;
  }
  return all;
}

double correct_velocities(const BlockStars& stars, std::span<const double> speed2) {
  double excess = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const double now = stars.speed2(i);
    if (speed2[i] > 0 && now > 0) {
      scale(stars, i, std::sqrt(speed2[i] / now));
      if (excess > 0) excess = take(stars, i, excess);
    } else {
      excess += 0.5 * stars.mass[i] * (now - speed2[i]);
    }
  }
  return excess;
}

double take_energy(const BlockStars& stars, double excess) {
  for (std::size_t i = 0; i < stars.size() && excess > 0; ++i) excess = take(stars, i, excess);
  return excess;
}

}  // namespace touchstone::optimized
