#include "models/cmc/partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>

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
}

}  // namespace
}  // namespace touchstone::cluster
