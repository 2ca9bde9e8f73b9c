#include "suite/footprint.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(Footprint, ParticlesAreTheLargestNumberOfThem) {
  EXPECT_EQ(particles_in({{"disks", 64}, {"seed", 1000}}), 64);
  EXPECT_EQ(particles_in({{"stars", 10}, {"bodies", 30}}), 30);
  EXPECT_EQ(particles_in({{"particles", "many"}}), 0);
  EXPECT_EQ(particles_in(nlohmann::json::object()), 0);
}

TEST(Footprint, GrowsWithParticlesByScheme) {
  EXPECT_EQ(footprint("cmc/openmp", 0), kWorking);
  const double one = footprint("mpmc/any", 1e6) - kWorking;
  EXPECT_DOUBLE_EQ(footprint("mpmc/any", 2e6) - kWorking, 2 * one);
  EXPECT_GT(one, 1e6 * 16);  // positions alone
  // One that is not in the table needs as much as any.
  for (const char* scheme : {"mpmc/a", "ecmc/a", "hpmc/a", "cmc/a", "longrange/gravity-2d-nufft"})
    EXPECT_GE(bytes_of_particle("toy/walk"), bytes_of_particle(scheme));
  EXPECT_GT(bytes_of_particle("longrange/gravity-2d-fmm"), bytes_of_particle("longrange/direct"));
}

}  // namespace
}  // namespace touchstone
