#include "models/disks/exact_cases.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/disks/direct_sampling.hpp"

namespace touchstone::disks {
namespace {

// Values of validation/data/hard_disk_eos.csv, computed independently of this code.
TEST(ExactTorus, EqualsTheTableOfKnownValues) {
  struct Row {
    std::size_t disks;
    double diameter, acceptance, contact, pressure_volume, pressure;
  };
  for (const Row& r : {Row{2, 0.3, 0.7172566612, 1.39420106, 2.39420106, 0.21547810},
                       Row{2, 0.5, 0.2146018366, 4.65979237, 5.65979237, 1.41494809},
                       Row{3, 0.2, 0.6611212934, 1.20674887, 3.45493361, 0.13819734},
                       Row{3, 1 / 3.0, 0.2468797003, 1.77557661, 4.85937948, 0.53993105},
                       Row{4, 0.2, 0.4270012209, 1.27614197, 4.96218838, 0.19848754},
                       Row{4, 0.25, 0.2378836981, 1.49154387, 5.75718373, 0.35982398}}) {
    const ExactCase e = exact_torus(r.disks, 1 / r.diameter);
    EXPECT_NEAR(e.acceptance, r.acceptance, 5.1e-11);
    EXPECT_NEAR(e.contact, r.contact, 5.1e-9);
    EXPECT_NEAR(e.pressure_volume, r.pressure_volume, 5.1e-9);
    EXPECT_NEAR(e.pressure, r.pressure, 5.1e-9);
  }
}

TEST(ExactHardBox, EqualsTheTableOfKnownValues) {
  struct Row {
    double radius, acceptance, pressure_volume;
  };
  for (const Row& r : {Row{0.1, 0.8433640008, 2.70417606}, Row{0.15, 0.6160173427, 3.54333495},
                       Row{0.2, 0.2950946231, 5.64111898}}) {
    const ExactCase e = exact_hard_box(0.5 / r.radius, 0.5 / r.radius);
    EXPECT_NEAR(e.acceptance, r.acceptance, 5.1e-11);
    EXPECT_NEAR(e.pressure_volume, r.pressure_volume, 5.1e-9);
  }
}

/// (accepted - expected) / standard error of direct sampling.
double acceptance_z(std::size_t disks, Box box, Walls walls, double expected) {
  constexpr int kTrials = 4000000;
  PhiloxStream stream = Philox(disks).stream(Purpose::test, 1, walls == Walls::hard ? 1 : 0);
  const DirectSampler sampler(disks, box, walls);
  std::vector<Vec<double>> centres;
  double accepted = 0;
  for (int k = 0; k < kTrials; ++k) accepted += sampler.trial(stream, centres) ? 1 : 0;
  return (accepted - kTrials * expected) / std::sqrt(kTrials * expected * (1 - expected));
}

TEST(ExactTorus, AgreesWithDirectSampling) {
  for (const auto& [disks, side] :
       {std::pair<std::size_t, double>{2, 2}, {3, 3}, {3, 5}, {4, 4}, {4, 5}})
    EXPECT_LT(std::abs(acceptance_z(disks, {side, side}, Walls::periodic,
                                    exact_torus(disks, side).acceptance)),
              5);
}

TEST(ExactHardBox, AgreesWithDirectSampling) {
  for (const Box box : {Box{5, 5}, Box{2.5, 2.5}, Box{2, 4}})
    EXPECT_LT(std::abs(acceptance_z(2, box, Walls::hard,
                                    exact_hard_box(box.width, box.height).acceptance)),
              5);
}

// Twin: the sampling sees the error of a wrong cluster integral and of an open corner.
TEST(ExactCases, DirectSamplingSeesPlantedFaults) {
  const double area = 16;
  const double no_triangle = 1 - 3 * std::numbers::pi / 9 + 3 * std::pow(std::numbers::pi / 9, 2);
  EXPECT_GT(std::abs(acceptance_z(3, {3, 3}, Walls::periodic, no_triangle)), 5);
  const double hard = exact_hard_box(5, 5).acceptance;
  EXPECT_GT(std::abs(acceptance_z(2, {5, 5}, Walls::hard, hard + 0.5 / (area * area))), 5);
}

// The pressure is the derivative of ln Z = 2 ln(sides) + ln p by finite differences.
TEST(ExactHardBox, PressureIsTheDerivativeOfThePartitionFunction) {
  const auto log_z = [](double width, double height) {
    return 2 * std::log((width - 1) * (height - 1)) +
           std::log(exact_hard_box(width, height).acceptance);
  };
  const double h = 1e-5;
  for (const Box box : {Box{2.5, 3}, Box{4, 2.2}, Box{6, 6}}) {
    const double slope =
        (log_z(box.width + h, box.height) - log_z(box.width - h, box.height)) / (2 * h);
    EXPECT_NEAR(exact_hard_box(box.width, box.height).pressure, slope / box.height, 1e-8);
  }
}

TEST(ExactTorus, PressureIsTheDerivativeOfThePartitionFunction) {
  const double h = 1e-4;
  for (const std::size_t disks : {1u, 2u, 3u, 4u}) {
    const double side = 4.3;
    const auto n = static_cast<double>(disks);
    const auto log_z = [&](double s) {
      return 2 * n * std::log(s) + std::log(exact_torus(disks, s).acceptance);
    };
    const double slope = (log_z(side + h) - log_z(side - h)) / (2 * h);  // d ln Z / d L
    EXPECT_NEAR(exact_torus(disks, side).pressure_volume, side / 2 * slope, 1e-6);
  }
}

TEST(ExactCases, KeepTheirDigitsInDiluteBoxes) {
  for (const double side : {1e4, 1e8, 1e100, 1e160})
    for (const std::size_t disks : {2u, 3u, 4u})
      EXPECT_NEAR(exact_torus(disks, side).contact, 1, 1e-7) << disks << " in " << side;
  EXPECT_NEAR(exact_torus(2, 1e4).contact, 1 / (1 - std::numbers::pi / 1e8), 1e-15);
  for (const double side : {1e10, 1e80, 1e150}) {
    EXPECT_NEAR(exact_hard_box(side, side).acceptance, 1, 1e-12) << side;
    EXPECT_NEAR(exact_hard_box(side, side).pressure_volume, 2, 1e-9) << side;
  }
}

TEST(ExactCases, RefuseWhatTheyDoNotCover) {
  EXPECT_THROW(exact_torus(0, 5), InputError);
  EXPECT_THROW(exact_torus(5, 50), InputError);
  EXPECT_THROW(exact_torus(4, 3.9), InputError);
  EXPECT_THROW(exact_torus(2, std::nan("")), InputError);
  EXPECT_THROW(exact_hard_box(1.9, 3), InputError);
  EXPECT_THROW(exact_rods(1, 3), InputError);
  EXPECT_THROW(exact_rods(3, 3), InputError);
  EXPECT_THROW(virial_pressure(0.0), InputError);
  EXPECT_THROW(virial_pressure(0.41), InputError);
}

TEST(VirialSeries, EqualsTheTableOfKnownValues) {
  const double table[6][3] = {{0.05, 0.07056216, 7.39e-14}, {0.10, 0.15739070, 1.61e-10},
                              {0.15, 0.26509542, 1.48e-8},  {0.20, 0.39989009, 3.76e-7},
                              {0.25, 0.57027580, 4.71e-6},  {0.30, 0.78807016, 3.78e-5}};
  for (const auto& row : table) {
    const VirialPressure v = virial_pressure(row[0]);
    EXPECT_NEAR(v.pressure, row[1], 5.1e-9);
    EXPECT_NEAR(v.truncation, row[2], 0.01 * row[2]);
  }
}

TEST(Rods, GapsOfExactStatesHaveTheExactLaw) {
  const std::size_t rods = 6;
  const double length = 8;
  const ExactRods exact = exact_rods(rods, length);
  PhiloxStream stream = Philox(3).stream(Purpose::test, 2, 0);
  constexpr int kStates = 200000;
  double sum = 0;
  double squares = 0;
  double below = 0;  // gaps below a quarter of the free length, by the density's integral
  for (int k = 0; k < kStates; ++k) {
    const std::vector<double> x = rods_start(rods, length, stream);
    const double gap = x[1] - x[0] - 1;
    ASSERT_GE(gap, -1e-12);
    ASSERT_GE(x[0] + length - x[rods - 1] - 1, -1e-12);
    // averaged over all gaps, which share one law
    double square = 0;
    double small = 0;
    for (std::size_t i = 0; i < rods; ++i) {
      const double g = (i + 1 < rods ? x[i + 1] : x[0] + length) - x[i] - 1;
      square += g * g / static_cast<double>(rods);
      small += (g < exact.free_length / 4 ? 1.0 : 0.0) / static_cast<double>(rods);
    }
    sum += square;
    squares += square * square;
    below += small;
  }
  const double mean = sum / kStates;
  const double error = std::sqrt((squares / kStates - mean * mean) / kStates);
  EXPECT_LT(std::abs(mean - exact.mean_square_gap) / error, 5);
  const double law = 1 - std::pow(0.75, rods - 1);
  EXPECT_NEAR(below / kStates, law, 5 * std::sqrt(law * (1 - law) / kStates));
  // twin: N free points on a line instead of a ring have one gap more
  const double line = 2 * exact.free_length * exact.free_length / ((rods + 1.0) * (rods + 2.0));
  EXPECT_GT(std::abs(mean - line) / error, 5);
}

TEST(Rods, AreInvariantUnderRotation) {
  PhiloxStream stream = Philox(4).stream(Purpose::test, 3, 0);
  constexpr int kStates = 50000;
  double cosine = 0;
  for (int k = 0; k < kStates; ++k)
    for (const double x : rods_start(3, 4, stream)) {
      ASSERT_GE(x, 0);
      ASSERT_LT(x, 4);
      cosine += std::cos(2 * std::numbers::pi * x / 4);
    }
  EXPECT_LT(std::abs(cosine) / std::sqrt(3.0 * kStates), 5);
  EXPECT_EQ(rods_start(4, 4, stream).size(), 4u);  // close packed
  EXPECT_THROW(rods_start(4, 3.9, stream), InputError);
  EXPECT_THROW(rods_start(0, 3.9, stream), InputError);
}

TEST(Rods, GapDensityIntegratesToTheMoments) {
  const ExactRods exact = exact_rods(5, 9);
  double norm = 0;
  double square = 0;
  constexpr int kSteps = 200000;
  for (int k = 0; k < kSteps; ++k) {
    const double gap = (k + 0.5) * exact.free_length / kSteps;
    const double weight = exact.gap_density(gap) * exact.free_length / kSteps;
    norm += weight;
    square += weight * gap * gap;
  }
  EXPECT_NEAR(norm, 1, 1e-9);
  EXPECT_NEAR(square, exact.mean_square_gap, 1e-8);
  EXPECT_EQ(exact.gap_density(-0.1), 0);
  EXPECT_EQ(exact.gap_density(exact.free_length + 0.1), 0);
}

TEST(DirectSampler, RefusesImpossibleBoxes) {
  EXPECT_THROW(DirectSampler(0, {3, 3}), InputError);
  EXPECT_THROW(DirectSampler(1, {0.9, 3}), InputError);
  PhiloxStream stream = Philox(5).stream(Purpose::test, 4, 0);
  Configuration c;
  EXPECT_THROW(DirectSampler(9, {2, 2}).sample(stream, c, 10000), InputError);
  EXPECT_TRUE(is_legal(direct_sample_torus(4, 0.25, stream)));
}

}  // namespace
}  // namespace touchstone::disks
