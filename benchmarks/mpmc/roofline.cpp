#include "benchmarks/mpmc/roofline.hpp"

#include <fmt/format.h>

#include <array>
#include <numbers>

#include "benchmarks/drive.hpp"
#include "benchmarks/mpmc/timed_disks.hpp"
#include "benchmarks/records.hpp"
#include "models/core/random/philox.hpp"
#include "models/core/registry.hpp"
#include "models/disks/plane_cells.hpp"
#include "models/disks/start.hpp"

namespace touchstone::benchmarks::mpmc {
namespace {

constexpr std::size_t kLanes = 64;  // several vectors in flight hide the latency of one
using Words = std::array<std::uint32_t, kLanes>;

/// Ten rounds on kLanes counters; the sum keeps the work from being optimised away.
inline __attribute__((always_inline)) std::uint32_t philox_batch(std::uint32_t repetitions) {
  std::uint32_t sum = 0;
  for (std::uint32_t r = 0; r < repetitions; ++r) {
    Words c0, c1, c2, c3;
    for (std::uint32_t k = 0; k < kLanes; ++k) {
      c0[k] = r;
      c1[k] = k;
      c2[k] = 1;
      c3[k] = 2;
    }
    std::uint32_t key0 = 3, key1 = 4;
    for (int round = 0; round < kPhiloxRounds; ++round) {
      for (std::size_t k = 0; k < kLanes; ++k) {
        const std::uint64_t p0 = std::uint64_t{kPhiloxM0} * c0[k];
        const std::uint64_t p1 = std::uint64_t{kPhiloxM1} * c2[k];
        const std::uint32_t high = static_cast<std::uint32_t>(p1 >> 32) ^ c1[k] ^ key0;
        c2[k] = static_cast<std::uint32_t>(p0 >> 32) ^ c3[k] ^ key1;
        c0[k] = high;
        c1[k] = static_cast<std::uint32_t>(p1);
        c3[k] = static_cast<std::uint32_t>(p0);
      }
      key0 += kPhiloxW0;
      key1 += kPhiloxW1;
    }
    for (std::size_t k = 0; k < kLanes; ++k) sum ^= c0[k] ^ c1[k] ^ c2[k] ^ c3[k];
  }
  return sum;
}

/// repetitions x kLanes x kLanes overlap tests: subtract twice, multiply, fused multiply-add,
/// compare.
inline __attribute__((always_inline)) std::uint32_t overlap_batch(
    std::uint32_t repetitions, const std::array<float, kLanes>& x,
    const std::array<float, kLanes>& y) {
  std::array<std::uint32_t, kLanes> hits{};
  for (std::uint32_t r = 0; r < repetitions; ++r)
    for (std::size_t j = 0; j < kLanes; ++j)
      for (std::size_t k = 0; k < kLanes; ++k) {
        const float dx = x[k] - x[j];
        const float dy = y[k] - y[j] + static_cast<float>(r);
        hits[k] += dx * dx + dy * dy < 1.0f ? 1u : 0u;
      }
  std::uint32_t sum = 0;
  for (const std::uint32_t h : hits) sum += h;
  return sum;
}

using Coordinates = std::array<float, kLanes>;
#define TOUCHSTONE_FLOOR_KERNELS(suffix, attribute)                                    \
  attribute std::uint32_t philox_##suffix(std::uint32_t r) { return philox_batch(r); } \
  attribute std::uint32_t overlap_##suffix(std::uint32_t r, const Coordinates& x,      \
                                           const Coordinates& y) {                     \
    return overlap_batch(r, x, y);                                                     \
  }
TOUCHSTONE_FLOOR_KERNELS(any, )
#if defined(__x86_64__)
TOUCHSTONE_FLOOR_KERNELS(avx2, __attribute__((target("avx2,fma"))))
#if defined(__clang__)
#define TOUCHSTONE_FLOOR_WIDEST "avx512f,avx512dq,avx512bw,avx512vl"  // no width in the attribute
#else
#define TOUCHSTONE_FLOOR_WIDEST "avx512f,avx512dq,avx512bw,avx512vl,prefer-vector-width=512"
#endif
TOUCHSTONE_FLOOR_KERNELS(avx512, __attribute__((target(TOUCHSTONE_FLOOR_WIDEST))))
#undef TOUCHSTONE_FLOOR_WIDEST
#endif
#undef TOUCHSTONE_FLOOR_KERNELS

struct Kernels {
  std::uint32_t (*philox)(std::uint32_t);
  std::uint32_t (*overlap)(std::uint32_t, const Coordinates&, const Coordinates&);
  const char* name;
};

std::vector<Kernels> kernels_of_this_machine() {
  std::vector<Kernels> all = {{philox_any, overlap_any, "the compiler's default vectors"}};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) all.push_back({philox_avx2, overlap_avx2, "AVX2"});
  if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    all.push_back({philox_avx512, overlap_avx512, "AVX-512"});
#endif
  return all;
}

