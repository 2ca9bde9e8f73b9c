#include "benchmarks/ecmc/chain_roofline.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <numeric>

#include "benchmarks/drive.hpp"
#include "benchmarks/ecmc/chain_entries.hpp"
#include "benchmarks/records.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::benchmarks::ecmc {
namespace {

constexpr std::uint64_t kRepetitions = 20'000;

/// The compiler must compute `value` here and knows nothing about it afterwards.
template <class T>
[[gnu::always_inline]] inline void opaque(T& value) {
  asm volatile("" : "+r"(value));
}

double instruction_seconds() {
  constexpr std::size_t kChains = 12;  // more than any core does at once
  return median_cost(static_cast<double>(kRepetitions * kChains), [] {
    std::array<std::uint64_t, kChains> sum{};
    std::uint64_t step = 3;  // in a register: some processors add constants without an instruction
    opaque(step);
    for (std::uint64_t r = 0; r < kRepetitions; r += 4)
#pragma GCC unroll 4
      for (int turn = 0; turn < 4; ++turn)
#pragma GCC unroll 12
        for (std::size_t k = 0; k < kChains; ++k) {
          sum[k] += step;
          opaque(sum[k]);
        }
    return sum[0];
  });
}

double dependent_seconds() {
  return median_cost(static_cast<double>(8 * kRepetitions), [] {
    std::uint64_t sum = 0;
    std::uint64_t step = 3;
    opaque(step);
    for (std::uint64_t r = 0; r < kRepetitions; ++r)
#pragma GCC unroll 8
      for (int k = 0; k < 8; ++k) {
        sum += step;
        opaque(sum);
      }
    return sum;
  });
}

double exchange_seconds() {
  static std::array<std::atomic<std::uint64_t>, 512> words;  // 4 kB
  for (auto& word : words) word = 0;
  std::uint64_t now = 0;
  constexpr std::uint64_t kRounds = 64;
  return median_cost(static_cast<double>(kRounds * words.size()), [&] {
    std::uint64_t failed = 0;
    for (std::uint64_t r = 0; r < kRounds; ++r, ++now)
      for (auto& word : words) {
        std::uint64_t expected = now;
        if (!word.compare_exchange_strong(expected, now + 1)) ++failed;
      }
    return failed;
  });
}

struct alignas(32) Link {
  std::uint32_t next = 0;
};

/// One cycle through all records.
std::vector<Link> links(std::size_t records, Chase chase) {
  std::vector<std::uint32_t> order(records);
  std::iota(order.begin(), order.end(), 0u);
  PhiloxStream random = Philox(1).stream(Purpose::start, 0, 0);
  const std::size_t window = chase == Chase::walk ? std::min<std::size_t>(8, records) : records;
  for (std::size_t first = 0; first < records; first += window) {
    const std::size_t size = std::min(window, records - first);
    for (std::size_t k = size - 1; k > 0; --k)
      std::swap(order[first + k], order[first + random.below(static_cast<std::uint32_t>(k + 1))]);
  }
  std::vector<Link> result(records);
  for (std::size_t k = 0; k < records; ++k) result[order[k]].next = order[(k + 1) % records];
  return result;
}

}  // namespace

double chase_seconds(std::size_t records, Chase chase) {
  const std::vector<Link> all = links(records, chase);
  std::uint32_t place = 0;
  return median_cost(static_cast<double>(kRepetitions), [&] {
    for (std::uint64_t r = 0; r < kRepetitions; ++r) place = all[place].next;
    opaque(place);
    return place;
  });
}

ChainRooflineCosts measure_chain_roofline_costs() {
  return {instruction_seconds(), dependent_seconds(), chase_seconds(256, Chase::random),
          exchange_seconds()};
}

const ChainRooflineCosts& chain_costs() {
  static const ChainRooflineCosts costs = measure_chain_roofline_costs();
  return costs;
}

double roofline_instructions(bool local_times) {
  return local_times ? 12 * kArrowsPerDisk + 11 : 8 * kArrowsPerDisk + 8;
}

double chain_roofline(const ChainRooflineCosts& costs, const ChainWork& work) {
  const double wait = 2 * costs.load + 10 * costs.dependent;
  const double chains = static_cast<double>(work.active) / work.threads;
  const double one_thread =
      std::max({roofline_instructions(work.local_times) * costs.instruction,
                wait / std::max(1.0, chains), work.exchange ? costs.exchange : 0});
  return one_thread / work.threads;
}

std::vector<ResultRecord> chain_roofline_records(const Request& request,
                                                 const ChainRooflineCosts& costs,
                                                 const std::vector<std::size_t>& disks) {
  const auto record = [&](const char* metric, double value,
                          const nlohmann::json& params = nlohmann::json::object()) {
    return stated_bound(request, kFamily, metric, value, params);
  };
  std::vector<ResultRecord> result = {record("seconds per instruction", costs.instruction),
                                      record("seconds per dependent operation", costs.dependent),
                                      record("seconds per first-level load", costs.load),
                                      record("seconds per compare-and-swap", costs.exchange)};
  for (const std::size_t n : disks)
    for (const Chase chase : {Chase::walk, Chase::random})
      result.push_back(record("seconds per dependent load", chase_seconds(n, chase),
                              {{"disks", n}, {"order", chase == Chase::walk ? "walk" : "random"}}));
  return result;
}

}  // namespace touchstone::benchmarks::ecmc
