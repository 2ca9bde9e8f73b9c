// Messages between ranks that are threads: each of them arrives whole, once, where it was sent to
// and in its order, whichever thread is late. (MPI has tests of its own: cmake/Mpi.cmake.)
#include "optimized/core/thread_ranks.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace touchstone::optimized {
namespace {

using Numbers = std::vector<double>;

constexpr std::size_t kRanks = 4;
constexpr int kRounds = 10;

double number(std::size_t from, std::size_t to, int round) {
  return static_cast<double>(from) + 10.0 * static_cast<double>(to) + 100.0 * round;
}

TEST(ThreadRanksThread, CollectiveOperationsGiveWhatTheySay) {
  ThreadRanks ranks(kRanks);
  ranks.on_all([&](std::size_t me) {
    Transport& transport = ranks[me];
    ASSERT_EQ(transport.rank(), me);
    for (int round = 0; round < kRounds; ++round) {
      const Numbers own(me, number(me, 0, round));  // a rank without any among them
      Numbers all, sent, expected;
      for (std::size_t q = 0; q < kRanks; ++q) all.insert(all.end(), q, number(q, 0, round));
      EXPECT_EQ(transport.all_gather(own), all);
      EXPECT_EQ(transport.gather(own), me == 0 ? all : Numbers{});
      EXPECT_EQ(transport.broadcast(Numbers(3, number(me, 0, round))),
                Numbers(3, number(0, 0, round)));
      for (std::size_t q = 0; q < kRanks; ++q) {
        sent.insert(sent.end(), me + q, number(me, q, round));
        expected.insert(expected.end(), me + q, number(q, me, round));
      }
      EXPECT_EQ(transport.all_to_all(sent, {me, me + 1, me + 2, me + 3}), expected);
      EXPECT_EQ(transport.sum(me + 1), 10u);
      EXPECT_EQ(transport.sum_below(me + 1), me * (me + 1) / 2);
      EXPECT_EQ(transport.any(me == 2 && round % 2 == 0), round % 2 == 0);
    }
  });
}

/// On a line, where the ends have one partner, with messages of different sizes and none at all.
TEST(ThreadRanksThread, PartnersSwapInOrderAndOthersNeedNotTakePart) {
  ThreadRanks ranks(kRanks);
  ranks.on_all([&](std::size_t me) {
    std::vector<std::size_t> partners;
    if (me > 0 && me + 1 < kRanks) partners.push_back(me - 1);
    if (me + 2 < kRanks) partners.push_back(me + 1);
    if (me + 1 == kRanks) return;  // the last rank is nobody's partner
    if (me == 1) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::vector<Numbers> out(partners.size()), in;
    for (int round = 0; round < kRounds; ++round) {
      for (std::size_t k = 0; k < partners.size(); ++k)
        out[k].assign((me + 2 * static_cast<std::size_t>(round)) % 5,
                      number(me, partners[k], round));
      ranks[me].swap(partners, out, in);
      ASSERT_EQ(in.size(), partners.size());
      for (std::size_t k = 0; k < partners.size(); ++k)
        EXPECT_EQ(in[k], Numbers((partners[k] + 2 * static_cast<std::size_t>(round)) % 5,
                                 number(partners[k], me, round)));
    }
  });
}

TEST(ThreadRanksThread, MessagesKeepTheirOrder) {
  ThreadRanks ranks(kRanks);
  ranks.on_all([&](std::size_t me) {
    for (int round = 0; round < kRounds; ++round)
      if (me > 0) ranks[me].send(0, Numbers{number(me, 0, round)});
    for (std::size_t from = kRanks - 1; me == 0 && from > 0; --from)
      for (int round = 0; round < kRounds; ++round)
        EXPECT_EQ(ranks[0].receive<double>(from), Numbers{number(from, 0, round)});
  });
}

TEST(ThreadRanksThread, WhatAllRanksRefuseReachesTheCaller) {
  ThreadRanks ranks(kRanks);
  EXPECT_THROW(ranks.on_all([&](std::size_t me) {
    if (ranks[me].sum(1) == kRanks) throw input_error("ranks", "number", "fewer", "all");
  }),
               InputError);
  ranks.on_all([&](std::size_t me) { EXPECT_EQ(ranks[me].sum(1), kRanks); });  // and they go on
}

}  // namespace
}  // namespace touchstone::optimized
