// optimized/cmc/throw_stars.cpp
// Purpose   New positions of a block's stars: apsides by search in vector lanes, positions by
//           rejection in the order of the block's stream.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 5.
// Computes  The same bits as the serial reference: the same expressions, in the same order.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "optimized/cmc/apsis_search.hpp"
#include "optimized/cmc/block.hpp"

namespace touchstone::optimized {
namespace {

constexpr double kTidalRadius = 1e6;
constexpr std::uint64_t kMostTrials = 1'000'000;

struct Star {
  std::size_t shell;
  double mass, energy, angular_momentum;
};

struct Turning {
  std::size_t inner, outer;
  double pericentre, apocentre;
  double inner_slope, outer_slope;  // dQ/dr
};

enum class Fate { moves, stays, leaves };

double felt_mass(const Field& field, const Star& star, std::size_t k) {
  if (k == 0) return 0;
  return k < star.shell ? field.enclosed(k) : field.enclosed(k) - star.mass;
}

double offset(const Field& field, const Star& star, std::size_t k) {
  const double own = k < star.shell ? star.mass * field.u(star.shell) : 0;
  if (k == 0) return field.potential(1) + own;
  return field.potential(k) + field.enclosed(k) * field.u(k) + own;
}

double q(const Field& field, const Star& star, std::size_t k) {
  const double turning = star.angular_momentum * field.u(k);
  return 2 * star.energy - 2 * field.felt_at_shell(star.mass, star.shell, k) - turning * turning;
}

/// Where the search from the star itself fails, because Q is not above 0 there: a serial one.
bool search_again(const Field& field, const Star& star, Turning& turning) {
  const std::size_t last = field.shells() + 1;
  std::size_t inside = 0;
  while (inside <= last && !(q(field, star, inside) > 0)) ++inside;
  if (inside > last) return false;
  std::size_t below = 0, above = inside;
  while (above - below > 1) {
    const std::size_t middle = (below + above) / 2;
    (q(field, star, middle) > 0 ? above : below) = middle;
  }
  turning.inner = below;
  below = inside;
  above = last;
  while (above - below > 1) {
    const std::size_t middle = (below + above) / 2;
    (q(field, star, middle) > 0 ? below : above) = middle;
  }
  turning.outer = below;
  return true;
}

double slope(const Field& field, const Star& star, std::size_t k, double r) {
  const double j2 = star.angular_momentum * star.angular_momentum;
  return 2 * (j2 / r - felt_mass(field, star, k)) / (r * r);
}

double root(const Field& field, const Star& star, std::size_t k, bool inner) {
  const double j2 = star.angular_momentum * star.angular_momentum;
  const double m = felt_mass(field, star, k);
  const double depth = offset(field, star, k) - star.energy;
  const double discriminant = m * m - 2 * j2 * depth;
  const double sum = m + std::sqrt(std::max(0.0, discriminant));
  const double r = inner ? j2 / sum : sum / (2 * depth);
  return std::clamp(r, field.radius(k), field.radius(k + 1));
}

/// From the intervals of the apsides to the apsides.
Fate turn(const Field& field, const Star& star, Turning& t) {
  const bool radial = star.angular_momentum * star.angular_momentum == 0;
  t.pericentre = radial ? 0 : root(field, star, t.inner, true);
  t.apocentre = root(field, star, t.outer, false);
  if (t.apocentre >= kTidalRadius) return Fate::leaves;
  t.inner_slope = radial ? 0 : slope(field, star, t.inner, t.pericentre);
  t.outer_slope = slope(field, star, t.outer, t.apocentre);
  const bool turns = (radial || t.inner_slope > 0) && t.outer_slope < 0;
  return t.pericentre < t.apocentre && turns ? Fate::moves : Fate::stays;
}

struct Place {
  double radius, radial_velocity, felt;
};

/// The distances from both apsides are exact where they are small.
struct Trial {
  double radius, from_pericentre, from_apocentre;
  std::size_t interval;
};

double radial_speed2(const Field& field, const Star& star, const Turning& t, const Trial& trial) {
  const double r = trial.radius;
  const double j2 = star.angular_momentum * star.angular_momentum;
  const bool with_pericentre = trial.interval == t.inner && j2 > 0;
  const bool with_apocentre = trial.interval == t.outer;
  if (!with_pericentre && !with_apocentre)
    return 2 * star.energy - 2 * field.felt(star.mass, star.shell, trial.interval, r) -
           j2 / (r * r);
  const double m = felt_mass(field, star, trial.interval);
  const double u_in = with_pericentre ? trial.from_pericentre / (r * t.pericentre) : 0;
  const double u_out = with_apocentre ? trial.from_apocentre / (r * t.apocentre) : 0;
  if (with_pericentre && with_apocentre) return j2 * u_in * u_out;
  if (with_pericentre) return u_in * (j2 * (1 / r + 1 / t.pericentre) - 2 * m);
  return u_out * (2 * m - j2 * (1 / r + 1 / t.apocentre));
}

Place draw(const Field& field, const Star& star, const Turning& t, cluster::Lfsr113& random,
           BlockCounts& counts) {
  const double width = t.apocentre - t.pericentre;
  const double at_pericentre = t.inner_slope > 0 ? std::sqrt(3 * width / t.inner_slope) : 0;
  const double at_apocentre = std::sqrt(-3 * width / t.outer_slope);
  const double bound = 1.2 * std::max(at_pericentre, at_apocentre);
  for (std::uint64_t trials = 1; trials <= kMostTrials; ++trials) {
    const double s = random.uniform();
    const double height = bound * random.uniform();
    if (s == 0 && !(height < at_pericentre)) continue;
    Trial trial;
    trial.from_pericentre = width * (s * s * (3 - 2 * s));
    trial.from_apocentre = width * ((1 - s) * (1 - s) * (1 + 2 * s));
    trial.radius =
        s < 0.5 ? t.pericentre + trial.from_pericentre : t.apocentre - trial.from_apocentre;
    trial.interval = std::clamp(field.interval(trial.radius), t.inner, t.outer);
    const double speed =
        s == 0 ? 0 : std::sqrt(std::max(0.0, radial_speed2(field, star, t, trial)));
    const double density = 3 * width * s * (1 - s);
    if (density > bound * speed && speed > 0) ++counts.above_bound;
    if (s > 0 && speed > 0 && !(height * speed < density)) continue;
    counts.trials += trials;
    return {trial.radius, random.uniform() < 0.5 ? -speed : speed,
            field.felt(star.mass, star.shell, trial.interval, trial.radius)};
  }
  throw std::runtime_error("an orbit on which no position was accepted");
}

/// Energies, angular momenta and, by the vector kernel, intervals of the apsides.
void search_apsides(const BlockStars& stars, const Field& field, OrbitScratch& s) {
  const std::size_t n = stars.size();
  const std::size_t padded = n + kApsisPadding;
  for (auto* array : {&s.mass, &s.energy, &s.angular_momentum, &s.q_own, &s.q_last})
    array->assign(padded, 0);
  s.inner.assign(padded, 0);
  s.outer.assign(padded, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t k = stars.first_shell + i;
    s.mass[i] = stars.mass[i];
    s.energy[i] = field.potential(k) + 0.5 * stars.speed2(i) + s.mass[i] * field.u(k);
    s.angular_momentum[i] = stars.radius[i] * stars.tangential_velocity[i];
  }
  best_apsis_kernel().search({.pairs = field.pairs(),
                              .last = static_cast<std::int64_t>(field.shells()) + 1,
                              .first_shell = static_cast<std::int64_t>(stars.first_shell),
                              .stars = static_cast<std::int64_t>(n),
                              .mass = s.mass.data(),
                              .energy = s.energy.data(),
                              .angular_momentum = s.angular_momentum.data(),
                              .inner = s.inner.data(),
                              .outer = s.outer.data(),
                              .q_own = s.q_own.data(),
                              .q_last = s.q_last.data()});
}

}  // namespace

BlockCounts throw_stars(const BlockStars& stars, const Field& field, const BlockMoves& moves,
                        OrbitScratch& scratch, cluster::Lfsr113& random) {
  search_apsides(stars, field, scratch);
  BlockCounts counts;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const Star star{stars.first_shell + i, scratch.mass[i], scratch.energy[i],
                    scratch.angular_momentum[i]};
    Turning turning{};
    turning.inner = static_cast<std::size_t>(scratch.inner[i]);
    turning.outer = static_cast<std::size_t>(scratch.outer[i]);
    moves.old_radius[i] = stars.radius[i];
    moves.old_speed2[i] = stars.speed2(i);
    moves.work[i] = 0;
    moves.leaves[i] = 0;
    Fate fate = Fate::leaves;
    if (star.energy < 0) {
      const bool found =
          scratch.q_own[i] > 0 || search_again(field, star, turning);  // else nowhere allowed
      if (!found)
        fate = Fate::stays;
      else if (!(scratch.q_last[i] > 0))
        fate = turn(field, star, turning);
    }
    if (fate == Fate::leaves) {
      moves.leaves[i] = 1;
      counts.escaped_energy.push_back(stars.mass[i] *
                                      (field.potential(star.shell) + 0.5 * moves.old_speed2[i]));
    }
    if (fate != Fate::moves) continue;
    const Place place = draw(field, star, turning, random, counts);
    moves.work[i] = field.felt_at_shell(star.mass, star.shell, star.shell) - place.felt;
    stars.radius[i] = place.radius;
    stars.radial_velocity[i] = place.radial_velocity;
    stars.tangential_velocity[i] = star.angular_momentum / place.radius;
  }
  return counts;
}

}  // namespace touchstone::optimized
