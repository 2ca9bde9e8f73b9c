// Orbits on the grid emulator with checks, in several orders of lanes, beside the serial walk over
// the same blocks.
#include <gtest/gtest.h>

#include "gpu/cmc/orbits_emulated.hpp"
#include "models/cmc/plummer.hpp"
#include "models/cmc/registry.hpp"

namespace touchstone::gpu {
namespace {

using cluster::Lfsr113;
using cluster::Stars;

Stars stars_of(std::size_t count) {
  Stars stars = cluster::plummer::sample(count, 5);
  stars.tangential_velocity[3] = 0;  // radial
  stars.radial_velocity[9] = 4;      // unbound
  stars.tangential_velocity[5] = 1e-30;
  stars.tangential_velocity[6] = 1e-160;
  stars.radial_velocity[0] = 0;  // the innermost star has nothing inside
  stars.tangential_velocity[0] = 0;
  return stars;
}

TEST(DeviceOrbits, AreThoseOfTheSerialWalkBitForBitInEveryOrder) {
  const Stars stars = stars_of(807);  // the last block has stars that fill no bin
  for (const std::size_t blocks : {1u, 39u, 40u}) {
    std::vector<Lfsr113> expected_streams = cluster::separate_streams(3, blocks);
    const auto expected =
        cluster::cluster_scheme("cmc/reference").sample_positions(stars, expected_streams);
    for (const bool fused : {false, true})
      for (const Order order : {Order::forward, Order::reverse, Order::shuffled}) {
        std::vector<Lfsr113> streams = cluster::separate_streams(3, blocks);
        const auto found =
            orbits_on_emulator(stars, {.order = order}).sample_positions(streams, fused);
        EXPECT_EQ(found, expected);
        EXPECT_EQ(streams, expected_streams);
      }
  }
}

TEST(DeviceOrbits, SizeOfBlocksOfTheGridDecidesNothing) {
  const Stars stars = stars_of(300);
  std::vector<Lfsr113> some = cluster::separate_streams(3, 15);
  std::vector<Lfsr113> others = some;
  const auto device = std::make_shared<EmulatedDevice>(Emulation{.checks = false});
  EXPECT_EQ(OrbitsOnDevice<EmulatedDevice>(device, 4, stars).sample_positions(some, true),
            OrbitsOnDevice<EmulatedDevice>(device, 256, stars).sample_positions(others, false));
  EXPECT_EQ(some, others);
}

TEST(DeviceOrbits, HalvingsAreEnoughAndNotMore) {
  for (std::int64_t n = 1; n < 70; ++n) {
    const int count = halvings_of(n);  // of the range 0 ... n + 1, down to a width of 1
    EXPECT_GE(std::int64_t{1} << count, n + 1);
    EXPECT_LT(std::int64_t{1} << (count - 1), n + 1);
  }
}

TEST(DeviceOrbits, SaysWhatIsWrong) {
  const Stars stars = stars_of(40);
  EXPECT_THROW(orbits_on_emulator(stars).sample_orbit(40, 1, Lfsr113(1)), InputError);
  std::vector<Lfsr113> too_many = cluster::separate_streams(1, 3);
  EXPECT_THROW(orbits_on_emulator(stars).sample_positions(too_many, true), InputError);
  EXPECT_TRUE(orbits_on_emulator(stars).sample_orbit(9, 5, Lfsr113(1)).empty());
}

}  // namespace
}  // namespace touchstone::gpu
