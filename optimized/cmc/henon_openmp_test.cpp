#include "optimized/cmc/henon_openmp.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "models/cmc/plummer.hpp"

namespace touchstone::optimized {
namespace {

bool step_throws(const cluster::Stars& stars, std::size_t ranks, int threads) {
  HenonOpenMp run(stars, {.ranks = ranks, .threads = threads});
  try {
    run.step();
  } catch (const std::runtime_error&) {
    return true;
  }
  return false;
}

cluster::Stars with_two_at_rest(std::uint32_t seed, double mass, double tangential) {
  cluster::Stars stars = cluster::plummer::sample(500, seed);
  for (const std::size_t star : {0u, 1u}) {
    stars.mass[star] *= mass;
    stars.radial_velocity[star] = 0;
    stars.tangential_velocity[star] = star == 0 || mass < 1 ? tangential : 0;
  }
  return stars;
}

/// Round-off decides which orbit an innermost star has that all but rests: it gets a place, or
/// keeps its own.
TEST(HenonOpenMp, TheInnermostStarMayRest) {
  for (std::uint32_t seed = 1; seed <= 8; ++seed)
    for (const double tangential : {0.0, 1e-140, 1e-30, 1e-8, 3e-8})
      for (const std::size_t ranks : {3u, 20u})  // star after star, and in lanes
        EXPECT_FALSE(step_throws(with_two_at_rest(seed, 1, tangential), ranks, 1))
            << seed << ", " << tangential << ", " << ranks << " ranks";
}

/// Round-off decides whether a star that all but rests, and whose mass is lost to it, has an orbit,
/// on which no trial is accepted. An exception that left a parallel region would end the process.
TEST(HenonOpenMp, ExceptionsReachTheCaller) {
  int thrown = 0;
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    const cluster::Stars stars = with_two_at_rest(seed, 1e-18, 1e-30);
    for (const std::size_t ranks : {3u, 20u}) {  // star after star, and in lanes
      const bool expected = step_throws(stars, ranks, 1);
      thrown += expected ? 1 : 0;
      EXPECT_EQ(step_throws(stars, ranks, 3), expected) << seed << ", " << ranks << " ranks";
    }
  }
  EXPECT_GE(thrown, 1);
}

}  // namespace
}  // namespace touchstone::optimized
