// Named tests of what the memory orders of the kernel with words are for.
#include "checkers/explore/kernels/word_chains.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "checkers/explore/kernels/random_legs.hpp"
#include "checkers/explore/kernels/trial.hpp"

namespace touchstone::explore {
namespace {

const Kernel& words() { return kernel("chains with words"); }

Mutation planted(const std::string& name) {
  static const std::vector<KernelMutant> all = mutants_of(words());
  for (const KernelMutant& each : all)
    if (each.name == name) return each.mutation;
  throw std::logic_error("no mutation " + name);
}

std::string wrong(const ChainLeg& leg, Judge judge, const Mutation& mutation = {}) {
  const KernelCase leg_case = word_case(leg);
  const Trial result = trial(words(), leg_case, program(leg_case, 0, mutation), judge);
  EXPECT_TRUE(result.complete);
  return result.wrong;
}

// One thread moves a disk, and another one up to it; who claims that one without acquire may still
// see the disk ahead where it was, behind the claimed one, and takes it for one far away.
TEST(WordChains, AnOwnerMustSeeWhatOwnersBeforeHaveSeen) {
  const ChainLeg leg = leg_of(seen_by_the_last_owner(), {0, 1, 0});
  for (const char* weaker : {"word.compare_exchange acq>rlx", "word.store rel>rlx"}) {
    EXPECT_EQ(wrong(leg, Judge::sc, planted(weaker)), "");
    EXPECT_EQ(wrong(leg, Judge::tso_x86, planted(weaker)), "");  // x86 orders these by itself
    EXPECT_THAT(wrong(leg, Judge::views, planted(weaker)), testing::HasSubstr("overlaps"));
  }
  EXPECT_EQ(wrong(leg, Judge::views), "");
}

TEST(WordChains, TwoChainsOnTwoThreadsDoNotShowIt) {
  for (const char* weaker : {"word.compare_exchange acq>rlx", "word.store rel>rlx"})
    EXPECT_EQ(on_random_legs(word_case, LegFamily::two_chains, 300, Judge::views, 0,
                             planted(weaker), true)
                  .wrong,
              0u);
}

TEST(WordChains, RandomLegsEndAsWithOneClock) {
  for (const LegFamily family : kLegFamilies) {
    const std::uint64_t legs = family == LegFamily::ring ? 10 : 100;
    for (const Judge judge : {Judge::sc, Judge::views}) {
      const RandomLegResult found = on_random_legs(word_case, family, legs, judge);
      EXPECT_EQ(found.wrong, 0u) << found.first_wrong;
      EXPECT_EQ(found.undecided, 0u) << name(family);
      EXPECT_GT(found.legs, legs / 2) << name(family);
    }
  }
}

}  // namespace
}  // namespace touchstone::explore
