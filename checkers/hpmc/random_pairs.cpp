#include "checkers/hpmc/random_pairs.hpp"

#include <cmath>
#include <tuple>

#include "checkers/hpmc/contact_search.hpp"
#include "checkers/hpmc/contact_sweep.hpp"
#include "checkers/hpmc/random_bodies.hpp"
#include "checkers/made_once.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAlgorithm;
using shapes::Vec3;

constexpr int kContacts = 8;        ///< number for two classes, each with two new bodies
constexpr double kFirstGap = 1e-6;  ///< first of kSweptGaps that is used

Orientation turn_about(Vec3 axis, double angle) {
  const Vec3 v = std::sin(angle / 2) * axis;
  return {std::cos(angle / 2), v.x, v.y, v.z};
}

/// Directions and orientations of one contact.
struct Approach {
  Orientation qa;
  Orientation qb;
  Vec3 u;
};

/// Random, or with sides that are parallel up to some rounding or more.
Approach approach(PhiloxStream& random, std::uint64_t seed, std::uint32_t index, bool flat) {
  Approach all{random_orientation(seed, 3 * index, flat),
               random_orientation(seed, 3 * index + 1, flat),
               shapes::Rotation(random_orientation(seed, 3 * index + 2, flat))(Vec3{1, 0, 0})};
  const Vec3 axis = flat ? Vec3{0, 0, 1} : all.u;
  if (random.below(2) == 0) {
    if (random.below(2) == 0) all.qa = {};
    constexpr double kTurns[] = {0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1.5707963267948966};
    all.qb = normalised(all.qa * turn_about(axis, kTurns[random.below(7)]));
    if (random.below(2) == 0) all.qb = all.qb * turn_about({0, 0, 1}, std::acos(-1.0));
  }
  if (random.below(2) == 0) {
    const Vec3 along[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {std::sqrt(0.5), std::sqrt(0.5), 0}};
    all.u = shapes::Rotation(all.qa)(flat ? along[random.below(2)] : along[random.below(4)]);
  }
  return all;
}

/// Both sides of a contact, where the reference knows them.
void place(RandomPair& pair, const Approach& how, const std::vector<const OverlapAlgorithm*>& all) {
  PlacedPair& placed = pair.placed;
  placed = {&pair.a, &pair.b, circumradius(pair.a) + circumradius(pair.b)};
  const auto truth = all[0]->prepare(pair.a, pair.b);
  const auto find = finest(all).prepare(pair.a, pair.b);
  const double d = certified_contact(*truth, *find, how.qa, how.qb, how.u, placed.size, {0.02, 50});
  if (!(d > 0)) return;
  placed.contacts.push_back({how.qa, how.qb, how.u, d});
  for (const double gap : kSweptGaps) {
    if (gap > kFirstGap) continue;
    for (const double side : {1 + gap, 1 - gap}) {
      const Vec3 r = side * d * how.u;
      const Placement p{how.qa, how.qb, r, truth->answer(how.qa, how.qb, r), gap};
      const bool known = p.truth.exact || !(std::abs(p.truth.margin) <= p.truth.error);
      // On the other side there is one more contact: bodies that meet and part again.
      if (known && p.truth.overlap == (side < 1)) placed.placements.push_back(p);
    }
  }
}

}  // namespace

const std::list<RandomPair>& random_pairs(BodyClass first, BodyClass second, std::uint64_t seed,
                                          double effort) {
  static MadeOnce<std::tuple<BodyClass, BodyClass, std::uint64_t, double>, std::list<RandomPair>>
      known;
  return known({first, second, seed, effort}, [&] {
    std::list<RandomPair> all;
    const auto entity =
        static_cast<std::uint32_t>(100 * static_cast<int>(first) + static_cast<int>(second));
    PhiloxStream random = Philox(seed).stream(Purpose::test, 2, entity);
    for (std::uint32_t i = 0; i < kContacts * effort; ++i) {
      RandomPair pair{random_body(first, random), random_body(second, random), {}};
      const auto algorithms = algorithms_for(pair.a, pair.b);
      if (algorithms.empty() || !algorithms[0]->reference) break;
      all.push_back(std::move(pair));
      place(all.back(), approach(random, seed, 100000 * entity + i, dimensions(first) == 2),
            algorithms);
    }
    return all;
  });
}

}  // namespace touchstone::hpmc
