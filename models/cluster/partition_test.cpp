#include "models/cluster/partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

using Sizes = std::vector<std::size_t>;

Sizes sizes(const std::vector<Block>& blocks) {
  Sizes all;
  for (const Block& block : blocks) all.push_back(block.size());
  return all;
}

/// All numbers of stars up to 2000 on all numbers of ranks up to 64.
TEST(Partition, IsWholeBinsInOrderForEverySize) {
  std::size_t compared = 0;
  for (std::size_t n = 20; n <= 2000; ++n)
    for (std::size_t p = 1; p <= std::min<std::size_t>(64, n / 20); ++p) {
      const std::vector<Block> blocks = partition(n, p);
      ASSERT_EQ(blocks.size(), p);
      std::size_t next = 0;
      for (std::size_t rank = 0; rank < p; ++rank) {
        ASSERT_EQ(blocks[rank].first, next);
        ASSERT_GE(blocks[rank].size(), 20u);
        if (rank + 1 < p) {
          ASSERT_EQ(blocks[rank].size() % 20, 0u);
        }
        ASSERT_EQ(global_index(0, rank, n, p), next);
        ASSERT_EQ(global_index(7, rank, n, p), next + 7);
        next = blocks[rank].end;
      }
      ASSERT_EQ(next, n);
      const Sizes all = sizes(blocks);
      const auto [least, most] = std::minmax_element(all.begin(), all.end());
      // Not 19, as the paper says: its own example has 120 and 100.
      const std::size_t uneven = (n / 20) % p == 0 ? n % 20 : 20;
      ASSERT_LE(*most - *least, uneven) << n << " stars on " << p;
      ++compared;
    }
  EXPECT_GT(compared, 80000u);
}

TEST(Partition, OfThePapersExample) {
  EXPECT_EQ(sizes(partition(450, 4)), (Sizes{120, 120, 100, 110}));
}

TEST(Partition, RefusesMoreRanksThanBins) {
  EXPECT_NO_THROW(partition(60, 3));
  EXPECT_THROW(partition(60, 4), InputError);
  EXPECT_THROW(partition(59, 3), InputError);
  EXPECT_THROW(partition(19, 1), InputError);
  EXPECT_THROW(partition(100, 0), InputError);
  EXPECT_THROW(partition(100, 1, 0), InputError);
  EXPECT_THROW(global_index(0, 0, 19, 1), InputError);
}

/// Section 3.5: "the third processor sends 231-240 to the second and 341-370 to the fourth".
TEST(Redistribution, OfThePapersExample) {
  const Sizes received{100, 130, 140, 80};
  const auto transfers = redistribution(received, sizes(partition(450, 4)));
  const std::vector<Transfer> expected{{0, 0, {0, 100}},   {1, 0, {100, 120}}, {1, 1, {120, 230}},
                                       {2, 1, {230, 240}}, {2, 2, {240, 340}}, {2, 3, {340, 370}},
                                       {3, 3, {370, 450}}};
  EXPECT_EQ(transfers, expected);
}

/// Empty ranks, and a rank with pieces for several others.
TEST(Redistribution, MovesEveryStarOnce) {
  const std::vector<std::pair<Sizes, Sizes>> cases{{{0, 0, 450, 0}, {120, 120, 100, 110}},
                                                   {{450, 0, 0, 0}, {120, 120, 100, 110}},
                                                   {{0, 0, 0, 450}, {120, 120, 100, 110}},
                                                   {{1, 447, 1, 1}, {0, 0, 225, 225}}};
  for (const auto& [received, wanted] : cases) {
    Sizes sent(4, 0), got(4, 0);
    std::size_t next = 0;
    for (const Transfer& t : redistribution(received, wanted)) {
      EXPECT_EQ(t.stars.first, next);
      next = t.stars.end;
      sent[t.from] += t.stars.size();
      got[t.to] += t.stars.size();
    }
    EXPECT_EQ(next, 450u);
    EXPECT_EQ(sent, received);
    EXPECT_EQ(got, wanted);
  }
  EXPECT_THROW(redistribution(Sizes{1, 2}, Sizes{1, 1}), InputError);
  EXPECT_THROW(redistribution(Sizes{1, 2}, Sizes{3}), InputError);
}

}  // namespace
}  // namespace touchstone::cluster
