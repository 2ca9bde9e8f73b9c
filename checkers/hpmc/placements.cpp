#include "checkers/hpmc/placements.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "checkers/hpmc/contact_search.hpp"
#include "checkers/hpmc/test_bodies.hpp"
#include "checkers/made_once.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAlgorithm;
using shapes::Vec3;

constexpr int kRandom = 40;     ///< placements of a pair
constexpr int kDirections = 2;  ///< directions of contact, each with kGaps on both sides
constexpr ContactSearch kSearch = {0.05, 36};
constexpr double kGaps[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6};

Orientation orientation(PhiloxStream& random, bool flat) {
  if (flat) return shapes::turned_by(2 * std::numbers::pi * random.uniform());
  for (;;) {  // from the ball in four dimensions
    const Orientation q{2 * random.uniform() - 1, 2 * random.uniform() - 1,
                        2 * random.uniform() - 1, 2 * random.uniform() - 1};
    const double n = norm2(q);
    if (n > 0.01 && n <= 1) return normalised(q);
  }
}
Vec3 direction(PhiloxStream& random, bool flat) {
  return shapes::Rotation(orientation(random, flat))(Vec3{1, 0, 0});
}

PlacedPair place(const Body& a, const Body& b, const OverlapAlgorithm& reference,
                 std::uint64_t seed, std::uint32_t entity, double effort) {
  PlacedPair pair{&a, &b, circumradius(a) + circumradius(b)};
  const bool flat = dimensions(a) == 2;
  // Triangle meshes take the reference 100 times longer.
  const double number = class_of(a) == BodyClass::polyhedron ? 0.15 * effort : effort;
  const auto truth = reference.prepare(a, b);
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, entity);
  const auto add = [&](const Orientation& qa, const Orientation& qb, Vec3 r, double gap) {
    pair.placements.push_back({qa, qb, r, truth->answer(qa, qb, r), gap});
  };
  for (int i = 0; i < kRandom * number; ++i) {
    const Orientation qa = orientation(random, flat);
    const Orientation qb = orientation(random, flat);
    const double distance = pair.size * (0.15 + 0.87 * random.uniform());
    add(qa, qb, distance * direction(random, flat), 0);
  }
  for (int i = 0; i < std::max(1.0, kDirections * number); ++i) {
    const Orientation qa = orientation(random, flat);
    const Orientation qb = orientation(random, flat);
    const Vec3 u = direction(random, flat);
    const double d = contact(*truth, qa, qb, u, pair.size, kSearch);
    for (const double gap : kGaps)
      for (const double side : {1 + gap, 1 - gap})
        if (d > 0) add(qa, qb, side * d * u, gap);
  }
  return pair;
}

}  // namespace

bool PlacedPair::is_relative() const {
  const auto is_ellipsoid = [](BodyClass c) {
    return c == BodyClass::ellipse || c == BodyClass::ellipsoid;
  };
  const auto is_round = [&](BodyClass c) {
    return is_ellipsoid(c) || c == BodyClass::disk || c == BodyClass::ball;
  };
  const BodyClass first = class_of(*a);
  const BodyClass second = class_of(*b);
  return is_round(first) && is_round(second) && (is_ellipsoid(first) || is_ellipsoid(second));
}

double PlacedPair::separation(const Placement& p) const {
  if (!is_relative()) return p.truth.margin;
  const double scale = 1 + p.truth.margin;  // |r| over the distance of contact
  return p.truth.margin * (scale > 0 ? norm(p.r) / scale : size);
}

bool PlacedPair::is_clear(const Placement& p, double resolution) const {
  if (std::isnan(p.truth.margin)) return p.gap == 0 || p.gap > 10 * resolution;
  return std::abs(p.truth.margin) > 2 * p.truth.error &&
         std::abs(separation(p)) > resolution * size;
}

const std::vector<PlacedPair>& placed_pairs(BodyClass first, BodyClass second, std::uint64_t seed,
                                            double effort) {
  static MadeOnce<std::tuple<BodyClass, BodyClass, std::uint64_t, double>, std::vector<PlacedPair>>
      known;
  return known({first, second, seed, effort}, [&] {
    std::vector<PlacedPair> all;
    const std::vector<Body>& bodies = test_bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t j = 0; j < bodies.size(); ++j) {
        if (class_of(bodies[i]) != first || class_of(bodies[j]) != second) continue;
        if (first == second && j < i) continue;
        if (first != second && !all.empty()) continue;  // one pair of two classes
        const auto algorithms = algorithms_for(bodies[i], bodies[j]);
        if (algorithms.empty() || !algorithms[0]->reference) continue;
        all.push_back(place(bodies[i], bodies[j], *algorithms[0], seed,
                            static_cast<std::uint32_t>(100 * i + j), effort));
      }
    return all;
  });
}

std::vector<std::pair<BodyClass, BodyClass>> classes_taken(const OverlapAlgorithm& algorithm) {
  std::vector<std::pair<BodyClass, BodyClass>> all;
  for (std::size_t i = 0; i < shapes::kBodyClasses; ++i)
    for (std::size_t j = 0; j < shapes::kBodyClasses; ++j) {
      const auto a = static_cast<BodyClass>(i);
      const auto b = static_cast<BodyClass>(j);
      if (algorithm.takes(a, b)) all.emplace_back(a, b);
    }
  return all;
}

std::vector<const PlacedPair*> pairs_for(const OverlapAlgorithm& algorithm, std::uint64_t seed,
                                         double effort) {
  std::vector<const PlacedPair*> all;
  for (const auto& [a, b] : classes_taken(algorithm)) {
    for (const PlacedPair& pair : placed_pairs(a, b, seed, effort)) all.push_back(&pair);
  }
  return all;
}

Orientation random_orientation(std::uint64_t seed, std::uint32_t index, bool flat) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 1, index);
  return orientation(random, flat);
}

}  // namespace touchstone::hpmc
