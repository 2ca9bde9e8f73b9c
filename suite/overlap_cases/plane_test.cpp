// Orientations and distances of bodies of the plane that rounding has left out of it.
#include "suite/overlap_cases/plane.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <numbers>

#include "models/core/random/philox.hpp"
#include "suite/overlap_cases/small_files.hpp"

namespace touchstone::shapes {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

CaseFile disks_placed(const Orientation& q, const std::string& r_ab = "[1.5, 0, 0]") {
  return cases_of(
      file_with({shape(1, "Disk", R"({"diameter": 1})")},
                {placed(7, 1, 1, fmt::format("[{}, {}, {}, {}]", q.s, q.x, q.y, q.z), r_ab)}));
}

TEST(PlaneCase, TakesRoundingOutOfThePlaneForNothingAndSaysSo) {
  for (const Orientation& q : {Orientation{1, 1e-17, 0, 0}, Orientation{0.6, 0, -3e-17, 0.8},
                               Orientation{0.6, 8 * kEpsilon, -8 * kEpsilon, -0.8}}) {
    const CaseFile file = disks_placed(q);
    EXPECT_EQ(file.remarks.refused.size(), 0u);
    ASSERT_EQ(file.cases.size(), 1u);
    EXPECT_EQ(file.cases[0].q_a, (Orientation{q.s, 0, 0, q.z}));
    const auto notes = file.remarks.notes.lines();
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0],
              "file: cases[0] (id 7, Disk): q_a: numbers out of the plane are rounding (at most "
              "1.8e-15 of its length, 8 times the machine epsilon) and are taken for 0");
  }
}

TEST(PlaneCase, RefusesMoreThanRounding) {
  for (const Orientation& q :
       {Orientation{1, 9 * kEpsilon, 0, 0}, Orientation{0.6, 0, -9 * kEpsilon, 0.8},
        Orientation{1, 1e-8, 0, 0}, Orientation{0, 1, 0, 0}}) {
    const CaseFile file = disks_placed(q);
    EXPECT_EQ(file.cases.size(), 0u);
    EXPECT_EQ(file.remarks.notes.lines().size(), 0u);
    ASSERT_EQ(file.remarks.refused.size(), 1u);
    EXPECT_EQ(file.remarks.refused[0].find(
                  "file: cases[0] (id 7, Disk): q_a: expected a rotation about z: [s, 0, 0, z] (at "
                  "most 1.8e-15 of its length, 8 times the machine epsilon, is taken for rounding)"
                  ", found array ["),
              0u)
        << file.remarks.refused[0];
  }
}

TEST(PlaneCase, MeasuresADistanceOutOfThePlaneByItsLength) {
  const CaseFile small = disks_placed({}, "[3, -4, 8e-15]");
  ASSERT_EQ(small.cases.size(), 1u);
  EXPECT_EQ(small.cases[0].r_ab, (Vec3{3, -4, 0}));
  EXPECT_EQ(small.remarks.notes.lines().size(), 1u);
  for (const char* r : {"[3, -4, 1e-14]", "[0, 0, 1e-17]", "[3, -4, -1]"}) {
    const CaseFile file = disks_placed({}, r);
    EXPECT_EQ(file.cases.size(), 0u) << r;
    EXPECT_EQ(file.remarks.refused.size(), 1u) << r;
  }
}

TEST(PlaneCase, OfSpaceKeepsItsNumbers) {
  const CaseFile file =
      cases_of(file_with({shape(1, "Sphere", R"({"diameter": 1})")},
                         {placed(7, 1, 1, "[1, 1e-17, 0, 0]", "[1.5, 0, 1e-17]")}));
  ASSERT_EQ(file.cases.size(), 1u);
  EXPECT_EQ(file.cases[0].q_a, (Orientation{1, 1e-17, 0, 0}));
  EXPECT_EQ(file.cases[0].r_ab, (Vec3{1.5, 0, 1e-17}));
  EXPECT_EQ(file.remarks.notes.lines().size(), 0u);
}

// The promise of the tolerance: a turn about z, seen from another frame and back.
TEST(PlaneCase, TakesProductsOfThreeRoundedQuaternions) {
  EXPECT_TRUE(rc::check("a turn about z, from another frame", [](std::uint64_t seed) {
    PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
    const auto number = [&] { return 2 * random.uniform() - 1; };
    const Orientation frame = normalised({number(), number(), number(), number()});
    const Orientation turn = turned_by(4 * std::numbers::pi * random.uniform());
    const CaseFile file = disks_placed(conjugate(frame) * (frame * turn));
    RC_ASSERT(file.cases.size() == 1u);
    RC_ASSERT(file.cases[0].q_a.x == 0);
    RC_ASSERT(file.cases[0].q_a.y == 0);
  }));
}

}  // namespace
}  // namespace touchstone::shapes
