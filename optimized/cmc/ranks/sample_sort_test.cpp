#include "optimized/cmc/ranks/sample_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "models/cmc/lfsr113.hpp"
#include "models/core/errors.hpp"
#include "optimized/core/thread_ranks.hpp"

namespace touchstone::optimized {
namespace {

struct Outcome {
  std::vector<std::vector<Traveller>> stars;  ///< stars of each rank
  std::vector<SortCounts> counts;
  std::vector<cluster::Traffic> traffic;
};

/// `radius(i)` of `stars` stars that start in blocks of `sizes`.
Outcome sorted(const Counts& sizes, const std::function<double(std::size_t)>& radius,
               std::size_t samples) {
  const std::size_t ranks = sizes.size();
  ThreadRanks threads(ranks);
  Outcome outcome{std::vector<std::vector<Traveller>>(ranks), std::vector<SortCounts>(ranks),
                  std::vector<cluster::Traffic>(ranks)};
  std::size_t next = 0;
  for (std::size_t q = 0; q < ranks; ++q)
    for (std::size_t i = 0; i < sizes[q]; ++i, ++next)
      outcome.stars[q].push_back({.radius = radius(next),
                                  .id = static_cast<double>(next),
                                  .mass = 1,
                                  .radial_velocity = 0,
                                  .tangential_velocity = 0,
                                  .old_radius = 2 * radius(next),
                                  .old_speed2 = 0,
                                  .work = 0});
  threads.on_all([&](std::size_t q) {
    Exchange exchange(threads[q]);
    outcome.stars[q] =
        sample_sort(std::move(outcome.stars[q]), samples, exchange, &outcome.counts[q]);
    outcome.traffic[q] = exchange.traffic();
  });
  return outcome;
}

/// Every star once, in order over all ranks, on the rank of equation 17, with all that it carries.
void expect_sorted(const Outcome& outcome, std::size_t stars) {
  const auto wanted = cluster::partition(stars, outcome.stars.size());
  std::vector<Traveller> all;
  std::vector<bool> seen(stars, false);
  for (std::size_t q = 0; q < outcome.stars.size(); ++q) {
    EXPECT_EQ(outcome.stars[q].size(), wanted[q].size()) << "rank " << q;
    all.insert(all.end(), outcome.stars[q].begin(), outcome.stars[q].end());
  }
  ASSERT_EQ(all.size(), stars);
  for (std::size_t i = 0; i < stars; ++i) {
    const auto id = static_cast<std::size_t>(all[i].id);
    EXPECT_FALSE(seen.at(id));
    seen[id] = true;
    EXPECT_EQ(all[i].old_radius, 2 * all[i].radius);
    if (i > 0) {
      EXPECT_TRUE(all[i - 1].radius < all[i].radius ||
                  (all[i - 1].radius == all[i].radius && all[i - 1].id < all[i].id));
    }
  }
}

std::function<double(std::size_t)> random_radii(std::uint32_t seed, double power) {
  return [seed, power](std::size_t i) {
    cluster::Lfsr113 random(seed + static_cast<std::uint32_t>(i));
    return std::pow(random.uniform() + 1e-9, power);
  };
}

TEST(SampleSort, OfAdversarialKeysThread) {
  const std::vector<Counts> sizes{{100, 100, 100, 100}, {0, 0, 400, 0}, {400, 0, 0, 0},
                                  {0, 0, 0, 400},       {1, 2, 3, 394}, {400}};
  const std::vector<std::function<double(std::size_t)>> radii{
      random_radii(1, 1),                                             // even
      random_radii(2, 40),                                            // nearly all in the core
      [](std::size_t) { return 1.0; },                                // all equal
      [](std::size_t i) { return i < 390 ? 1.0 : 2.0; },              // nearly all equal
      [](std::size_t i) { return 1.0 + static_cast<double>(i); },     // sorted
      [](std::size_t i) { return 1000.0 - static_cast<double>(i); },  // backwards
      [](std::size_t i) { return static_cast<double>(i % 3 + 1); }};  // three radii
  for (const Counts& size : sizes)
    for (const auto& radius : radii)
      for (const std::size_t samples : {1u, 16u, 1000u})
        expect_sorted(sorted(size, radius, samples), 400);
}

/// With fewer keys than samples are asked for, each rank gives what it has.
TEST(SampleSort, OfFewerKeysThanSamplesThread) {
  expect_sorted(sorted({20, 20, 20}, random_radii(3, 1), 128), 60);
  ThreadRanks one(1);
  Exchange alone(one[0]);
  EXPECT_THROW(sample_sort({}, 0, alone), InputError);
}

/// Regular samples of sorted blocks: no rank receives more than twice its share.
TEST(SampleSort, LoadsAreEvenThread) {
  for (const double power : {1.0, 5.0, 40.0}) {
    const Outcome outcome = sorted({1000, 1000, 1000, 1000}, random_radii(4, power), 64);
    for (const SortCounts& counts : outcome.counts) {
      EXPECT_LE(counts.received, 2000u);
      EXPECT_EQ(counts.stars, 4000u);
    }
  }
}

/// Bytes of one operation, on each rank.
std::vector<std::uint64_t> bytes(const Outcome& outcome, cluster::Operation operation) {
  std::vector<std::uint64_t> result;
  for (const cluster::Traffic& traffic : outcome.traffic)
    result.push_back(traffic.bytes[static_cast<std::size_t>(operation)]);
  return result;
}

/// Every term of equation 18 that is sent, to the byte: samples, splitters, stars, and the numbers
/// by which the redistribution knows where it is.
TEST(SampleSort, SendsWhatEquation18SaysThread) {
  for (const std::size_t ranks : {2u, 4u, 7u})
    for (const std::size_t samples : {16u, 64u}) {
      const std::size_t own = 1000;
      const Outcome outcome = sorted(Counts(ranks, own), random_radii(5, 1), samples);
      const auto gathered = bytes(outcome, cluster::Operation::gather);
      const auto broadcast = bytes(outcome, cluster::Operation::broadcast);
      const auto stars = bytes(outcome, cluster::Operation::all_to_all);
      for (std::size_t q = 0; q < ranks; ++q) {
        EXPECT_EQ(gathered[q], q == 0 ? 0 : 8 * samples);  // O(s p) at rank 0
        EXPECT_EQ(broadcast[q],
                  q == 0 ? 8 * (ranks - 1) * (ranks - 1) : 0);  // O(p log p) by a tree
        EXPECT_EQ(bytes(outcome, cluster::Operation::scan)[q], 8u);
        EXPECT_EQ(bytes(outcome, cluster::Operation::all_gather)[q], 8 * (ranks - 1));
        EXPECT_EQ(bytes(outcome, cluster::Operation::pass_on)[q], 0u);
        // O(N/p), with the size of a star: once to its partition, at most once to its place.
        EXPECT_LE(stars[q], sizeof(Traveller) * (own + outcome.counts[q].received));
        const double wrong =
            1 - 1 / static_cast<double>(ranks);  // share on the wrong rank at first
        EXPECT_NEAR(static_cast<double>(stars[q]), 64 * wrong * own, 64 * 0.3 * own);
      }
    }
}

/// The terms that are comparisons: no more than twice n log2 n for a sort of n keys, and no fewer
/// than any sort needs on average; a binary search for each splitter.
TEST(SampleSort, ComparesAsOftenAsEquation18SaysThread) {
  const auto log2 = [](double n) { return std::log2(n); };
  for (const std::size_t ranks : {2u, 5u, 8u})
    for (const std::size_t own : {400u, 3000u}) {
      const std::size_t samples = 32;
      const Outcome outcome = sorted(Counts(ranks, own), random_radii(6, 1), samples);
      const auto n = static_cast<double>(own), p = static_cast<double>(ranks);
      const double keys = static_cast<double>(samples) * p;
      for (std::size_t q = 0; q < ranks; ++q) {
        const SortCounts& c = outcome.counts[q];
        const auto received = static_cast<double>(c.received);
        EXPECT_GT(static_cast<double>(c.local), n * (log2(n) - 1.45));
        EXPECT_LT(static_cast<double>(c.local), 2 * n * log2(n));
        EXPECT_GT(static_cast<double>(c.merge), received);
        EXPECT_LT(static_cast<double>(c.merge), 2 * received * log2(received));
        EXPECT_GT(static_cast<double>(c.splitters), (p - 1) * (log2(n) - 2));
        EXPECT_LT(static_cast<double>(c.splitters), (p - 1) * (log2(n) + 2));
        EXPECT_EQ(c.samples > 0, q == 0);  // one rank sorts them all
        EXPECT_LT(static_cast<double>(c.samples), 2 * keys * log2(keys));
        EXPECT_GE(static_cast<double>(outcome.counts[0].samples), keys - 1);
      }
    }
}

}  // namespace
}  // namespace touchstone::optimized
