#include "models/disks/chains/fixed_point.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/chains/fixed_grid.hpp"
#include "models/disks/start.hpp"

namespace touchstone::disks {
namespace {

constexpr Box kBoxes[] = {{4, 4}, {2, 2}, {2, 7}, {13, 11}, {272.4, 272.4}, {40, 2.6}};

TEST(FixedMetric, SeparationIsTheLeastDistanceWithoutOverlap) {
  PhiloxStream random = Philox(1).stream(Purpose::test, 0, 0);
  for (const Box& box : kBoxes) {
    const FixedMetric metric(box);
    int pairs = 0;
    for (int k = 0; k < 2000; ++k) {
      const double dy = 2.2 * random.uniform() - 1.1;  // in diameters
      const auto across =
          static_cast<FixedCoordinate>(static_cast<std::int64_t>(dy / box.height * 0x1p32));
      if (std::abs(dy) > box.height / 2) continue;
      const Ticks b = metric.separation(across);
      EXPECT_EQ(b, metric.separation(0u - across));
      if (b == kNoPair) {
        EXPECT_GT(std::abs(dy), 1 - 1e-6);
        EXPECT_FALSE(metric.overlap(0, across));
        continue;
      }
      ++pairs;
      EXPECT_FALSE(metric.overlap(static_cast<FixedCoordinate>(b), across));
      EXPECT_TRUE(
          metric.overlap(static_cast<FixedCoordinate>(b - 1), across));  // rounded down: an overlap
      const double exact = std::sqrt(std::max(0.0, 1 - dy * dy)) / box.width * 0x1p32;
      if (std::abs(dy) < 0.9) {
        EXPECT_NEAR(static_cast<double>(b), exact, 40 + 1e-6 * exact) << dy;
      }
    }
    EXPECT_GT(pairs, 1000);
  }
}

TEST(FixedMetric, LegalAlongXIsLegalAlongY) {
  PhiloxStream random = Philox(2).stream(Purpose::test, 0, 0);
  for (const Box& box : kBoxes) {
    const FixedMetric along_x(box);
    const FixedMetric along_y = along_x.transposed();
    for (int k = 0; k < 2000; ++k) {
      const FixedCoordinate across = random.next() >> 3;
      const Ticks b = along_x.separation(across);
      if (b == kNoPair) continue;
      const auto dx = static_cast<FixedCoordinate>(b);  // in contact after a leg along x
      const Ticks other = along_y.separation(dx);
      EXPECT_LE(other, Ticks{std::min<FixedCoordinate>(across, 0u - across)});
      if (b > 1 && across != 0) {  // twin: disks one tick too close would overlap in a leg along y
        EXPECT_GT(along_y.separation(dx - 1),
                  Ticks{std::min<FixedCoordinate>(across, 0u - across)});
      }
    }
  }
}

TEST(FixedMetric, LanesAreMirrorImages) {
  const FixedMetric metric(Box{4, 4});  // the diameter is 2^30
  EXPECT_EQ(metric.separation(0), Ticks{1} << 30);
  EXPECT_EQ(metric.lane(0), Lane::middle);
  EXPECT_EQ(metric.lane((1u << 29) - 1), Lane::middle);
  EXPECT_EQ(metric.lane(1u << 29), Lane::above);
  EXPECT_EQ(metric.lane(0u - (1u << 29)), Lane::below);
  EXPECT_EQ(metric.lane(1 - (1u << 29)), Lane::middle);
  EXPECT_EQ(metric.lane((1u << 30) - 1), Lane::above);
  EXPECT_EQ(metric.lane(1u << 30), Lane::none);
  EXPECT_EQ(metric.separation(1u << 30), kNoPair);
  EXPECT_GE(metric.separation((1u << 30) - 1), 1);
}

// Why the nearest disk of a lane is enough: it is in the way of all further ones.
TEST(FixedMetric, SeparationsInALaneAddUpToMore) {
  PhiloxStream random = Philox(3).stream(Purpose::test, 0, 0);
  const FixedMetric metric(Box{5, 4});
  for (int k = 0; k < 20000; ++k) {
    const FixedCoordinate a = random.next();
    const FixedCoordinate b = random.next();
    if (metric.lane(a) == Lane::none || metric.lane(a) != metric.lane(b)) continue;
    EXPECT_GE(metric.separation(a) + metric.separation(b - a), metric.separation(b));
  }
  // twin: across lanes they do not
  EXPECT_LT(metric.separation(1u << 29) + metric.separation(0u - (1u << 28)),
            metric.separation(1u << 28) + metric.separation(0));
}

TEST(FixedMetric, BoxesThatDoNotServeAreRefused) {
  for (const Box& box : {Box{1.9, 4}, Box{4, std::nan("")}, Box{100, 6}, Box{0, 0}})
    EXPECT_THROW(FixedMetric{box}, InputError);
  EXPECT_NO_THROW(FixedMetric(Box{96, 6}));
}

TEST(Turns, RoundTripIsExact) {
  PhiloxStream random = Philox(4).stream(Purpose::test, 0, 0);
  for (const Box& box : kBoxes) {
    FixedConfiguration c{box, {0, 0xFFFFFFFFu}, {0xFFFFFFFFu, 1}};
    for (int k = 0; k < 1000; ++k) {
      c.x.push_back(random.next());
      c.y.push_back(random.next());
    }
    EXPECT_EQ(in_fixed_point(in_diameters(c)), c);
  }
}

TEST(Turns, RoundToTheNearestAndWrap) {
  const FixedConfiguration c =
      in_fixed_point(Configuration{{4, 4}, {{1, 3}, {std::nextafter(4.0, 0.0), 0x1.8p-31}}});
  EXPECT_EQ(c.x, (std::vector<FixedCoordinate>{1u << 30, 0}));
  EXPECT_EQ(c.y, (std::vector<FixedCoordinate>{3u << 30, 1}));
  EXPECT_THROW(in_fixed_point(Configuration{{4, 4}, {{4, 1}}}), InputError);
  EXPECT_THROW(in_fixed_point(Configuration{{4, 4}, {{1, std::nan("")}}}), InputError);
}

TEST(Turns, TransposedAndMirroredTwiceAreTheSame) {
  const FixedConfiguration c = in_fixed_point(random_start(40, 0.4, {1, 2}, 3));
  EXPECT_EQ(transposed(transposed(c)), c);
  EXPECT_EQ(mirrored(mirrored(c)), c);
  EXPECT_NE(mirrored(c), c);
  EXPECT_NO_THROW(require_apart(transposed(c)));
  EXPECT_NO_THROW(require_apart(mirrored(c)));
}

TEST(FixedGrid, VisitsEveryDiskCloserThanADiameterOnce) {
  for (const Box& box : kBoxes) {
    PhiloxStream random = Philox(5).stream(Purpose::test, 0, 0);
    FixedConfiguration c{box, {}, {}};
    for (int k = 0; k < 60; ++k) {
      c.x.push_back(random.next());
      c.y.push_back(random.next());
    }
    const FixedGrid grid(c);
    const FixedMetric metric(box);
    for (std::size_t i = 0; i < c.size(); ++i) {
      std::multiset<std::size_t> seen;
      grid.for_each_near(c.x[i], c.y[i], [&](DiskIndex j) { seen.insert(j); });
      for (std::size_t j = 0; j < c.size(); ++j) {
        EXPECT_LE(seen.count(j), 1u);
        if (metric.overlap(c.x[j] - c.x[i], c.y[j] - c.y[i])) {
          EXPECT_EQ(seen.count(j), 1u) << i << ' ' << j;
        }
      }
    }
  }
}

bool apart_by_all_pairs(const FixedConfiguration& c) {
  const FixedMetric metric(c.box);
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (metric.overlap(c.x[j] - c.x[i], c.y[j] - c.y[i])) return false;
  return true;
}

TEST(RequireApart, FindsEveryOverlap) {
  int overlapping = 0;
  int apart = 0;
  for (std::uint32_t k = 0; k < 600; ++k) {
    PhiloxStream random = Philox(6).stream(Purpose::test, 0, k);
    FixedConfiguration c{kBoxes[k % 4], {}, {}};
    for (std::uint32_t i = 0; i < 2 + k % 3; ++i) {
      c.x.push_back(random.next());
      c.y.push_back(random.next());
    }
    if (apart_by_all_pairs(c)) {
      ++apart;
      EXPECT_NO_THROW(require_apart(c));
    } else {
      ++overlapping;
      EXPECT_THROW(require_apart(c), InputError) << k;
    }
  }
  EXPECT_GT(overlapping, 100);
  EXPECT_GT(apart, 100);
}

std::string complaint(const FixedConfiguration& c) {
  try {
    require_apart(c);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(RequireApart, SaysWhichDisksAndHowFar) {
  const FixedConfiguration c{{4, 4}, {0, 1u << 31, (1u << 30) - 4}, {0, 0, 0}};
  EXPECT_EQ(complaint(c),
            "initial configuration: disks 0 and 2 overlap: expected a distance of at least 1 "
            "diameter, found 0.999999996275");
  FixedConfiguration crowd{{2, 2}, {}, {}};
  crowd.x.assign(5, 0);
  crowd.y.assign(5, 0);
  EXPECT_NE(complaint(crowd).find("above close packing"), std::string::npos);
  EXPECT_NE(complaint({{4, 4}, {}, {}}).find("number of disks"), std::string::npos);
}

TEST(RequireApart, StartsOfTheSuiteSurviveTheRounding) {
  EXPECT_NO_THROW(require_apart(in_fixed_point(compressed_start(200, 0.708, kSquare, 1))));
  EXPECT_NO_THROW(require_apart(in_fixed_point(compressed_start(870, 0.6, kHexagonal870, 1))));
  EXPECT_NO_THROW(require_apart(in_fixed_point(hexagonal_start(870, 0.708, kHexagonal870))));
}

TEST(RequireApart, JudgesDiluteSystemsOfAnySize) {
  for (const double side : {1e6, 4e9}) {
    FixedConfiguration c{{side, side}, {5, 1u << 31}, {7, 1u << 31}};
    EXPECT_NO_THROW(require_apart(c)) << side;
    c.x[1] = 5;
    c.y[1] = 7;
    EXPECT_THROW(require_apart(c), InputError) << side;
  }
}

}  // namespace
}  // namespace touchstone::disks
