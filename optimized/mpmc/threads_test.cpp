// Every registered scheme on several threads: the trajectory is that of one thread, bit for bit.
// Small on purpose, because this is also what ThreadSanitizer runs. Seven threads share fourteen
// rows of cells, and three do not divide them; in the tall box a strip of two or three threads is
// long enough for a wavefront.
#include <gtest/gtest.h>

#include <cctype>
#include <string>

#include "models/disks/registry.hpp"
#include "models/disks/start.hpp"

namespace touchstone::optimized {
namespace {

class Threads : public testing::TestWithParam<disks::DiskScheme> {
 protected:
  static disks::Configuration after_sweeps(std::uint64_t seed, int threads, bool tall) {
    // 20 x 20 diameters, 14 x 14 cells; 10 x 60, 8 x 44.
    static const disks::Configuration square = disks::hexagonal_start(340, 0.6676);
    static const disks::Configuration high = disks::hexagonal_start(510, 0.6676, {1, 6});
    const auto simulation =
        GetParam().start(tall ? high : square, {.threads = threads, .seed = seed});
    simulation->advance(6);
    return simulation->configuration();
  }
};

TEST_P(Threads, DoNotChangeTheTrajectory) {
  if (!GetParam().available) GTEST_SKIP() << "not available on this machine";
  if (!has(GetParam().info.claims, Claims::thread_invariant)) GTEST_SKIP() << "not claimed";
  for (const bool tall : {false, true})
    for (const std::uint64_t seed : {1u, 2u}) {
      const disks::Configuration alone = after_sweeps(seed, 1, tall);
      for (const int threads : {2, 3, 4, 7})
        EXPECT_EQ(after_sweeps(seed, threads, tall).centres, alone.centres)
            << threads << " threads";
    }
  // The twin: another trajectory is told apart.
  EXPECT_NE(after_sweeps(1, 1, false).centres, after_sweeps(2, 1, false).centres);
}

std::string test_name(const testing::TestParamInfo<disks::DiskScheme>& instance) {
  std::string name = instance.param.info.name;
  for (char& letter : name)
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Registry, Threads, testing::ValuesIn(disks::schemes()), test_name);

}  // namespace
}  // namespace touchstone::optimized
