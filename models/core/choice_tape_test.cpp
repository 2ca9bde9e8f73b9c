#include "models/core/choice_tape.hpp"

#include <gtest/gtest.h>

#include <map>

namespace touchstone {
namespace {

TEST(ChoiceTape, EnumeratesEveryOutcomeOnceWithItsProbability) {
  ChoiceTape tape;
  std::map<std::uint32_t, double> probability;
  int tapes = 0;
  do {  // a draw whose range depends on an earlier draw
    auto stream = tape.stream(Purpose::test, 0, 0);
    const std::uint32_t first = stream.below(3);
    const std::uint32_t second = stream.below(first + 1);
    probability[10 * first + second] += 1.0 / static_cast<double>(tape.weight());
    ++tapes;
  } while (tape.next());
  EXPECT_EQ(tapes, 1 + 2 + 3);
  EXPECT_DOUBLE_EQ(probability.at(0), 1.0 / 3);
  EXPECT_DOUBLE_EQ(probability.at(11), 1.0 / 6);
  EXPECT_DOUBLE_EQ(probability.at(22), 1.0 / 9);
}

TEST(ChoiceTape, StreamsWithTheSameKeyRepeatTheSameChoices) {
  ChoiceTape tape;
  int tapes = 0;
  do {
    auto one = tape.stream(Purpose::cell_update, 1, 7);
    auto same = tape.stream(Purpose::cell_update, 1, 7);
    EXPECT_EQ(one.below(4), same.below(4));
    ++tapes;
  } while (tape.next());
  EXPECT_EQ(tapes, 4);
}

TEST(ChoiceTape, ReplaysATape) {
  ChoiceTape tape = ChoiceTape::replay({2, 1});
  auto stream = tape.stream(Purpose::test, 0, 0);
  EXPECT_EQ(stream.below(3), 2u);
  EXPECT_EQ(stream.below(2), 1u);
  EXPECT_EQ(tape.values(), (std::vector<std::uint32_t>{2, 1}));
  EXPECT_EQ(tape.weight(), 6u);
}

TEST(ChoiceTape, ASampleHasEveryValueOfARangeAndIsRepeated) {
  std::map<std::uint32_t, int> seen;
  for (std::uint32_t number = 0; number < 40; ++number) {
    ChoiceTape tape = ChoiceTape::spread(number);
    const std::uint32_t first = tape.stream(Purpose::test, 0, 0).below(5);
    tape.stream(Purpose::test, 0, 1).below(first + 1);
    ++seen[first];
    const auto values = tape.values();
    tape.restart();
    EXPECT_EQ(tape.stream(Purpose::test, 0, 0).below(5), first);
    EXPECT_EQ(tape.stream(Purpose::test, 0, 1).below(first + 1), values[1]);
  }
  EXPECT_EQ(seen.size(), 5u);
  ChoiceTape zeros = ChoiceTape::spread(0);
  EXPECT_EQ(zeros.stream(Purpose::test, 0, 0).below(5), 0u);
}

TEST(ChoiceTape, RefusesWhatItCannotEnumerate) {
  ChoiceTape tape;
  EXPECT_THROW(tape.stream(Purpose::test, 0, 0).uniform(), InputError);
  EXPECT_THROW(tape.stream(Purpose::test, 0, 0).below(0), InputError);
  ChoiceTape bad = ChoiceTape::replay({5});
  EXPECT_THROW(bad.stream(Purpose::test, 0, 0).below(3), InputError);
}

}  // namespace
}  // namespace touchstone
