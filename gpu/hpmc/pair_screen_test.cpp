// Screens in single precision: what they say for certain is what double precision says, for pairs
// at gaps down to a billionth of their size and with errors of the places as large as they are
// told; without a margin they contradict it; most pairs are decided.
#include "gpu/hpmc/pair_screen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "gpu/hpmc/near_cells.hpp"
#include "gpu/hpmc/point_shapes.hpp"
#include "gpu/hpmc/screen_shapes.hpp"
#include "gpu/hpmc/shape_cells.hpp"
#include "models/core/random/philox.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::gpu {
namespace {

using shapes::Body;
using shapes::Orientation;
using shapes::Vec3;

std::vector<Body> bodies(bool plane) {
  std::vector<Body> all;
  if (plane)
    all = {shapes::named_body("pentagon"), shapes::regular_polygon(4, 0.7),
           shapes::Spheropolygon{{{-0.5, -0.2}, {0.5, -0.2}, {0, 0.6}}, 0.2},
           shapes::named_body("disk")};
  else
    all = {shapes::named_body("dodecahedron"),
           shapes::named_body("tetrahedron"),
           shapes::named_body("octahedron"),
           shapes::named_body("truncated-octahedron"),
           shapes::Spheropolyhedron{{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 0.5}}, 0.3},
           shapes::named_body("sphere")};
  for (Body& body : all) body = shapes::checked(body);
  return all;
}

/// Two bodies of unlike size, the smaller one the rounder.
std::vector<Body> rounded_bodies(bool plane) {
  std::vector<Body> all{bodies(plane)[plane ? 2 : 4]};
  if (plane)
    all.push_back(shapes::Spheropolygon{shapes::regular_polygon(5, 2).vertices, 0.05});
  else
    all.push_back(shapes::scaled(
        shapes::Spheropolyhedron{
            std::get<shapes::ConvexPolyhedron>(shapes::named_body("octahedron")).vertices, 0.05},
        4));
  all.back() = shapes::checked(all.back());
  return all;
}

Orientation turned(PhiloxStream& random, bool plane) {
  if (plane) return shapes::turned_by(6.3 * random.uniform());
  const auto number = [&] { return 2 * random.uniform() - 1; };
  for (;;) {
    const Orientation q{number(), number(), number(), number()};
    if (norm2(q) > 0.1 && norm2(q) < 1) return normalised(q);
  }
}

struct Answers {
  int wrong = 0;
  int certain = 0;
  int all = 0;
};

/// Pairs of any two types at contact but for a gap, seen at a place that is off by up to `place`.
class Pairs {
 public:
  Pairs(bool plane, double place, double slack) : Pairs(bodies(plane), place, slack) {}
  Pairs(const std::vector<Body>& bodies, double place, double slack)
      : plane_(dimensions(bodies[0]) == 2),
        place_(place),
        bodies_(bodies),
        screens_(bodies_),
        pairs_(screens_.pairs(place, slack)),
        points_(point_shapes(bodies_, "test")) {}

  void ask(std::uint64_t seed, const std::vector<double>& gaps, Answers& answers) const {
    PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
    const std::size_t n = bodies_.size();
    const std::size_t a = random.next() % n, b = random.next() % n;
    const Orientation qa = turned(random, plane_), qb = turned(random, plane_);
    const Vec3 direction = shapes::Rotation(turned(random, plane_))({1, 0, 0});
    double low = 0, high = 1.1 * (circumradius(bodies_[a]) + circumradius(bodies_[b]));
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (overlap(a, qa, b, qb, middle * direction) ? low : high) = middle;
    }
    for (const double gap : gaps)
      for (const double sign : {-1.0, 1.0})
        ask_at(low * (1 + sign * gap) * direction, a, qa, b, qb, random, answers);
  }

 private:
  void ask_at(const Vec3& r, std::size_t a, const Orientation& qa, std::size_t b,
              const Orientation& qb, PhiloxStream& random, Answers& answers) const {
    const auto seen = [&](double x) {
      return static_cast<float>(x + place_ * (2 * random.uniform() - 1));
    };
    const screens::Point r_seen{seen(r.x), seen(r.y), plane_ ? 0 : seen(r.z)};
    const auto point = [&](int i) { return screens_.points[static_cast<std::size_t>(i)]; };
    const auto dual = [&](int i) { return screens_.duals[static_cast<std::size_t>(i)]; };
    const Screen said = screen_pair(point, dual, pairs_[a * bodies_.size() + b], screens_.types[a],
                                    float_turn(qa, plane_), screens_.types[b],
                                    float_turn(qb, plane_), r_seen, plane_);
    ++answers.all;
    if (said == Screen::undecided) return;
    ++answers.certain;
    if ((said == Screen::overlap) != overlap(a, qa, b, qb, r)) ++answers.wrong;
  }

  bool overlap(std::size_t a, const Orientation& qa, std::size_t b, const Orientation& qb,
               Vec3 r) const {
    const auto point = [&](int i) {
      const auto k = static_cast<std::size_t>(i);
      return Vec3{points_.x[k], points_.y[k], points_.z[k]};
    };
    const PointShape &type_a = points_.types[a], &type_b = points_.types[b];
    if (plane_) r.z = 0;
    return circumspheres_meet(type_a.circumradius, type_b.circumradius, r) &&
           bodies_overlap(point, type_a, qa, type_b, qb, r, plane_);
  }

  bool plane_;
  double place_;
  std::vector<Body> bodies_;
  ScreenShapes screens_;
  std::vector<ScreenPair> pairs_;
  PointShapes points_;
};

Answers asked(const Pairs& pairs, int seeds, const std::vector<double>& gaps) {
  Answers answers;
  for (int seed = 1; seed <= seeds; ++seed)
    pairs.ask(static_cast<std::uint64_t>(seed), gaps, answers);
  return answers;
}

