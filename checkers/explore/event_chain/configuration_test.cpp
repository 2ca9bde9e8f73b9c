#include "checkers/explore/event_chain/configuration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "checkers/explore/event_chain/suites.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

Configuration row(std::vector<Configuration::Sphere> spheres, std::int32_t diameter = 5000) {
  return {"test", std::move(spheres), diameter, diameter, {0}};
}

TEST(Geometry, HasWholeSeparationsOfPythagoras) {
  const Geometry g(row({{0, 0}, {9000, 0}, {20000, 3000}, {30000, -4000}, {40000, 6000}}));
  EXPECT_EQ(g.units(), 1);
  EXPECT_EQ(g.separation(0, 1), 5000);
  EXPECT_EQ(g.separation(0, 2), 4000);
  EXPECT_EQ(g.separation(0, 3), 3000);
  EXPECT_EQ(g.separation(0, 4), Geometry::kNoArrow);  // passes it by
  EXPECT_EQ(g.separation(1, 0), Geometry::kNoArrow);  // behind
  EXPECT_EQ(g.separation(0, 0), Geometry::kNoArrow);
}

TEST(Geometry, KeepsRationalMultiplesOfARootExact) {
  // b^2 = 10000 - dy^2: dy = 50 gives 7500 = 50^2 x 3, dy = 26 gives 9324 = 6^2 x 259, and with a
  // diameter of 200 dy = 100 gives 30000 = 100^2 x 3.
  const Geometry fine(row({{0, 0}, {150, 50}, {300, 26}}, 100));
  EXPECT_EQ(fine.units(), 1 << 20);
  const std::int32_t root_of_3 = fine.separation(0, 1) / 50;
  EXPECT_EQ(fine.separation(0, 1), 50 * root_of_3);
  EXPECT_NEAR(root_of_3, std::sqrt(3.0) * fine.units(), 0.5);
  EXPECT_EQ(fine.separation(0, 2) % 6, 0);
  EXPECT_EQ(Geometry(row({{0, 0}, {250, 100}}, 200)).separation(0, 1), 100 * root_of_3);
}

void expect_refused(const Configuration& configuration, const std::string& part) {
  try {
    Geometry{configuration};
    FAIL() << text(configuration);
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(part));
  }
}
TEST(Geometry, RefusesWhatIsNoConfiguration) {
  expect_refused(row({}), "spheres: expected 1 to 8, found 0");
  expect_refused(row({{0, 0}, {3999, 3000}}), "no overlap, found 0 overlaps 1");
  EXPECT_NO_THROW(Geometry{row({{0, 0}, {4000, 3000}})});  // in contact
  Configuration c = row({{0, 0}, {9000, 0}});
  c.active = {0, 0};
  expect_refused(c, "active spheres: expected different ones, 0 to 1, found 0");
  c.active = {2};
  expect_refused(c, "active spheres");
  c.active = {};
  expect_refused(c, "active spheres: expected 1 to 4, found 0");
  c.active = {0};
  c.leg = 0;
  expect_refused(c, "diameter and leg: expected positive, found 5000 and 0");
  c.leg = 1 << 30;
  expect_refused(c, "length: expected at most 536870912, found 1073741824");
}

TEST(Configuration, IsTextThatCanBeEnteredAgain) {
  EXPECT_EQ(text(sequential_c4()),
            "n=4 2s=100 leg=150 (0,0) (60,140) (150,50) (220,145) active 0,1");
}

TEST(RandomFamily, IsLegalWholeAndReproducible) {
  std::size_t spheres[6] = {};
  for (std::uint64_t number = 0; number < 300; ++number) {
    const Configuration c = random_configuration(7, number);
    const Geometry geometry(c);  // throws on overlaps
    EXPECT_EQ(geometry.units(), 1);
    ASSERT_GE(c.spheres.size(), 3u);
    ASSERT_LE(c.spheres.size(), 5u);
    ++spheres[c.spheres.size()];
    EXPECT_EQ(c.active.size(), 2u);
    EXPECT_EQ(text(c), text(random_configuration(7, number)));
  }
  for (const std::size_t n : {3u, 4u, 5u}) EXPECT_GT(spheres[n], 60u);
  EXPECT_NE(text(random_configuration(7, 0)), text(random_configuration(8, 0)));
}

}  // namespace
}  // namespace touchstone::explore
