// Vector lanes against the scalar body where they are most likely to differ: contacts within a few
// units of the last place, where the screening test must hand over to the exact expression.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/core/errors.hpp"
#include "models/disks/registry.hpp"
#include "models/disks/start.hpp"
#include "optimized/mpmc/lane_kernels.hpp"

namespace touchstone::optimized {
namespace {

class EveryKernel : public testing::TestWithParam<LaneKernels> {
 protected:
  void SetUp() override {
    if (!GetParam().available) GTEST_SKIP() << "this processor has no " << GetParam().backend;
  }
  static std::string name() { return std::string("mpmc/checkerboard-") + GetParam().backend; }

  static void expect_equal(const disks::Configuration& start, disks::RunParameters parameters,
                           std::uint64_t sweeps) {
    const auto scalar = disks::scheme("mpmc/checkerboard-openmp").start(start, parameters);
    scalar->advance(sweeps);
    parameters.threads = 3;
    const auto lanes = disks::scheme(name()).start(start, parameters);
    lanes->advance(sweeps);
    EXPECT_EQ(lanes->stages()->accepted, scalar->stages()->accepted);
    EXPECT_EQ(lanes->stages()->trials, scalar->stages()->trials);
    EXPECT_EQ(lanes->stages()->occupancy, scalar->stages()->occupancy);
    EXPECT_TRUE(lanes->configuration().centres == scalar->configuration().centres);
    EXPECT_GT(scalar->stats().accepted, 0u);
    EXPECT_LT(scalar->stats().accepted, scalar->stats().trials);
  }
};

TEST_P(EveryKernel, DecidesContactsWithinRoundingLikeTheScalarBody) {
  // Steps of a few units of the last place keep a nearly close-packed crystal at contact.
  const auto crystal = disks::hexagonal_start(72, 0.9068, disks::kHexagonal72);
  expect_equal(crystal, {.max_displacement = 3e-6, .trials_per_cell = 8, .seed = 3}, 300);
}

TEST_P(EveryKernel, HandlesRowsOfEveryLength) {
  for (const double width : {4.2, 12.5, 43.0, 47.9, 90.4}) {  // tails, one vector, several
    const double side = width;
    const auto disks = static_cast<std::size_t>(side * side * 0.6);
    expect_equal(disks::hexagonal_start(disks, 0.6 * 0.785398), {.trials_per_cell = 4, .seed = 9},
                 12);
  }
}

TEST_P(EveryKernel, HandlesAnyNumberOfTrialsAndLargeSteps) {
  for (const int trials : {1, 2, 3, 5, 9})
    expect_equal(disks::hexagonal_start(400, 0.69),
                 {.max_displacement = 0.9, .trials_per_cell = trials, .seed = 5}, 20);
}

TEST_P(EveryKernel, RefusesWideCells) {
  disks::RunParameters wide;
  wide.columns = wide.rows = 4;
  EXPECT_THROW(disks::scheme(name()).start(disks::hexagonal_start(12, 0.2618), wide), InputError);
}

INSTANTIATE_TEST_SUITE_P(Lanes, EveryKernel, testing::ValuesIn(lane_kernels()),
                         [](const auto& instance) { return std::string(instance.param.backend); });

}  // namespace
}  // namespace touchstone::optimized