TEST(DeviceScreen, NeverContradictsDoublePrecisionNearContact) {
  for (const bool plane : {true, false}) {
    const Pairs pairs(plane, 1e-7, ScreenShapes::kSlack);
    EXPECT_EQ(asked(pairs, 400, {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-9}).wrong, 0);
  }
}

TEST(DeviceScreen, AllowsForTheRoundingOfEitherBody) {
  for (const bool plane : {true, false}) {
    const Pairs pairs(rounded_bodies(plane), 1e-7, ScreenShapes::kSlack);
    EXPECT_EQ(asked(pairs, 400, {1e-1, 1e-2, 1e-3, 1e-4, 1e-5}).wrong, 0);
  }
}

TEST(DeviceScreen, AllowsForErrorsOfThePlaces) {
  for (const bool plane : {true, false}) {
    EXPECT_EQ(asked(Pairs(plane, 1e-3, ScreenShapes::kSlack), 400, {1e-3, 1e-4, 1e-6}).wrong, 0);
    EXPECT_EQ(asked(Pairs(plane, 1e-3, 0), 400, {1e-3, 1e-4, 1e-6}).wrong, 0);
  }
}

TEST(DeviceScreen, ContradictsDoublePrecisionWithoutAMargin) {
  for (const bool plane : {true, false})
    EXPECT_GT(asked(Pairs(plane, 0, 0), 400, {1e-8, 1e-9}).wrong, 0);
}

TEST(DeviceScreen, DecidesMostPairs) {
  for (const bool plane : {true, false}) {
    const Answers answers = asked(Pairs(plane, 1e-6, ScreenShapes::kSlack), 400, {0.05});
    EXPECT_GT(answers.certain, 0.5 * answers.all);
  }
}

/// The slack is above ten times what floats round: with a twentieth of it nothing is wrong either.
TEST(DeviceScreen, HasAMarginManyTimesItsErrors) {
  for (const bool plane : {true, false}) {
    const Pairs pairs(plane, 1e-7, ScreenShapes::kSlack / 20);
    EXPECT_EQ(asked(pairs, 400, {1e-5, 1e-6, 1e-7, 1e-8}).wrong, 0);
  }
}

TEST(DeviceScreen, LeavesBodiesWithoutRoomAroundTheirOriginToDoublePrecision) {
  const ScreenShapes screens(
      {shapes::checked(shapes::ConvexPolygon{{{-1, -0.01}, {1, -0.01}, {0, 0.02}}}),
       shapes::checked(shapes::ConvexPolygon{{{0, 0}, {1, 0}, {0, 1}}})});
  for (const ScreenPair& pair : screens.pairs(0)) {
    EXPECT_FALSE(pair.faceted());
    EXPECT_LT(pair.overlap2, 0);
    EXPECT_GT(pair.apart2, 0);
  }
}

TEST(DeviceScreen, KeepsOneOfTwoOppositePoints) {
  const ScreenShapes screens({shapes::named_body("octahedron"), shapes::named_body("tetrahedron")});
  EXPECT_TRUE(screens.types[0].mirrored_points() && screens.types[0].mirrored_duals());
  EXPECT_EQ(screens.types[0].points(), 3);
  EXPECT_EQ(screens.types[0].duals(), 4);
  EXPECT_FALSE(screens.types[1].mirrored_points() || screens.types[1].mirrored_duals());
  EXPECT_EQ(screens.types[1].first_point, 3);
}

/// Bodies of a large tilted box, each from the middle of its own cell.
TEST(NearCells, GiveTheVectorBetweenTwoBodiesWithinTheErrorTheyState) {
  for (const int dimensions : {2, 3}) {
    shapes::Box box{40000, 30000, 20000, 0.3, -0.2, 0.1, dimensions};
    if (dimensions == 2) box.lz = 1;
    shapes::CellGrid grid(box, 1000, 100000);
    grid.set_origin(Philox(1), 7);
    const std::vector<NearOffset> offsets = near_offsets(grid);
    const double bound = coordinate_error(grid);
    EXPECT_LT(bound, 0.1);
    PhiloxStream random = Philox(2).stream(Purpose::test, 0, 0);
    const auto within = [&](shapes::GridCell c) {
      Vec3 r = grid.middle(c);
      for (int k = 0; k < dimensions; ++k) r = r + (random.uniform() - 0.5) * grid.cell_vector(k);
      return r;
    };
    double worst = 0;
    for (int trial = 0; trial < 200; ++trial) {
      const auto active = static_cast<std::uint32_t>(grid.active());
      const shapes::GridCell cell =
          grid.of_colour(trial % grid.colours(), static_cast<int>(random.below(active)));
      const Vec3 own = within(cell);
      const NearPlace a = near_place(own - grid.middle(cell), 0);
      for (int k = 0; k < grid.near_cells(); ++k) {
        const shapes::NearCell near = grid.near(cell, k);
        const Vec3 other = within(near.cell);
        const NearPlace b = near_place(other - grid.middle(near.cell), 0);
        const NearOffset& o = offsets[static_cast<std::size_t>(k)];
        const Vec3 r = other + near.image - own;
        worst = std::max({worst, std::abs(static_cast<double>(o.x + b.x - a.x) - r.x),
                          std::abs(static_cast<double>(o.y + b.y - a.y) - r.y),
                          std::abs(static_cast<double>(o.z + b.z - a.z) - r.z)});
        EXPECT_EQ(NearPlaces(grid, cell)(o.sides), grid.place(near.cell));
      }
    }
    EXPECT_LT(worst, bound);
    EXPECT_GT(worst, bound / 1000);
  }
}

}  // namespace
}  // namespace touchstone::gpu
