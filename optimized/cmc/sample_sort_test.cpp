#include "optimized/cmc/sample_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <thread>

#include "models/cluster/lfsr113.hpp"
#include "models/core/errors.hpp"
#include "optimized/cmc/thread_exchange.hpp"

namespace touchstone::optimized {
namespace {

struct Outcome {
  std::vector<std::vector<Traveller>> stars;  ///< of each rank
  std::vector<SortCounts> counts;
  std::vector<std::uint64_t> bytes;
};

/// `radius(i)` of `stars` stars that start in blocks of `sizes`.
Outcome sorted(const Counts& sizes, const std::function<double(std::size_t)>& radius,
               std::size_t samples) {
  const std::size_t ranks = sizes.size();
  ThreadWorld world(ranks);
  Outcome outcome{std::vector<std::vector<Traveller>>(ranks), std::vector<SortCounts>(ranks),
                  std::vector<std::uint64_t>(ranks)};
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
  std::vector<std::jthread> threads;
  for (std::size_t q = 0; q < ranks; ++q)
    threads.emplace_back([&, q] {
      ThreadExchange exchange(world, q);
      outcome.stars[q] =
          sample_sort(std::move(outcome.stars[q]), samples, exchange, &outcome.counts[q]);
      outcome.bytes[q] = exchange.bytes_sent();
    });
  threads.clear();
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
  ThreadWorld world(1);
  ThreadExchange alone(world, 0);
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

/// The O(N/p) term of equation 18 in bytes: each star is sent at most twice, once to its partition
/// and once to its place; the rest is s samples, p splitters and two numbers for each other rank.
TEST(SampleSort, SendsWhatEquation18SaysThread) {
  const std::size_t samples = 32, ranks = 4, own = 1000;
  const Outcome outcome = sorted({own, own, own, own}, random_radii(5, 1), samples);
  for (std::size_t q = 0; q < ranks; ++q) {
    const std::size_t small = samples + (ranks - 1) * (ranks - 1) + (ranks - 1) + 1;
    const std::size_t once = own * kTravellerDoubles;
    const std::size_t again = outcome.counts[q].received * kTravellerDoubles;
    EXPECT_LE(outcome.bytes[q], 8 * (once + again + small));
    // Three of four stars are on the wrong rank at first.
    EXPECT_NEAR(static_cast<double>(outcome.bytes[q]), 8.0 * 0.75 * once, 8.0 * 0.25 * once);
  }
}

}  // namespace
}  // namespace touchstone::optimized
