// Screens in single precision: what they say for certain is what double precision says, for pairs
// at gaps down to a billionth of their size, on each vector unit, with errors of the places as
// large as they are told; most pairs are decided.
#include "optimized/hpmc/screen/pair_screen.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

#include "models/core/random/philox.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::Orientation;
using shapes::Vec3;

const std::vector<Body>& bodies(int dimensions) {
  static const auto all = [](int d) {
    std::vector<Body> found;
    if (d == 2)
      found = {shapes::named_body("pentagon"), shapes::regular_polygon(4, 0.7),
               shapes::Spheropolygon{{{-0.5, -0.2}, {0.5, -0.2}, {0, 0.6}}, 0.2}};
    else
      found = {shapes::named_body("dodecahedron"), shapes::named_body("tetrahedron"),
               shapes::named_body("octahedron"), shapes::named_body("truncated-octahedron"),
               shapes::Spheropolyhedron{{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 0.5}}, 0.3}};
    for (Body& body : found) body = shapes::checked(body);
    return found;
  };
  static const std::vector<Body> flat = all(2), solid = all(3);
  return dimensions == 2 ? flat : solid;
}

Orientation turn(PhiloxStream& random, int dimensions) {
  if (dimensions == 2) return shapes::turned_by(6.3 * random.uniform());
  const auto number = [&] { return 2 * random.uniform() - 1; };
  for (;;) {
    const Orientation q{number(), number(), number(), number()};
    if (norm2(q) > 0.1 && norm2(q) < 1) return normalised(q);
  }
}

struct Pairs {
  NearBodies near;
  std::vector<FloatTurn> turns;
  std::vector<Orientation> q;
  std::vector<Vec3> r;
};

/// About a body of orientation qa, at contact but for the gaps given; in floats that are off by up
/// to `place`.
Pairs near_contact(PhiloxStream& random, const shapes::PairOverlap& overlap, double reach,
                   const Orientation& qa, const std::vector<double>& gaps, int dimensions,
                   double place) {
  Pairs pairs;
  const auto error = [&] { return place * (2 * random.uniform() - 1); };
  for (const double gap : gaps) {
    const Orientation qb = turn(random, dimensions);
    const Orientation towards = turn(random, dimensions);
    const Vec3 direction = shapes::Rotation(towards)({1, 0, 0});
    double low = 0, high = reach;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (overlap.overlaps(qa, qb, middle * direction) ? low : high) = middle;
    }
    const Vec3 r = low * (1 + gap) * direction;
    const auto k = static_cast<std::uint32_t>(pairs.near.count++);
    pairs.near.x[k] = static_cast<float>(r.x + error());
    pairs.near.y[k] = static_cast<float>(r.y + error());
    pairs.near.z[k] = dimensions == 2 ? 0 : static_cast<float>(r.z + error());
    pairs.near.slot[k] = k;
    pairs.turns.push_back(float_turn(qb));
    pairs.q.push_back(qb);
    pairs.r.push_back(r);
  }
  return pairs;
}

struct Decided {
  int certain = 0;
  int all = 0;
};

