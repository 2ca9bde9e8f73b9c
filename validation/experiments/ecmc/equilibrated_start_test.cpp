#include "validation/experiments/ecmc/equilibrated_start.hpp"

#include <gtest/gtest.h>

#include "models/disks/chains/chain_registry.hpp"
#include "models/disks/chains/near_graph.hpp"

namespace touchstone::validation::ecmc {
namespace {

/// Mean free path of chains from many disks, in units of the authors' value at packing 0.708.
double free_path(const disks::FixedConfiguration& c) {
  const disks::ConstraintGraph graph = disks::near_graph(c);
  std::uint64_t liftings = 0;
  for (const disks::DiskIndex first : disks::spread_active(c.size(), 20)) {
    const auto run = disks::chain_scheme("ecmc/cell-chain")
                         .start({c, {first}, disks::kTicksPerSide}, graph, {.record = false});
    run->advance(disks::kTicksPerSide);
    liftings += run->liftings();
  }
  return 20 * static_cast<double>(disks::kTicksPerSide) / static_cast<double>(liftings) /
         static_cast<double>(disks::mean_free_path(c.size()));
}

TEST(EquilibratedStart, IsNearTheFreePathOfEquilibriumAlongBothAxes) {
  const auto c = equilibrated_start(512, 0.708, disks::kSquare, 1);
  EXPECT_NO_THROW(require_apart(c));
  EXPECT_EQ(c.size(), 512u);
  EXPECT_NEAR(free_path(c), 0.85, 0.15);
  EXPECT_NEAR(free_path(transposed(c)), 0.85, 0.15);
}

TEST(EquilibratedStart, ACompressedStartHasAnother) {  // twin
  const auto c = disks::in_fixed_point(disks::compressed_start(512, 0.708, disks::kSquare, 1));
  EXPECT_LT(free_path(c), 0.4);
}

TEST(EquilibratedStart, DependsOnItsArgumentsAlone) {
  const auto first = equilibrated_start(200, 0.7, disks::kHexagonal, 1);
  const auto other = equilibrated_start(200, 0.7, disks::kHexagonal, 2);
  EXPECT_EQ(equilibrated_start(200, 0.7, disks::kHexagonal, 1), first);
  EXPECT_FALSE(other == first);
  EXPECT_DOUBLE_EQ(first.box.height, first.box.width * disks::kHexagonal.height);
}

TEST(EquilibratedStart, DisksThatMeetNobodyEndToo) {
  EXPECT_EQ(equilibrated_start(1, 0.01, disks::kSquare, 1).size(), 1u);
}

}  // namespace
}  // namespace touchstone::validation::ecmc
