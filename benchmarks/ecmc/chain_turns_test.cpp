#include "benchmarks/ecmc/chain_turns.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/core/errors.hpp"

namespace touchstone::benchmarks::ecmc {
namespace {

constexpr std::size_t kDisks = 256, kActive = 4;

Request asking_for(const std::string& scheme) {
  Request request;
  request.filter = scheme;
  return request;
}

TEST(ChainTurns, WriteDisksThatAreApartAndTheirArrows) {
  const std::vector<double> start =
      ChainTurns(asking_for("ecmc/tag-chains"), kDisks, kActive, 2).start();
  ASSERT_GT(start.size(), 3 + 2 * kDisks + kActive);
  EXPECT_EQ(start[0], kDisks);
  EXPECT_NEAR(kDisks * 0.78539816339744831 * start[1] * start[1], kPackingFraction, 1e-9);
  EXPECT_EQ(start[2], kActive);
  double least = 1;
  for (std::size_t i = 0; i < kDisks; ++i)
    for (std::size_t j = 0; j < i; ++j)
      least = std::min(least, std::hypot(std::remainder(start[3 + 2 * i] - start[3 + 2 * j], 1),
                                         std::remainder(start[4 + 2 * i] - start[4 + 2 * j], 1)));
  EXPECT_GE(least, start[1] * (1 - 1e-9));
  EXPECT_LT(least, 1.05 * start[1]);
  const std::size_t active = 3 + 2 * kDisks;
  for (std::size_t k = 0; k < kActive; ++k) EXPECT_EQ(start[active + k], k * kDisks / kActive);
  std::size_t at = active + kActive;
  for (std::size_t i = 0; i < kDisks; ++i) {
    const auto arrows = static_cast<std::size_t>(start.at(at++));
    EXPECT_GE(arrows, 1u);
    EXPECT_LE(arrows, 3u);
    for (std::size_t k = 0; k < arrows; ++k) {
      const auto j = static_cast<std::size_t>(start.at(at++));
      ASSERT_LT(j, kDisks);
      EXPECT_LT(std::abs(std::remainder(start[4 + 2 * i] - start[4 + 2 * j], 1)), start[1]);
    }
  }
  EXPECT_EQ(at, start.size());
}

TEST(ChainTurns, CountTheLiftingsOfEachLeg) {
  ChainTurns work(asking_for("ecmc/tag-chains"), kDisks, kActive, 20);
  EXPECT_EQ(work.ready().at("units"), 20);
  EXPECT_EQ(work.ready().at("record").at("scheme"), "ecmc/tag-chains");
  work.turn(1);
  work.turn(2);
  const std::vector<double> found = work.result();
  ASSERT_EQ(found.size(), 1 + 3 + 2 * kDisks);
  EXPECT_EQ(found[0], 3);
  // The mean free path of the authors' programs, and what so short legs scatter.
  const double expected = 20 * std::sqrt(double{kDisks}) / 0.0768;
  for (std::size_t k = 1; k <= 3; ++k) EXPECT_NEAR(found[k], expected, 0.2 * expected);
}

TEST(ChainTurns, RefuseWhatTheyCannotDo) {
  EXPECT_THROW(ChainTurns(asking_for("ecmc/no-such"), kDisks, kActive, 2), InputError);
  EXPECT_THROW(ChainTurns(asking_for("ecmc/tag-chains"), kDisks, kActive, 0), InputError);
  EXPECT_THROW(ChainTurns(asking_for("ecmc/tag-chains"), kDisks, 0, 2), InputError);
}

}  // namespace
}  // namespace touchstone::benchmarks::ecmc
