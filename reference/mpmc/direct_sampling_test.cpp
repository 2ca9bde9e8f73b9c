#include "reference/mpmc/direct_sampling.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/core/errors.hpp"
#include "models/disks/exact_cases.hpp"

namespace touchstone::reference {
namespace {

constexpr std::uint64_t kTrials = 2000000;

double z(const Estimate& measured, double expected, double uncertainty = 0) {
  return std::abs(z_score(measured, Published{expected, uncertainty}));
}

TEST(DirectSampling, AgreesWithExactTori) {
  for (const auto& [disks, side] :
       {std::pair<std::size_t, double>{2, 2}, {3, 3}, {3, 5}, {4, 4}, {4, 5}}) {
    const DirectPressure p = direct_pressure_torus(disks, {side, side}, kTrials, 1);
    const disks::ExactCase exact = disks::exact_torus(disks, side);
    EXPECT_LT(z(p.acceptance, exact.acceptance), 5) << disks << ' ' << side;
    EXPECT_LT(z(p.contact, exact.contact), 5);
    EXPECT_LT(z(p.pressure, exact.pressure), 5);
    EXPECT_LT(p.pressure.standard_error, 0.005 * exact.pressure);
    // twin: (N - 1) / N in the pair term, and half the pairs, are seen
    const auto n = static_cast<double>(disks);
    const double ideal = n / (side * side);
    EXPECT_GT(z(p.pressure, ideal + (exact.pressure - ideal) * n / (n - 1)), 5);
    EXPECT_GT(z(p.pressure, ideal + (exact.pressure - ideal) / 2), 5);
  }
}

TEST(DirectSampling, AgreesWithTwoDisksBetweenHardWallsByBothRoutes) {
  for (const disks::Box box : {disks::Box{5, 5}, disks::Box{2.5, 2.5}, disks::Box{3, 4.5}}) {
    const DirectPressure p = direct_pressure_walls(2, box, kTrials, 2);
    const disks::ExactCase x = disks::exact_hard_box(box.width, box.height);
    const disks::ExactCase y = disks::exact_hard_box(box.height, box.width);
    const double exact = (x.pressure + y.pressure) / 2;
    EXPECT_LT(z(p.acceptance, x.acceptance), 5);
    EXPECT_LT(z(p.wall_pressure, exact), 5);
    EXPECT_LT(z(p.pressure, exact), 5);
    EXPECT_LT(p.pressure.standard_error, 0.005 * exact);
    // twin: the wall's virial at a whole diameter, or none, is seen
    const double wall = 2 * p.wall_density.mean / box.area();
    EXPECT_GT(z(p.pressure, exact + wall), 5);
    EXPECT_GT(z(p.pressure, exact - wall), 5);
  }
}

// No closed form: independent values of the same kind (validation/data/hard_disk_eos.csv).
TEST(DirectSampling, AgreesWithKnownSamplesOfThreeAndFourDisks) {
  struct Row {
    std::size_t disks;
    double radius, acceptance, acceptance_error, wall, wall_error, pressure, pressure_error;
  };
  for (const Row& r : {Row{3, 0.15, 0.215632, 2.9e-5, 2.16195, 3.7e-4, 0.58383, 3.6e-5},
                       Row{4, 0.15, 0.0365566, 3.1e-6, 2.6989, 3e-4, 0.971541, 4.5e-5},
                       Row{4, 0.1197, 0.178073, 1.6e-5, 1.89949, 2.1e-4, 0.43541919, 1.72e-5}}) {
    const double side = 0.5 / r.radius;  // in diameters; the table's box has side 1
    const DirectPressure p = direct_pressure_walls(r.disks, {side, side}, kTrials, 3);
    EXPECT_LT(z(p.acceptance, r.acceptance, r.acceptance_error), 5);
    EXPECT_LT(z(p.wall_density, r.wall / side, r.wall_error / side), 5);
    EXPECT_LT(z(p.pressure, r.pressure, r.pressure_error), 5);
    EXPECT_LT(z(p.wall_pressure, r.pressure, r.pressure_error), 5);
  }
}

TEST(DirectSampling, IsAFunctionOfItsSeed) {
  const auto mean = [](std::uint64_t seed) {
    return direct_pressure_torus(2, {3, 3}, 1000, seed).pressure.mean;
  };
  EXPECT_EQ(mean(1), mean(1));
  EXPECT_NE(mean(1), mean(2));
}

TEST(DirectSampling, RefusesWhatItCannotSample) {
  EXPECT_THROW(direct_pressure_torus(1, {3, 3}, 100, 1), InputError);
  EXPECT_THROW(direct_pressure_torus(2, {1.9, 3}, 100, 1), InputError);
  EXPECT_THROW(direct_pressure_torus(2, {3, 3}, 0, 1), InputError);
  EXPECT_THROW(direct_pressure_walls(20, {5, 5}, 1000, 1), InputError);
}

}  // namespace
}  // namespace touchstone::reference
