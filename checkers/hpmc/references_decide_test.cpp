// References of overlap prove their answers for random pairs of every class, flat bodies among
// them: one that does not know would be believed all the same, by schemes and contact searches.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "checkers/draws.hpp"
#include "checkers/hpmc/random_bodies.hpp"
#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::OverlapAnswer;
using shapes::Vec3;

shapes::Orientation any_turn(Draws& draw, bool plane) {
  for (;;) {
    const shapes::Orientation q{draw.from(-1, 1), plane ? 0 : draw.from(-1, 1),
                                plane ? 0 : draw.from(-1, 1), draw.from(-1, 1)};
    const double n = std::sqrt(norm2(q));
    if (n > 0.1 && n < 1) return {q.s / n, q.x / n, q.y / n, q.z / n};
  }
}

TEST(References, ProveTheirAnswers) {
  constexpr int kPairs = 150;
  int proved = 0;
  for (const shapes::OverlapAlgorithm& algorithm : shapes::overlap_algorithms()) {
    if (!algorithm.reference) continue;
    PhiloxStream random = Philox(20).stream(Purpose::test, 0, 0);
    Draws draw(random);
    for (std::size_t i = 0; i < shapes::kBodyClasses; ++i)
      for (std::size_t j = 0; j < shapes::kBodyClasses; ++j) {
        const auto one = static_cast<BodyClass>(i), other = static_cast<BodyClass>(j);
        if (!algorithm.takes(one, other)) continue;
        for (int k = 0; k < kPairs; ++k) {
          const Body a = random_body(one, random), b = random_body(other, random);
          const bool plane = dimensions(a) == 2;
          const double reach = circumradius(a) + circumradius(b);
          const Vec3 r{draw.from(-0.6, 0.6) * reach, draw.from(-0.6, 0.6) * reach,
                       plane ? 0 : draw.from(-0.6, 0.6) * reach};
          const auto turn_of_b = any_turn(draw, plane), turn_of_a = any_turn(draw, plane);
          const OverlapAnswer answer = algorithm.prepare(a, b)->answer(turn_of_a, turn_of_b, r);
          if (std::isnan(answer.error)) continue;  // exact, or another proof
          ++proved;
          EXPECT_TRUE(answer.exact || answer.error < std::abs(answer.margin) ||
                      std::abs(answer.margin) < 1e-10)
              << fmt::format("{}: {} and {}, pair {}: margin {:.3g}, error {:.3g}",
                             algorithm.info.name, name(one), name(other), k, answer.margin,
                             answer.error);
        }
      }
  }
  EXPECT_GT(proved, 1000);
}

}  // namespace
}  // namespace touchstone::hpmc
