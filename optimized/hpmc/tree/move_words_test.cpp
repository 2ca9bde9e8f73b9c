// Words drawn in vector lanes make the trials of the law, without another block.
#include "optimized/hpmc/tree/move_words.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <vector>

namespace touchstone::optimized {
namespace {

TEST(MoveWords, MakeTheTrialsOfTheLaw) {
  EXPECT_TRUE(
      rc::check("in plane and space, with translations, rotations or both", [](std::uint64_t seed) {
        const Philox random(seed);
        const shapes::MoveLaw law{.displacement = 0.3,
                                  .tangent = 0.4,
                                  .threshold = *rc::gen::element(0ull, 1ull << 31, 1ull << 32),
                                  .plane = *rc::gen::element(false, true)};
        const std::uint64_t sweep = *rc::gen::element(0ull, 7ull, 1ull << 40);
        const auto count = *rc::gen::inRange<std::size_t>(1, kPrepared + 1);
        PhiloxStream some = random.stream(Purpose::test, 0, 0);
        std::vector<std::uint32_t> tags(kPrepared);
        for (std::uint32_t& tag : tags) tag = some.next();
        MoveWords words;
        draw_move_words(random, sweep, law, tags.data(), count, words);
        const PhiloxStream no_help = Philox(seed + 1).stream(Purpose::test, 0, 0);
        for (std::size_t k = 0; k < count; ++k) {
          const shapes::Trial expected = draw_trial(random, sweep, tags[k], law);
          const shapes::Trial found = draw_trial(no_help, words.of(k), law);
          RC_ASSERT(found.rotation == expected.rotation);
          RC_ASSERT(found.step == expected.step);
          RC_ASSERT(found.turn == expected.turn);
        }
      }));
}

}  // namespace
}  // namespace touchstone::optimized
