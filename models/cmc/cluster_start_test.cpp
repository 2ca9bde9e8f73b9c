#include "models/cmc/cluster_start.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>

#include "models/cmc/mass_function.hpp"
#include "models/cmc/plummer.hpp"
#include "models/cmc/shell_potential.hpp"
#include "models/cmc/sphere.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

TEST(ClusterStart, OfEqualStarsInPlummersModelIsTheUsualOne) {
  EXPECT_EQ(start_of_cluster({}, 500, 9), plummer::sample(500, 9));
}

/// Other masses leave positions and speeds what they are, but for the scale.
TEST(ClusterStart, MassesKnowNothingOfPositions) {
  const Stars equal = start_of_cluster({"king:5", "equal"}, 500, 9);
  const Stars kroupa = start_of_cluster({"king:5", "kroupa"}, 500, 9);
  for (std::size_t i = 0; i < 500; ++i) {
    EXPECT_NEAR(kroupa.radius[i] / kroupa.radius[0], equal.radius[i] / equal.radius[0],
                1e-9 * equal.radius[i] / equal.radius[0]);
    EXPECT_NEAR(kroupa.radial_velocity[i] * equal.radial_velocity[0],
                equal.radial_velocity[i] * kroupa.radial_velocity[0], 1e-12);
  }
}

TEST(ClusterStart, IsInNBodyUnitsWithSpeedsBelowEscape) {
  for (const char* const model : {"king:1", "king:7", "king:12", "elson:2.5", "elson:10"}) {
    const Stars stars = start_of_cluster({model, "salpeter"}, 3000, 4);
    require_valid(stars, model);
    EXPECT_NEAR(kinetic_energy(stars), 0.25, 1e-12);
    EXPECT_NEAR(potential_energy(stars, shell_potential(stars)), -0.5, 1e-7) << model;
  }
  Lfsr113 random(3);
  for (const Sphere& sphere : {king(1), king(12), elson(2.5)})
    for (int k = 0; k < 1000; ++k) {
      const double depth = sphere.depth_at(sphere.radius_of(1 - random.uniform()));
      EXPECT_LE(std::pow(sphere.speed(depth, random), 2), 2 * depth);
    }
}

/// Without scaling the virial ratio is 1: positions and speeds belong together.
TEST(ClusterStart, ModelsAreInEquilibrium) {
  for (const char* const model : {"king:1", "king:7", "king:12", "elson:3", "elson:6"}) {
    // Only models are asked: sums over shells of the mass, K by the second moment of f.
    const std::string text = model;
    const double number = std::stod(text.substr(text.find(':') + 1));
    const Sphere s = text[0] == 'k' ? king(number) : elson(number);
    double twice_kinetic = 0, binding = 0;
    for (std::size_t i = 1; i < s.radius.size(); ++i) {
      const double m = s.share[i] - s.share[i - 1];
      double speeds = 0, stars = 0;
      for (int k = 0; k < 400; ++k) {
        const double q = (k + 0.5) / 400, f = s.phase_density(s.depth[i - 1] * (1 - q * q));
        stars += q * q * f;
        speeds += q * q * q * q * f;
      }
      twice_kinetic += m * 2 * s.depth[i - 1] * speeds / stars;
      binding += m * (s.share[i] + s.share[i - 1]) / 2 / s.radius[i];
    }
    const std::size_t half = s.radius.size() / 2;
    const double mass = (s.depth[half] - s.depth[half + 1]) /
                        (1 / s.radius[half] - 1 / s.radius[half + 1]) / s.share[half];
    EXPECT_NEAR(twice_kinetic / (binding * mass), 1, 0.01) << model;
  }
}

/// The integral of sqrt(e) (exp(depth - e) - 1), term by term, on both sides of any depth at which
/// another form is taken.
TEST(KingDensity, IsTheSeriesAtAnyDepth) {
  for (double depth = 1e-6; depth < kMostKing; depth *= 1.05) {
    double sum = 0;
    for (int k = 0; k < 80; ++k)
      sum += std::exp((k + 2.5) * std::log(depth) - std::lgamma(k + 3.5));
    EXPECT_NEAR(king_density(depth) / sum, 1, 7e-6) << depth;
  }
  EXPECT_EQ(king_density(0), 0);
  EXPECT_EQ(king_density(-1), 0);
}

TEST(ClusterStart, MassesOfAFileAreDrawnFromItsLines) {
  const auto path = std::filesystem::temp_directory_path() / "touchstone-masses.csv";
  std::ofstream(path) << "mass\n1\n2\n4\n";
  const Stars stars = start_of_cluster({"plummer", "file:" + path.string()}, 900, 1);
  std::map<double, int> counts;
  for (const double m : stars.mass) ++counts[m];
  ASSERT_EQ(counts.size(), 3u);
  for (const auto& [mass, count] : counts) EXPECT_NEAR(count, 300, 80);  // 5.6 standard errors
  EXPECT_NEAR(counts.rbegin()->first / counts.begin()->first, 4, 1e-12);
  std::ofstream(path) << "mass\n1\n-2\n";
  EXPECT_THROW(require_valid(ClusterStart{"plummer", "file:" + path.string()}), InputError);
  std::filesystem::remove(path);
}

/// Powers of such masses overflow.
TEST(Masses, OfStarsThatNoNumberCountsAreRefused) {
  for (const char* const words : {"salpeter:1e-230:1", "salpeter:1e-300:1e-299"})
    EXPECT_THROW(require_valid(ClusterStart{"plummer", words}), InputError) << words;
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_THROW(MassFunction({MassPiece{.low = 1e-310, .high = 1, .exponent = 1}}), InputError);
  EXPECT_THROW(MassFunction({MassPiece{.stars = infinite}}), InputError);
  const MassFunction small = salpeter(1e-200, 1);
  EXPECT_NEAR(small.mass(0) / 1e-200, 1, 1e-12);
  EXPECT_NEAR(small.mass(0.5) / (1e-200 * std::pow(2, 1 / 1.35)), 1, 1e-12);
}

TEST(ClusterStart, SaysWhatItExpects) {
  const auto message = [](const ClusterStart& start) -> std::string {
    try {
      require_valid(start);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message({"king:13", "equal"}), "King's model: W0: expected 1 to 12, found 13");
  EXPECT_THAT(message({"kings:3", "equal"}),
              testing::HasSubstr("--start: value: expected plummer,"));
  EXPECT_THAT(message({"plummer", "two:2"}),
              testing::HasSubstr("--masses: value: expected equal,"));
  EXPECT_EQ(message({"elson:4", "kroupa"}), "no error");
}

}  // namespace
}  // namespace touchstone::cluster