/// Each screen's answer about each pair of two bodies against that of double precision.
Decided compare(std::uint64_t seed, int dimensions, const std::vector<double>& gaps,
                double place = 0) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
  Decided decided;
  const std::vector<Body>& all = bodies(dimensions);
  const Body& body_a = all[random.next() % all.size()];
  const Body& body_b = all[random.next() % all.size()];
  const ScreenBody a(body_a), b(body_b);
  RC_ASSERT(a.usable && b.usable);
  const ScreenPair pair(a, b, place + 1e-7);
  const auto overlap = prepare(body_a, body_b);
  const Orientation qa = turn(random, dimensions);
  Pairs pairs = near_contact(random, *overlap, circumradius(body_a) + circumradius(body_b), qa,
                             gaps, dimensions, place);
  const std::size_t count = pairs.near.count;
  std::vector<bool> truth;
  for (std::size_t k = 0; k < count; ++k)
    truth.push_back(overlap->overlaps(qa, pairs.q[k], pairs.r[k]));
  for (const ScreenKernels& kernels : screen_kernels()) {
    if (!kernels.available) continue;
    const auto screen = dimensions == 2 ? kernels.plane : kernels.space;
    ScreenVerdict verdict;
    screen(pair, float_turn(qa), pairs.turns.data(), pairs.near, verdict);
    if (verdict.overlap) RC_ASSERT(std::count(truth.begin(), truth.end(), true) > 0);
    for (std::size_t k = 0; !verdict.overlap && k < count; ++k) {
      const std::uint32_t* const first = verdict.undecided;
      if (truth[k]) RC_ASSERT(std::count(first, first + verdict.left, k) == 1);
    }
    for (std::uint32_t k = 0; k < count; ++k) {  // alone
      NearBodies one;
      one.x[0] = pairs.near.x[k];
      one.y[0] = pairs.near.y[k];
      one.z[0] = pairs.near.z[k];
      one.slot[0] = k;
      one.count = 1;
      screen(pair, float_turn(qa), pairs.turns.data(), one, verdict);
      if (verdict.overlap) RC_ASSERT(truth[k]);
      if (!verdict.overlap && verdict.left == 0) RC_ASSERT(!truth[k]);
      if (verdict.left > 0) RC_ASSERT(verdict.left == 1u && verdict.undecided[0] == k);
      decided.certain += verdict.left == 0 ? 1 : 0;
      ++decided.all;
    }
  }
  return decided;
}

std::vector<double> gaps_of(double size, std::size_t count) {
  std::vector<double> gaps;
  for (std::size_t k = 0; k < count; ++k) gaps.push_back(k % 2 == 0 ? size : -size);
  return gaps;
}

TEST(PairScreen, NeverContradictsDoublePrecisionNearContact) {
  EXPECT_TRUE(rc::check("gaps of 1e-2 to 1e-9, in batches of 1 to 11", [](std::uint64_t seed) {
    const double size = std::pow(10.0, -*rc::gen::inRange(2, 10));
    const auto count = static_cast<std::size_t>(*rc::gen::inRange(1, 12));
    compare(seed, 2, gaps_of(size, count));
    compare(seed, 3, gaps_of(size, count));
  }));
}

TEST(PairScreen, AllowsForErrorsOfThePlaces) {
  EXPECT_TRUE(rc::check("places that are off by a thousandth", [](std::uint64_t seed) {
    compare(seed, 2, gaps_of(1e-4, 6), 1e-3);
    compare(seed, 3, gaps_of(1e-4, 6), 1e-3);
  }));
}

TEST(PairScreen, DecidesMostPairs) {
  Decided flat, solid;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Decided two = compare(seed, 2, gaps_of(0.05, 8));
    const Decided three = compare(seed, 3, gaps_of(0.05, 8));
    flat.certain += two.certain;
    flat.all += two.all;
    solid.certain += three.certain;
    solid.all += three.all;
  }
  EXPECT_GT(flat.certain, 0.5 * flat.all);
  EXPECT_GT(solid.certain, 0.5 * solid.all);
}

TEST(PairScreen, LeavesBodiesWithoutRoomAroundTheirOriginToDoublePrecision) {
  const Body thin = shapes::checked(shapes::ConvexPolygon{{{-1, -0.01}, {1, -0.01}, {0, 0.02}}});
  EXPECT_FALSE(ScreenBody(thin).usable);
  const Body aside = shapes::checked(shapes::ConvexPolygon{{{0, 0}, {1, 0}, {0, 1}}});
  EXPECT_FALSE(ScreenBody(aside).usable);
  EXPECT_FALSE(ScreenBody(shapes::named_body("sphere")).usable);
  EXPECT_FALSE(ScreenBody(shapes::named_body("c-polygon")).usable);
}

TEST(PairScreen, KeepsOneOfTwoOppositePoints) {
  const ScreenBody octahedron(shapes::named_body("octahedron"));
  EXPECT_TRUE(octahedron.mirrored_points && octahedron.mirrored_duals);
  EXPECT_EQ(octahedron.points.size(), 3u);
  EXPECT_EQ(octahedron.duals.size(), 4u);
  const ScreenBody tetrahedron(shapes::named_body("tetrahedron"));
  EXPECT_FALSE(tetrahedron.mirrored_points || tetrahedron.mirrored_duals);
}

}  // namespace
}  // namespace touchstone::optimized
