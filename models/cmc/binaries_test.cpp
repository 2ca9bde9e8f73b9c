#include "models/cmc/binaries.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "models/cmc/shell_potential.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

TEST(Binaries, WithoutAnyStarsAreThoseOfTheStart) {
  for (const ClusterStart& start : {ClusterStart{}, ClusterStart{"king:5", "kroupa"}}) {
    const ClusterOfBinaries none = BinaryStartSampler(start, {})(500, 9);
    EXPECT_EQ(none.stars, start_of_cluster(start, 500, 9));
    EXPECT_TRUE(none.binaries.empty());
  }
}

TEST(Binaries, AreAsManyAsTheRoundedFraction) {
  const auto count = [](double fraction, std::size_t stars) {
    return BinaryStartSampler({}, {fraction})(stars, 3).binaries.size();
  };
  EXPECT_EQ(count(0.1, 500), 50u);
  EXPECT_EQ(count(0.125, 100), 13u);
  EXPECT_EQ(count(0.001, 499), 0u);
  EXPECT_EQ(count(0.002, 300), 1u);
  EXPECT_EQ(count(1, 300), 300u);
}

/// Positions and speeds are those of the start without binaries, but for the scale.
TEST(Binaries, KnowNothingOfPositions) {
  const ClusterStart start{"king:5", "kroupa"};
  const ClusterOfBinaries some = BinaryStartSampler(start, {0.3})(500, 9);
  const Stars single = start_of_cluster(start, 500, 9);
  require_valid(some.stars, "start");
  require_valid(some, "start");
  EXPECT_NEAR(kinetic_energy(some.stars), 0.25, 1e-12);
  EXPECT_NEAR(potential_energy(some.stars, shell_potential(some.stars)), -0.5, 1e-7);
  for (std::size_t i = 0; i < 500; ++i)
    EXPECT_NEAR(some.stars.radius[i] / some.stars.radius[0], single.radius[i] / single.radius[0],
                1e-9 * single.radius[i] / single.radius[0]);
}

TEST(Binaries, OfEqualStarsWeighTwice) {
  const ClusterOfBinaries cluster = BinaryStartSampler({}, {0.25})(400, 2);
  for (const Binary& one : cluster.binaries) {
    EXPECT_EQ(one.mass[0], one.mass[1]);
    EXPECT_NEAR(cluster.stars.mass[one.id], 2.0 / 500, 1e-15);
  }
}

TEST(AxisLaw, FollowsKeplersThirdLaw) {
  const AxisLaw periods("period:1e-3:1e-1"), axes("axis:1e-3:1e-1");
  for (const double share : {0.0, 0.3, 0.999}) {
    const double a = periods.axis(share, 0.02);
    const double period = 2 * std::acos(-1) * std::sqrt(a * a * a / 0.02);
    EXPECT_NEAR(period / axes.axis(share, 0.5), 1, 1e-12);
  }
  EXPECT_EQ(axes.axis(0, 1), 1e-3);
  EXPECT_NEAR(axes.axis(0.5, 1), 1e-2, 1e-15);
  EXPECT_EQ(AxisLaw("axis:0.01:0.01").axis(0.7, 1), 0.01);
}

/// Ratios and squares of such bounds overflow.
TEST(AxisLaw, OfBoundsThatAreTooSmallIsRefused) {
  for (const char* const words : {"axis:1e-310:1", "axis:1e-101:1", "period:1e-170:1e-169"})
    EXPECT_THROW(AxisLaw{words}, InputError) << words;
  EXPECT_NEAR(AxisLaw("axis:1e-100:1").axis(0.5, 1) / 1e-50, 1, 1e-12);
  const double kepler = std::cbrt(1e-200 / (4 * std::acos(-1) * std::acos(-1)) * 1e-8);
  EXPECT_NEAR(AxisLaw("period:1e-100:1").axis(0, 1e-8) / kepler, 1, 1e-12);
}

TEST(AxisLaw, OfAFileDrawsItsLines) {
  const auto path = std::filesystem::temp_directory_path() / "touchstone-axes.csv";
  std::ofstream(path) << "semimajor_axis\n0.01\n0.002\n0.3\n0.04\n";
  const AxisLaw law("file:" + path.string());
  std::multiset<double> drawn;
  for (int k = 0; k < 8; ++k) drawn.insert(law.axis((k + 0.5) / 8, 1));
  EXPECT_THAT(drawn, testing::ElementsAre(0.002, 0.002, 0.01, 0.01, 0.04, 0.04, 0.3, 0.3));
  for (const char* const line : {"0", "-1", "1.5", "nan", "1e-101"}) {
    std::ofstream(path) << "semimajor_axis\n0.01\n" << line << "\n";
    EXPECT_THROW(AxisLaw("file:" + path.string()), InputError) << line;
  }
  std::ofstream(path) << "semimajor_axis\n";
  EXPECT_THROW(AxisLaw("file:" + path.string()), InputError);
  std::filesystem::remove(path);
}

TEST(Binaries, HaveTheEnergyOfTheirOrbit) {
  EXPECT_DOUBLE_EQ(binding_energy({0, {0.5, 0.25}, 0.125, 0.3}), 0.5);
}

TEST(Binaries, SayWhatIsExpected) {
  const auto message = [](const BinaryWords& words) -> std::string {
    try {
      require_valid(ClusterStart{}, words);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message({1.5}), "--binaries: part of the stars: expected 0 to 1, found 1.5");
  EXPECT_EQ(message({0.1, "axis:1e-2:1e-3"}),
            "--axes: bounds: expected above 0, in ascending order, at most 1, found "
            "'axis:1e-2:1e-3'");
  EXPECT_THAT(message({0.1, "days:1:2"}), testing::HasSubstr("--axes: value: expected axis:"));
  EXPECT_EQ(message({0.1, "axis:1e-3:1e-2", "flat"}),
            "--eccentricities: value: expected thermal or circular, found 'flat'");
  EXPECT_EQ(message({}), "no error");
}

}  // namespace
}  // namespace touchstone::cluster
