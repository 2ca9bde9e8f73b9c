// The last word about a pair is that of its algorithm, wherever the centres of both are.
#include "optimized/hpmc/screen/pair_tests.hpp"

#include <gtest/gtest.h>

namespace touchstone::optimized {
namespace {

using namespace shapes;  // bodies

/// Centres that are near tell of an overlap only where both bodies are known to have an inner ball.
TEST(AnyTest, TakesABodyInTheHollowOfAnother) {
  const SphereUnion dumbbell{{{-1, 0, 0}, {1, 0, 0}}, {0.3, 0.3}};
  const SphereUnion unseen{{{0, 0, 0}}, {0.3}, {2}};
  for (const SphereUnion& other : {dumbbell, unseen}) {
    const AnyTest test({.box = Box::cube(20), .types = {checked(Ball{0.5}), checked(other)}});
    EXPECT_FALSE(test(0, {}, 1, {}, {0.1, 0, 0}));
    EXPECT_FALSE(test(1, {}, 0, {}, {0.1, 0, 0}));
  }
  const SimplePolygon c_shape{{{-.5, .5},
                               {-.5, -.5},
                               {.5, -.5},
                               {.5, -.25},
                               {-.25, -.25},
                               {-.25, .25},
                               {.5, .25},
                               {.5, .5}}};
  const ConvexPolygon square{{{-.1, -.1}, {.1, -.1}, {.1, .1}, {-.1, .1}}};
  const AnyTest test({.box = Box::square(20), .types = {checked(square), checked(c_shape)}});
  EXPECT_FALSE(test(0, {}, 1, {}, {0.01, 0, 0}));
  EXPECT_TRUE(test(0, {}, 0, {}, {0.01, 0, 0}));
}

}  // namespace
}  // namespace touchstone::optimized
