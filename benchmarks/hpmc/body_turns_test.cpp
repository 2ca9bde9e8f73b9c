#include "benchmarks/hpmc/body_turns.hpp"

#include <gtest/gtest.h>

#include "models/core/errors.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

Request asking_for(const std::string& scheme) {
  Request request;
  request.filter = scheme;
  return request;
}

TEST(BodyTurns, GoOnFromTheStartThatTheyWrite) {
  BodyTurns work(asking_for("hpmc/serial-tree"), "disks", 256);
  const std::vector<double>& start = work.start();
  ASSERT_EQ(start.size(), 8u + 3 * 256);
  EXPECT_EQ(start[0], 2);
  EXPECT_DOUBLE_EQ(start[1], start[2]);
  EXPECT_EQ(start[3], 0);
  EXPECT_EQ(start[7], 256);
  const double area = 256 * 0.78539816339744831 * start[4] * start[4];
  EXPECT_NEAR(area / (start[1] * start[2]), 0.698, 1e-9);
  const std::vector<double> at_once = work.result();
  EXPECT_EQ(at_once[0], 0);
  EXPECT_EQ(std::vector(at_once.begin() + 1, at_once.end()),
            std::vector(start.begin() + 8, start.end()));
}

TEST(BodyTurns, CountTheTrialsOfEachTurn) {
  BodyTurns work(asking_for("hpmc/serial-tree"), "spheres", 256);
  EXPECT_EQ(work.ready().at("units"), 1024);
  EXPECT_EQ(work.ready().at("record").at("scheme"), "hpmc/serial-tree");
  work.turn(2);
  work.turn(5);
  const std::vector<double> found = work.result();
  ASSERT_EQ(found.size(), 1u + 4 + 3 * 256);
  EXPECT_EQ(found[0], 2);
  EXPECT_EQ(found[1], 2 * 1024);
  EXPECT_EQ(found[3], 5 * 1024);
  for (const std::size_t k : {1u, 3u}) {
    EXPECT_GT(found[k + 1], 0.1 * found[k]);
    EXPECT_LT(found[k + 1], 0.4 * found[k]);
  }
}

TEST(BodyTurns, RefuseSystemsAndSchemesThatThereAreNot) {
  EXPECT_THROW(BodyTurns(asking_for("hpmc/serial-tree"), "pentagons", 64), InputError);
  EXPECT_THROW(BodyTurns(asking_for("hpmc/serial-tree"), "squares", 64), InputError);
  EXPECT_THROW(BodyTurns(asking_for("hpmc/no-such"), "disks", 256), InputError);
}

}  // namespace
}  // namespace touchstone::benchmarks::hpmc
