// Who is near: all bodies whose circumspheres may meet the query's, and none that are clearly
// apart, against a loop over all.
#include "optimized/hpmc/tree/near_bodies.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "models/core/random/philox.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Vec3;

TEST(NearBodies, AreThoseWithinTheDistance) {
  EXPECT_TRUE(
      rc::check("leaves of 1 to 16 bodies, found in one call or several", [](std::uint64_t seed) {
        PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
        const auto leaves = static_cast<std::size_t>(*rc::gen::inRange(1, 80));
        const auto point = [&](double size) {
          return Vec3{size * random.uniform(), size * random.uniform(), size * random.uniform()};
        };
        std::vector<LeafPoints> points(leaves);
        std::vector<FloatBox> boxes(leaves);
        std::vector<Vec3> centres(kLeafCapacity * leaves);
        std::vector<bool> there(centres.size(), false);
        for (std::size_t l = 0; l < leaves; ++l) {
          points[l].origin = point(4);
          const std::size_t count = 1 + random.next() % kLeafCapacity;
          for (std::size_t k = 0; k < kLeafCapacity; ++k) {
            const Vec3 offset = k < count ? point(1) : Vec3{LeafPoints::kFar, 0, 0};
            points[l].x[k] = static_cast<float>(offset.x);
            points[l].y[k] = static_cast<float>(offset.y);
            points[l].z[k] = static_cast<float>(offset.z);
            if (k >= count) continue;
            centres[kLeafCapacity * l + k] = points[l].origin + offset;
            there[kLeafCapacity * l + k] = true;
            const FloatBox box = FloatBox::around(points[l].origin + offset, 0.5);
            if (k == 0) boxes[l] = box;
            boxes[l].add(box);
          }
        }
        const auto self = static_cast<std::uint32_t>(random.next() % centres.size());
        const double radius = *rc::gen::element(0.6, 1.0, 3.0);
        const Vec3 r = point(5);
        std::vector<std::uint32_t> list(leaves);
        std::iota(list.begin(), list.end(), 0u);
        const auto near2 = static_cast<float>(radius * radius * (1 + 1e-5));
        const NearQuery query{FloatBox::around(r, radius - 0.5), r, near2, self};
        std::set<std::uint32_t> found;
        for (std::size_t done = 0; done < leaves;) {
          NearBodies near;
          const std::size_t now = find_near(
              {points.data(), boxes.data(), list.data() + done, leaves - done}, query, near);
          RC_ASSERT(now > 0u);
          RC_ASSERT(near.count <= NearBodies::kMost);
          done += now;
          for (std::size_t k = 0; k < near.count; ++k) {
            RC_ASSERT(found.insert(near.slot[k]).second);
            const Vec3 from = centres[near.slot[k]] - r;
            RC_ASSERT(std::abs(static_cast<double>(near.x[k]) - from.x) < 1e-5);
            RC_ASSERT(std::abs(static_cast<double>(near.y[k]) - from.y) < 1e-5);
            RC_ASSERT(std::abs(static_cast<double>(near.z[k]) - from.z) < 1e-5);
          }
        }
        double nearest = 1e9;
        for (std::uint32_t i = 0; i < centres.size(); ++i) {
          if (there[i] && i != self) nearest = std::min(nearest, norm(centres[i] - r));
          const double distance = there[i] ? norm(centres[i] - r) : 1e9;
          if (i == self || distance > radius * (1 + 1e-4)) RC_ASSERT(found.count(i) == 0u);
          if (i != self && distance < radius * (1 - 1e-5)) RC_ASSERT(found.count(i) == 1u);
        }
        const double half = 0.5 * radius;
        const NearestBall ball = nearest_ball({points.data(), boxes.data(), list.data(), leaves},
                                              query, static_cast<float>(half * half));
        if (nearest < half * (1 - 1e-4)) RC_ASSERT(ball.overlaps);
        if (nearest > half * (1 + 1e-4)) RC_ASSERT(!ball.overlaps);
        if (nearest < radius * (1 - 1e-5)) RC_ASSERT(ball.may);
        if (nearest > radius * (1 + 1e-4)) RC_ASSERT(!ball.may);
      }));
}

/// However large bodies are: one alone has none near.
TEST(NearBodies, AreNoneOfABallThatIsAlone) {
  for (const float radius : {1.0f, 1e8f, 1e9f, 1e15f}) {
    LeafPoints points{};
    std::fill(points.x, points.x + kLeafCapacity, LeafPoints::kFar);
    points.x[0] = 0;
    const FloatBox box = FloatBox::around({}, radius);
    const std::uint32_t leaf = 0;
    const NearQuery query{box, {}, 4 * radius * radius, 0};
    const NearestBall ball = nearest_ball({&points, &box, &leaf, 1}, query, radius * radius);
    EXPECT_FALSE(ball.overlaps || ball.may) << radius;
  }
}

}  // namespace
}  // namespace touchstone::optimized
