// Bodies of several classes: who meets whom, refusals, notch areas; dimples judged cell by cell.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <optional>

#include "checkers/hpmc/notch_areas.hpp"
#include "checkers/hpmc/placements.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "checkers/hpmc/test_bodies.hpp"
#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Vec2;
using shapes::Vec3;

std::size_t algorithms_of(BodyClass a, BodyClass b) {
  std::size_t count = 0;
  for (const auto& one : shapes::overlap_algorithms()) count += one.takes(a, b) ? 1 : 0;
  return count;
}

TEST(Mixtures, HaveAReferenceAndAnotherAlgorithm) {
  const BodyClass round[] = {BodyClass::disk, BodyClass::ball};
  const std::vector<BodyClass> partners[] = {
      {BodyClass::disk, BodyClass::convex_polygon, BodyClass::spheropolygon,
       BodyClass::simple_polygon, BodyClass::ellipse},
      {BodyClass::ball, BodyClass::sphere_union, BodyClass::convex_polyhedron,
       BodyClass::spheropolyhedron, BodyClass::polyhedron, BodyClass::ellipsoid,
       BodyClass::faceted_ellipsoid, BodyClass::dimpled_ball}};
  for (std::size_t k = 0; k < 2; ++k)
    for (const BodyClass other : partners[k])
      for (const auto& [a, b] : {std::pair{round[k], other}, {other, round[k]}}) {
        EXPECT_GE(algorithms_of(a, b), 2u) << name(a) << " and " << name(b);
        EXPECT_FALSE(placed_pairs(a, b, 1, 0.1).empty()) << name(a) << " and " << name(b);
      }
}

TEST(Mixtures, EveryClassHasTwoAlgorithms) {
  for (std::size_t i = 0; i < shapes::kBodyClasses; ++i) {
    const auto c = static_cast<BodyClass>(i);
    EXPECT_GE(algorithms_of(c, c), 2u) << name(c);
  }
}

// A disk is a spheropolygon with one vertex, a ball a spheropolyhedron with one.
TEST(Mixtures, RoundBodiesAreRoundedPoints) {
  const std::pair<Body, Body> same[] = {
      {shapes::Disk{0.3}, shapes::Spheropolygon{{{0, 0}}, 0.3}},
      {shapes::Ball{0.3}, shapes::Spheropolyhedron{{{0, 0, 0}}, 0.3}}};
  PhiloxStream random = Philox(5).stream(Purpose::test, 3, 0);
  for (const auto& [round, rounded] : same) {
    const bool flat = dimensions(round) == 2;
    const Body& other = shapes::named_body(flat ? "c-polygon" : "octahedron");
    const auto one = prepare(round, other);
    const auto two = prepare(rounded, other);
    int overlaps = 0;
    for (std::uint32_t i = 0; i < 2000; ++i) {
      const shapes::Orientation q = random_orientation(5, i, flat);
      const Vec3 r{2.4 * random.uniform() - 1.2, 2.4 * random.uniform() - 1.2,
                   flat ? 0 : 2.4 * random.uniform() - 1.2};
      const bool found = one->overlaps({}, q, r);
      EXPECT_EQ(found, two->overlaps({}, q, r));
      overlaps += found ? 1 : 0;
    }
    EXPECT_GT(overlaps, 100);
    EXPECT_LT(overlaps, 1900);
  }
}

TEST(Mixtures, WithoutAnAlgorithmAreRefusedByName) {
  shapes::Configuration c = test_lattice("c-polygon", 3, 0.3);
  c.types.push_back(shapes::checked(shapes::Ellipse{0.2, 0.1}));
  c.type[4] = 1;
  for (const shapes::ShapeScheme& scheme : shapes::shape_schemes()) {
    try {
      scheme.start(c, {});
      ADD_FAILURE() << scheme.info.name << " took them";
    } catch (const InputError& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find("expected"), std::string::npos) << scheme.info.name << ": " << text;
      if (scheme.emulated) continue;  // it takes neither class
      EXPECT_NE(text.find("simple polygon"), std::string::npos) << scheme.info.name << ": " << text;
      EXPECT_NE(text.find("ellipse"), std::string::npos) << scheme.info.name << ": " << text;
    }
  }
}

// Cells of a grid about the C: overlap by the algorithms, inside by the definition.
TEST(NotchAreas, AreThoseOfAGridOfPlaces) {
  constexpr int kSide = 320;
  const Body& c = shapes::named_body("c-polygon");
  for (const int corners : {12, 6, 5}) {
    const shapes::SimplePolygon plug = notch_plug(corners);
    const auto pair = prepare(c, Body{plug});
    int open = 0;
    int inside = 0;
    for (int i = 0; i < kSide; ++i)
      for (int j = 0; j < kSide; ++j) {
        const Vec2 p{kNotchBox * ((i + 0.5) / kSide - 0.5), kNotchBox * ((j + 0.5) / kSide - 0.5)};
        if (pair->overlaps({}, {}, {p.x, p.y, 0})) continue;
        ++open;
        inside += holds_origin(plug, p) ? 1 : 0;
      }
    EXPECT_NEAR(static_cast<double>(inside) / open, notch_probability(corners), 1e-3) << corners;
  }
}

/// Whether some point of a cube satisfies all constraints: at its middle they are violated by at
/// most `violation`, which changes by no more than the distance. Nothing at the end of the depth.
std::optional<bool> cells_overlap(const std::function<double(Vec3)>& violation, Vec3 middle,
                                  double half, int depth) {
  const double here = violation(middle);
  if (here <= 0) return true;
  if (here > half * std::sqrt(3.0)) return false;
  if (depth == 0) return {};
  bool open = false;
  for (int k = 0; k < 8; ++k) {
    const Vec3 to{(k & 1) != 0 ? 0.5 : -0.5, (k & 2) != 0 ? 0.5 : -0.5, (k & 4) != 0 ? 0.5 : -0.5};
    const auto found = cells_overlap(violation, middle + half * to, half / 2, depth - 1);
    if (found && *found) return true;
    open |= !found;
  }
  if (open) return {};
  return false;
}

// A third method, which knows nothing of spheres but distances.
TEST(DimpledBalls, AreAsCellsOfSpaceSay) {
  int decided = 0;
  int asked = 0;
  for (const PlacedPair& pair :
       placed_pairs(BodyClass::dimpled_ball, BodyClass::dimpled_ball, 7, 1))
    for (const Placement& p : pair.placements) {
      if (p.gap != 0 || ++asked % 2 != 0) continue;
      const auto of = [](const Body& body, const shapes::Orientation& q, Vec3 at, Vec3 x) {
        const auto& d = std::get<shapes::DimpledBall>(body);
        const Vec3 own = shapes::Rotation(q).back(x - at);
        double most = norm(own - d.centre) - d.radius;
        for (std::size_t i = 0; i < d.dimple_centres.size(); ++i)
          most = std::max(most, d.dimple_radii[i] - norm(own - d.dimple_centres[i]));
        return most;
      };
      const auto violation = [&](Vec3 x) {
        return std::max(of(*pair.a, p.q_a, {}, x), of(*pair.b, p.q_b, p.r, x));
      };
      const auto found = cells_overlap(violation, {}, 1.2 * circumradius(*pair.a), 6);
      if (!found) continue;
      ++decided;
      EXPECT_EQ(*found, p.truth.overlap);
    }
  EXPECT_GT(decided, asked / 4);
}

}  // namespace
}  // namespace touchstone::hpmc