RooflineCosts costs_with(const Kernels& kernels) {
  constexpr std::uint32_t kRepetitions = 4000;
  Coordinates x{};
  Coordinates y{};
  for (std::size_t k = 0; k < kLanes; ++k) x[k] = y[k] = 0.37f * static_cast<float>(k);
  RooflineCosts costs;
  costs.vectors = kernels.name;
  costs.philox_block = median_cost(static_cast<double>(kRepetitions * kLanes),
                                   [&] { return kernels.philox(kRepetitions); });
  constexpr std::uint32_t kFewer = kRepetitions / 8;
  costs.overlap_test = median_cost(static_cast<double>(kFewer * kLanes * kLanes),
                                   [&] { return kernels.overlap(kFewer, x, y); });
  return costs;
}

}  // namespace

RooflineCosts measure_roofline_costs() {
  RooflineCosts best;
  for (const Kernels& kernels : kernels_of_this_machine()) {
    const RooflineCosts costs = costs_with(kernels);
    const bool faster = best.overlap_test == 0 || costs.philox_block + 8 * costs.overlap_test <
                                                      best.philox_block + 8 * best.overlap_test;
    if (faster) best = costs;
  }
  return best;
}

double leaving_chance(double cell_width, double max_displacement) {
  // Per axis E|dx| / w; both at once E|dx dy| / w^2. For a uniform disc of radius a:
  // E|dx| = 4 a / (3 pi), E|dx dy| = a^2 / (2 pi).
  const double axis = 4 * max_displacement / (3 * std::numbers::pi) / cell_width;
  const double both =
      max_displacement * max_displacement / (2 * std::numbers::pi) / (cell_width * cell_width);
  return 2 * axis - both;
}

double tests_per_trial(double packing_fraction, double cell_width, double acceptance,
                       double max_displacement) {
  const double per_cell = packing_fraction * 4 / std::numbers::pi * cell_width * cell_width;
  const double leaving = leaving_chance(cell_width, max_displacement);
  return acceptance * (9 * per_cell - 1) + (1 - acceptance - leaving);
}

double tests_per_trial(const disks::Box& box, double acceptance) {
  return tests_per_trial(kPackingFraction, box.width / disks::choose_grid(box).columns, acceptance,
                         disks::RunParameters{}.max_displacement);
}

const RooflineCosts& roofline_costs() {
  static const RooflineCosts costs = measure_roofline_costs();
  return costs;
}

double least_seconds(const RooflineCosts& costs, double tests) {
  return costs.philox_block / 2 + tests * costs.overlap_test;
}

ResultRecord roofline_record(const Request& request) {
  const std::size_t disks = 64 * 64;
  const CommonStart start = common_start(request, disks);
  disks::RunParameters run;
  run.seed = request.seed;
  const auto simulation = baseline_of(disks::schemes()).start(start.configuration, run);
  simulation->advance(50);
  const SweepStats stats = simulation->stats();
  const double acceptance = static_cast<double>(stats.accepted) / static_cast<double>(stats.trials);
  const disks::Box& box = start.configuration.box;
  const double width = box.width / disks::choose_grid(box).columns;
  const double tests = tests_per_trial(box, acceptance);
  const RooflineCosts& costs = roofline_costs();
  const double seconds = least_seconds(costs, tests);
  const nlohmann::json params = {
      {"packing_fraction", kPackingFraction},
      {"max_displacement", run.max_displacement},
      {"acceptance", acceptance},
      {"cell_width", width},
      {"overlap_tests_per_trial", tests},
      {"seconds_per_overlap_test", costs.overlap_test},
      {"seconds_per_philox_block", costs.philox_block},
      {"vectors", costs.vectors},
      {"floor_text",
       fmt::format("arithmetic alone on one core with {}: half a Philox block ({:.2f} ns) and "
                   "{:.2f} overlap tests of {:.3f} ns per trial move",
                   costs.vectors, costs.philox_block / 2 * 1e9, tests, costs.overlap_test * 1e9)}};
  return stated_bound(request, kFamily, "floor trial moves per second", 1 / seconds, params);
}

}  // namespace touchstone::benchmarks::mpmc
