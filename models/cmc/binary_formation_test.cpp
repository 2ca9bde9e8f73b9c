#include "models/cmc/binary_formation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "models/cmc/plummer.hpp"
#include "models/cmc/vectors.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

/// The lightest star is in the middle.
Triple triple() {
  return {.mass = {3e-3, 1e-3, 2e-3},
          .radius = {0.1, 0.11, 0.13},
          .radial_velocity = {0.2, -0.1, 0.3},
          .tangential_velocity = {0.1, 0.4, 0.2},
          .id = {7, 8, 9},
          .density = 500,
          .around = {.mass = 1.5e-3, .speed2 = 0.6}};
}

FormationDraws draws() {
  FormationDraws all;
  all.turns = {0.3, 0.8};
  all.term = 0.9;
  all.hardness = 0.5;
  all.eccentricity = 0.49;
  all.height = 0.2;
  all.around = 0.6;
  return all;
}

TEST(BinaryFormation, IsNamedOrRefused) {
  EXPECT_EQ(formation_of("none"), nullptr);
  EXPECT_EQ(formation_of("three-body")->hardness, 5);
  EXPECT_EQ(formation_of("three-body:1")->hardness, 1);
  for (const char* const words : {"", "none:1", "three-body:", "three-body:0", "three-body:2e6",
                                  "three-body:nan", "three-body:1:1", "5", "Three-body"})
    EXPECT_THROW((void)formation_of(words), InputError) << words;
}

TEST(BinaryFormation, TakesTheStarsAroundInTheBlock) {
  std::vector<double> mass(45, 1), radial(45, 0), tangential(45, 2);
  mass[0] = 4, radial[0] = 1, mass[44] = 6, tangential[44] = 0;
  const auto around = [&](std::size_t place) {
    return surroundings_of(mass, radial, tangential, place);
  };
  for (const std::size_t place : {0u, 5u, 10u}) {
    EXPECT_DOUBLE_EQ(around(place).mass, 23.0 / 20);
    EXPECT_DOUBLE_EQ(around(place).speed2, (4 * 5 + 19 * 4) / 23.0);
  }
  EXPECT_DOUBLE_EQ(around(11).mass, 1);
  EXPECT_DOUBLE_EQ(around(34).mass, 1);
  for (const std::size_t place : {35u, 44u}) {
    EXPECT_DOUBLE_EQ(around(place).mass, 25.0 / 20);
    EXPECT_DOUBLE_EQ(around(place).speed2, 19 * 4 / 25.0);
  }
}

TEST(BinaryFormation, BindsTheHeavierTwo) {
  Triple all = triple();
  EXPECT_EQ(roles_of(all).first, 0u);
  EXPECT_EQ(roles_of(all).third, 1u);
  all.mass = {1, 2, 3};
  EXPECT_EQ(roles_of(all).first, 2u);
  EXPECT_EQ(roles_of(all).second, 1u);
  all.mass = {1, 1, 1};
  EXPECT_EQ(roles_of(all).first, 0u);
  EXPECT_EQ(roles_of(all).third, 2u);
}

TEST(BinaryFormation, ExpectsWhatTheEstimateSays) {
  const Triple all = triple();
  const double v = 4 * std::sqrt(0.6) / std::sqrt(3 * std::numbers::pi), eta = 5;
  const double near = 5e-3 / (eta * v * v);  // the distance within which all three are
  const double second = std::numbers::pi * near * near * (1 + 2 * eta);
  const double third = std::numbers::pi * near * near * (1 + 2 * eta * 6 / 5);
  const double passage = 2 * near / std::sqrt(2 * 5e-3 / near);
  const double rate = (500 * second * v) * (500 * third * v) * passage;
  EXPECT_NEAR(formations_of_triple(all, {}, 0.7) / (0.5 * rate * 0.7), 1, 1e-13);
  Triple cold = all;
  cold.around.speed2 = 0;
  EXPECT_EQ(formations_of_triple(cold, {}, 0.7), 0);
}

TEST(BinaryFormation, RefusesTheIdThatStandsForNoStar) {
  Stars stars = plummer::sample(100, 1);
  EXPECT_NO_THROW(require_valid(BinaryFormation{}, stars));
  stars.id[5] = kNoStar;
  EXPECT_THROW(require_valid(BinaryFormation{}, stars), InputError);
}

TEST(BinaryFormation, MakesNoBinaryThatIsWiderThanTheDistanceToOthers) {
  Triple all = triple();
  EXPECT_EQ(least_hardness(all, {.hardness = 5}), 5);
  all.mass = {0.3, 0.1, 0.2};
  const double least = least_hardness(all, {.hardness = 5});
  EXPECT_NEAR(0.3 * 0.2 / (least * 1.5e-3 * 0.6), std::cbrt(1.0 / 500), 1e-12);
}

TEST(BinaryFormation, KeepsMassMomentumAndEnergy) {
  const Triple all = triple();
  const auto now = formed(all, {}, draws());
  ASSERT_TRUE(now.has_value());
  EXPECT_EQ(now->binary, 1u);  // at the mean of 0.1 and 0.13
  EXPECT_DOUBLE_EQ(now->stars[1].radius, 0.1 + 0.4 * 0.03);
  EXPECT_EQ(now->stars[0].radius, 0.11);
  EXPECT_EQ(now->stars[0].id, 8u);
  const Binary& pair = now->pair();
  EXPECT_EQ(pair.id, 7u);
  EXPECT_EQ(freed_id(pair), 9u);
  EXPECT_DOUBLE_EQ(pair.eccentricity, 0.7);
  EXPECT_NEAR(binding_energy(pair) / (0.5 * 1.5e-3 * 0.6), 5 * std::pow(2, 1 / 3.5), 1e-12);
  double before = 0, after = -binding_energy(pair), radial = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double r = all.radial_velocity[k], t = all.tangential_velocity[k];
    before += all.mass[k] * (r * r + t * t) / 2;
    radial += all.mass[k] * r;
  }
  for (const NewStar& one : now->stars) {
    after += one.star.mass * dot(one.star.velocity, one.star.velocity) / 2;
    radial -= one.star.mass * one.star.velocity[2];
  }
  EXPECT_NEAR(after, before, 1e-17);
  EXPECT_NEAR(radial, 0, 1e-18);
  EXPECT_DOUBLE_EQ(now->stars[0].star.mass + now->stars[1].star.mass, 6e-3);
}

TEST(BinaryFormation, NeedsRoomForTheBinary) {
  Triple all = triple();
  all.radius[1] = std::nextafter(all.radius[0], 1);
  all.radius[2] = std::nextafter(all.radius[1], 1);
  EXPECT_FALSE(formed(all, {}, draws()).has_value());
}

TEST(BinaryFormation, DrawsByIdStepAndSeed) {
  const FormationDraws one(3, 5, 9);
  EXPECT_EQ(one.share, FormationDraws(3, 5, 9).share);
  for (const FormationDraws& other :
       {FormationDraws(4, 5, 9), FormationDraws(3, 6, 9), FormationDraws(3, 5, 10)})
    EXPECT_NE(one.share, other.share);
}

}  // namespace
}  // namespace touchstone::cluster
