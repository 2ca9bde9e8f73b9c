#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "benchmarks/cmc/step_bound.cpp"
#include "benchmarks/cmc/step_bound.hpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on

#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "benchmarks/drive.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::benchmarks::cmc {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::uint64_t kRepetitions = 20'000;
constexpr int kChains = 6;  // vectors in flight, which hide the latency of one

/// A register of LFSR113 one step on (models/cmc/lfsr113.hpp), in all lanes.
template <std::uint32_t kMask, int kLeft, int kInner, int kRight, class V>
HWY_INLINE V on(V z) {
  const V moved = hn::ShiftLeft<kLeft>(hn::And(z, hn::Set(hn::DFromV<V>(), kMask)));
  return hn::Xor(moved, hn::ShiftRight<kRight>(hn::Xor(hn::ShiftLeft<kInner>(z), z)));
}

std::uint64_t draws() {
  const hn::ScalableTag<std::uint32_t> d;
  using V = hn::Vec<decltype(d)>;
  V z[2][4], sum = hn::Zero(d);
  for (std::uint32_t k = 0; k < 8; ++k) z[k / 4][k % 4] = hn::Iota(d, 1000 + 77 * k);
  for (std::uint64_t r = 0; r < kRepetitions; ++r) HWY_UNROLL(2)
  for (auto& one : z) {
    one[0] = on<0xFFFFFFFE, 18, 6, 13>(one[0]);
    one[1] = on<0xFFFFFFF8, 2, 2, 27>(one[1]);
    one[2] = on<0xFFFFFFF0, 7, 13, 21>(one[2]);
    one[3] = on<0xFFFFFF80, 13, 3, 12>(one[3]);
    sum = sum + hn::Xor(hn::Xor(one[0], one[1]), hn::Xor(one[2], one[3]));
  }
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

/// kChains of square roots, or of divisions, of which each waits for the one before.
template <bool kRoot>
std::uint64_t chains() {
  const hn::ScalableTag<double> d;
  using V = hn::Vec<decltype(d)>;
  volatile double one = 1;
  const V numerator = hn::Set(d, one + 1);
  V x[kChains], sum = hn::Zero(d);
  for (int k = 0; k < kChains; ++k) x[k] = hn::Set(d, one + k);
  for (std::uint64_t r = 0; r < kRepetitions; ++r) HWY_UNROLL(kChains)
  for (int k = 0; k < kChains; ++k) x[k] = kRoot ? hn::Sqrt(x[k]) : numerator / x[k];
  for (const V& one_chain : x) sum = sum + one_chain;
  return static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(d, sum)));
}

StepRates rates() {
  constexpr auto kDouble = static_cast<double>(kRepetitions * kChains);
  const auto lanes = static_cast<double>(hn::Lanes(hn::ScalableTag<double>()));
  return {median_cost(2 * 2 * lanes * static_cast<double>(kRepetitions), draws),
          median_cost(lanes * kDouble, chains<true>), median_cost(lanes * kDouble, chains<false>)};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace touchstone::benchmarks::cmc
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::benchmarks::cmc {

HWY_EXPORT(rates);

StepRates measure_step_rates() { return HWY_DYNAMIC_DISPATCH(rates)(); }

const StepRates& step_rates() {
  static const StepRates rates = measure_step_rates();
  return rates;
}

StepBound step_bound(const StepRates& rates, double bandwidth, double stars, double trials_per_star,
                     int threads) {
  const double star = (1.5 + 2 * trials_per_star + 1) * rates.draw + 2.5 * rates.root +
                      (trials_per_star + 2) * rates.division;
  const double arithmetic = stars * star / threads;
  const double memory = stars * kBytesPerStar / bandwidth;
  return memory > arithmetic ? StepBound{memory, "memory"} : StepBound{arithmetic, "arithmetic"};
}

}  // namespace touchstone::benchmarks::cmc
#endif  // HWY_ONCE
