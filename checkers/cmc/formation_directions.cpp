#include "checkers/cmc/formation_directions.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "checkers/cmc/after_encounter.hpp"
#include "checkers/cmc/block_law.hpp"
#include "checkers/cmc/formation_seen.hpp"
#include "checkers/cmc/meeting_law.hpp"
#include "checkers/cmc/time_step_law.hpp"
#include "models/cmc/binary_formation.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterParameters;
using cluster::ClusterScheme;
using cluster::Stars;
using Real = long double;

constexpr std::size_t kStars = 400;
/// Binaries so soft that many form, of stars so fast that few fail to pay for the work of their new
/// places: those are not seen. With seed 1 these are 6 of 2068.
constexpr double kHardness = 0.02, kFaster = 1.2;
constexpr double kWanted = 2000, kMostClusters = 270;  ///< at effort 1
constexpr Real kLeastSpeed = 1e-3;  ///< speed of a centre in that of the star, for a sign

/// Adds the direction of the star that this binary throws off. Whether it counts depends on nothing
/// that the direction changes.
void add(Directions& directions, const TripleSeen& seen, const Stars& before, const Stars& pivot,
         const std::vector<std::optional<Met>>& all, const OthersPotential& potential) {
  const ThreeNeighbours& three = seen.before;
  const std::size_t third = three.inner + three.lightest();
  Real had = 0, along = 0;
  for (std::size_t k = three.inner; k < three.inner + 3; ++k) {
    had += Real{before.mass[k]} * before.speed2(k) / 2;
    along += Real{before.mass[k]} * before.radial_velocity[k];
  }
  // In the frame of the centre of mass, which moves along the radius, both have one momentum.
  const Real mass = three.of_bound(), light = before.mass[third], centre = along / three.all();
  const Real inside = had - along * centre / 2 + binding(*seen.binary);
  const Real w = std::sqrt(2 * inside * mass / (light * three.all()));  // of the light star
  if (std::abs(centre) < kLeastSpeed * w) return;
  const std::size_t a = three.inner + three.bound()[0];
  const auto place = [&](std::size_t star) {
    return static_cast<std::size_t>(std::find(pivot.id.begin(), pivot.id.end(), before.id[star]) -
                                    pivot.id.begin());
  };
  // No direction lets one of the two leave.
  const auto stays = [&](std::size_t i, Real speed) {
    const Real fastest = std::abs(centre) + speed, r = pivot.radius[i];
    return fastest * fastest / 2 + potential.without(pivot.mass[i], r, r) < 0;
  };
  const std::size_t star = place(third), pair = place(a);
  if (!stays(star, w) || !stays(pair, w * light / mass)) return;
  if (!all[star] || all[star]->shares) {
    ++directions.unseen;
    return;
  }
  const Real cosine = (all[star]->speed2 - centre * centre - w * w) / (2 * centre * w);
  directions.shares.push_back(static_cast<double>((1 + cosine) / 2));
}

void follow(const ClusterScheme& scheme, const CheckContext& context, int number,
            Directions& directions) {
  const auto seed =
      static_cast<std::uint32_t>(part_seed(context, 5000 + static_cast<std::uint64_t>(number)));
  Stars stars = cluster::plummer::sample(kStars, seed);
  for (std::size_t i = 0; i < kStars; ++i) {
    const double v = std::sqrt(stars.speed2(i));
    stars.radial_velocity[i] = kFaster * std::copysign(v, stars.radial_velocity[i]);
    stars.tangential_velocity[i] = 0;
  }
  ClusterParameters p{
      .seed = seed, .ranks = 1 + static_cast<std::size_t>(number) % 4, .threads = context.threads};
  p.formation = std::make_shared<const cluster::BinaryFormation>(
      cluster::BinaryFormation{.hardness = kHardness});
  p.binaries = std::make_shared<const cluster::BinaryPopulation>(
      cluster::BinaryPopulation{.closeness = 1e-3, .part_of_time = 1});
  const auto run = scheme.start(stars, p);
  const Stars before = run->stars();
  run->step();
  directions.trials += run->report().trials;
  const StepOfFormation step(before, {}, *run);
  const auto triples =
      step.triples(p.ranks, dynamical(run->report().timestep, static_cast<Real>(kStars)));
  // Another triple's binary has left: where the stars were then is not known.
  for (const TripleSeen& one : triples)
    if (one.unclear) return;
  const Stars pivot = step.pivot(triples);
  const OthersPotential potential(pivot);
  const auto all = met(pivot, step.after(), p.ranks);
  for (const TripleSeen& one : triples)
    if (one.binary != nullptr) add(directions, one, before, pivot, all, potential);
}

}  // namespace

double from_uniform(std::vector<double> numbers, std::size_t unseen) {
  std::sort(numbers.begin(), numbers.end());
  const auto n = static_cast<double>(numbers.size() + unseen), more = static_cast<double>(unseen);
  double most = 0;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto below = static_cast<double>(k);
    most = std::max({most, numbers[k] - (below + more) / n, (below + 1) / n - numbers[k]});
  }
  return most;
}

Directions directions_of(const ClusterScheme& scheme, const CheckContext& context, double effort) {
  Directions directions{.wanted = static_cast<std::size_t>(kWanted * effort)};
  for (int number = 0;
       number < kMostClusters * effort && directions.shares.size() < directions.wanted; ++number)
    follow(scheme, context, number, directions);
  return directions;
}

}  // namespace touchstone::cmc
