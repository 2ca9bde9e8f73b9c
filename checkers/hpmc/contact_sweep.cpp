#include "checkers/hpmc/contact_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "checkers/hpmc/contact_search.hpp"
#include "checkers/hpmc/test_bodies.hpp"
#include "checkers/made_once.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::Vec3;

constexpr double kContacts = 20;  ///< number for two classes, shared by their pairs of bodies
constexpr ContactSearch kSearch = {0.02, 50};

PlacedPair sweep(const Body& a, const Body& b, std::uint64_t seed, std::uint32_t entity,
                 int contacts) {
  PlacedPair pair{&a, &b, circumradius(a) + circumradius(b)};
  const auto algorithms = algorithms_for(a, b);
  const auto truth = algorithms[0]->prepare(a, b);
  const auto find = finest(algorithms).prepare(a, b);
  const bool flat = dimensions(a) == 2;
  for (int i = 0; i < contacts; ++i) {
    const std::uint32_t index = 3 * (1000 * entity + static_cast<std::uint32_t>(i));
    const Orientation qa = random_orientation(seed, index, flat);
    const Orientation qb = random_orientation(seed, index + 1, flat);
    const Vec3 u = shapes::Rotation(random_orientation(seed, index + 2, flat))(Vec3{1, 0, 0});
    const double d = certified_contact(*truth, *find, qa, qb, u, pair.size, kSearch);
    if (!(d > 0)) continue;
    pair.contacts.push_back({qa, qb, u, d});
    for (const double gap : kSweptGaps) {
      const Vec3 outside = (1 + gap) * d * u;
      const Vec3 inside = (1 - gap) * d * u;
      const Placement apart{qa, qb, outside, truth->answer(qa, qb, outside), gap};
      const Placement meet{qa, qb, inside, truth->answer(qa, qb, inside), gap};
      // A margin that is not above its error is no answer of the reference.
      const auto known = [](const Placement& p) {
        return p.truth.exact || !(std::abs(p.truth.margin) <= p.truth.error);
      };
      if (apart.truth.overlap || !meet.truth.overlap || !known(apart) || !known(meet)) continue;
      pair.placements.push_back(apart);
      pair.placements.push_back(meet);
    }
  }
  return pair;
}

using Places = std::vector<std::pair<std::size_t, std::size_t>>;

/// Places as placed_pairs() chooses them: all pairs of one class, one of two classes.
Places places_of(BodyClass first, BodyClass second) {
  const std::vector<Body>& bodies = test_bodies();
  Places places;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < bodies.size(); ++j) {
      if (class_of(bodies[i]) != first || class_of(bodies[j]) != second) continue;
      if ((first == second && j < i) || (first != second && !places.empty())) continue;
      const auto algorithms = algorithms_for(bodies[i], bodies[j]);
      if (!algorithms.empty() && algorithms[0]->reference) places.emplace_back(i, j);
    }
  return places;
}

}  // namespace

const std::vector<PlacedPair>& swept_pairs(BodyClass first, BodyClass second, std::uint64_t seed,
                                           double effort) {
  static MadeOnce<std::tuple<BodyClass, BodyClass, std::uint64_t, double>, std::vector<PlacedPair>>
      known;
  return known({first, second, seed, effort}, [&] {
    std::vector<PlacedPair> all;
    const Places places = places_of(first, second);
    const auto contacts_up_to = [&](std::size_t k) {
      return static_cast<int>(kContacts * effort * static_cast<double>(k) /
                              static_cast<double>(places.size()));
    };
    for (std::size_t k = 0; k < places.size(); ++k) {
      const auto& [i, j] = places[k];
      all.push_back(sweep(test_bodies()[i], test_bodies()[j], seed,
                          static_cast<std::uint32_t>(100 * i + j),
                          contacts_up_to(k + 1) - contacts_up_to(k)));
    }
    return all;
  });
}

}  // namespace touchstone::hpmc
