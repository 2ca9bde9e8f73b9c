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

/// Round-off decides whether an innermost star that all but rests has an orbit, on which no
/// trial is accepted. An exception that left a parallel region would end the process.
TEST(HenonOpenMp, ExceptionsReachTheCaller) {
  int thrown = 0;
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    cluster::Stars stars = cluster::plummer::sample(500, seed);
    stars.radial_velocity[0] = stars.radial_velocity[1] = 0;
    stars.tangential_velocity[0] = 1e-30;
    stars.tangential_velocity[1] = 0;
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
