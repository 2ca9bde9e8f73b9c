// The production expressions of the cell shift in few bits: exhaustively near the boundaries.
#include "checkers/mutants/mpmc/shift_rates.hpp"

#include <gtest/gtest.h>

#include "checkers/mutants/mpmc/faulty_shift.hpp"
#include "models/core/rounded.hpp"
#include "models/disks/space.hpp"

namespace touchstone::mutants {
namespace {

using Bits6 = Rounded<6>;
using Space = disks::PlaneSpace<Bits6>;

struct Owners {
  std::uint64_t shifts = 0;
  std::uint64_t lost = 0;
  std::uint64_t duplicated = 0;
  std::uint64_t outside = 0;  // owned, but with a coordinate outside (0, w]
};

/// All representable positions 2^-8 <= x <= w and all representable distances 0 < d < w / 2, in
/// both directions: with six bits these are all cases, not a sample.
Owners exhaustive(ShiftRule rule, double side) {
  const Bits6 w(side);
  const Space space({w, w}, Bits6(0.1));
  const Bits6 middle(side / 2);
  Owners owners;
  for (Bits6 x(0x1p-8); x <= w; x = x.next_up())
    for (Bits6 d(0x1p-8); d < middle; d = d.next_up())
      for (const disks::CellOffset direction :
           {disks::CellOffset{1, 0}, disks::CellOffset{-1, 0}}) {
        const disks::GridShift<Bits6> shift{direction, d};
        const disks::Vec<Bits6> p{x, middle};
        const auto local = space.shifted(p, shift);
        const bool stays = space.inside(local);
        const auto moved = taken(space, p, shift, rule);
        ++owners.shifts;
        owners.lost += !stays && !moved ? 1 : 0;
        owners.duplicated += stays && moved ? 1 : 0;
        owners.outside += moved && !space.inside(*moved) ? 1 : 0;
      }
  return owners;
}

TEST(ShiftRules, AlgorithmFourHasOneOwnerForEveryRepresentablePosition) {
  for (const double side : {1.0, 1.015625, 1.2, 1.39}) {
    const Owners owners = exhaustive(ShiftRule::complement, side);
    EXPECT_GT(owners.shifts, 100000u);
    EXPECT_EQ(owners.lost, 0u);
    EXPECT_EQ(owners.duplicated, 0u);
    EXPECT_EQ(owners.outside, 0u) << side;
  }
}

TEST(ShiftRules, EveryOtherRuleFailsSomewhere) {
  EXPECT_GT(exhaustive(ShiftRule::moved_closed, 1.39).duplicated, 0u);
  const Owners translated = exhaustive(ShiftRule::translated_closed, 1.39);
  EXPECT_GT(translated.duplicated, 0u);
  EXPECT_GT(exhaustive(ShiftRule::moved_open, 1.39).lost, 0u);
}

TEST(ShiftRates, OfAlgorithmFourAreZero) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const ShiftRates coarse = measure_shift_rates<TenBits>(ShiftRule::complement, 200000, seed);
    EXPECT_EQ(coarse.lost + coarse.duplicated, 0u);
    const ShiftRates single = measure_shift_rates<float>(ShiftRule::complement, 200000, seed);
    EXPECT_EQ(single.lost + single.duplicated, 0u);
  }
}

TEST(ShiftRates, OfTheOtherRulesAreOfTheOrderOfTheLastBit) {
  // Half a unit in the last place of a cell side, half of the directions: 2e-4 in ten bits.
  const ShiftRates moved = measure_shift_rates<TenBits>(ShiftRule::moved_closed, 200000, 1);
  EXPECT_GT(moved.duplicated_rate(), 5e-5);
  EXPECT_LT(moved.duplicated_rate(), 5e-4);
  EXPECT_EQ(moved.lost, 0u);
  const ShiftRates translated =
      measure_shift_rates<TenBits>(ShiftRule::translated_closed, 200000, 1);
  EXPECT_GT(translated.lost, 0u);
  EXPECT_GT(translated.duplicated, 10 * translated.lost);
  // Thirteen bits more: about 8192 times rarer.
  const ShiftRates single = measure_shift_rates<float>(ShiftRule::moved_closed, 200000, 1);
  EXPECT_NEAR(moved.duplicated_rate() / single.duplicated_rate() / 8192, 1, 0.5);
}

TEST(ShiftRates, BandHoldsAllFaults) {
  // The outer half of the band is empty of faults, so nothing lies outside the band: the same
  // faults over all positions, unrestricted, at the same rate.
  PhiloxStream stream = Philox(3).stream(Purpose::test, 0, 0);
  const TenBits side(1.2);
  const disks::PlaneSpace<TenBits> space({side, side}, TenBits(0.1));
  std::uint64_t duplicated = 0;
  constexpr int kDraws = 2000000;
  for (int k = 0; k < kDraws; ++k) {
    const disks::Vec<TenBits> p{TenBits(1.2 * (1 - stream.uniform())), TenBits(0.6)};
    const disks::GridShift<TenBits> shift{disks::kDirections[stream.below(2)],
                                          TenBits(0.6 * stream.uniform())};
    if (!(p.x > TenBits(0)) || p.x > side) continue;
    duplicated +=
        space.inside(space.shifted(p, shift)) && taken(space, p, shift, ShiftRule::moved_closed)
            ? 1
            : 0;
  }
  const double direct = static_cast<double>(duplicated) / kDraws;
  const double banded =
      measure_shift_rates<TenBits>(ShiftRule::moved_closed, 500000, 2).duplicated_rate();
  EXPECT_GT(duplicated, 100u);
  EXPECT_NEAR(direct / banded, 1, 0.6);  // the last bit of one side against the mean over sides
}

}  // namespace
}  // namespace touchstone::mutants
