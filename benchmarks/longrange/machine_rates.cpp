#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "benchmarks/longrange/machine_rates.cpp"
#include "benchmarks/longrange/machine_rates.hpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on

#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "benchmarks/records.hpp"
#include "benchmarks/stopwatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::benchmarks::longrange {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr bool kEstimatesDouble = HWY_TARGET == HWY_AVX3;
constexpr int kRepetitions = 20'000;

template <bool kInverse, class V>
HWY_INLINE V estimate(V x) {
#if HWY_TARGET == HWY_AVX3
  if constexpr (sizeof(hn::TFromV<V>) == sizeof(double))
    return V{kInverse ? _mm512_rcp14_pd(x.raw) : _mm512_rsqrt14_pd(x.raw)};
#endif
  if constexpr (sizeof(hn::TFromV<V>) == sizeof(float))
    return kInverse ? hn::ApproximateReciprocal(x) : hn::ApproximateReciprocalSqrt(x);
  return x;
}

/// kRepetitions times two such mixtures, none waiting for another: the sum of what came out.
template <class T, int kMultiplications, int kAdditions, int kEstimates, bool kInverse>
double mixture(T one) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  constexpr int kProducts = std::max(1, 2 * kMultiplications);
  constexpr int kSums = std::max(1, 2 * kAdditions);
  constexpr int kGuesses = std::max(1, 2 * kEstimates);
  const V half = hn::Set(d, one / 2);
  // Different numbers: equal chains would be one to the compiler.
  V product[kProducts], sum[kSums], guess[kGuesses];
  HWY_UNROLL(24)
  for (int k = 0; k < kProducts; ++k) product[k] = hn::Set(d, one + static_cast<T>(k));
  HWY_UNROLL(24) for (int k = 0; k < kSums; ++k) sum[k] = hn::Set(d, one + static_cast<T>(k));
  HWY_UNROLL(24) for (int k = 0; k < kGuesses; ++k) guess[k] = hn::Set(d, one + static_cast<T>(k));
  for (int r = 0; r < kRepetitions; ++r) {
    HWY_UNROLL(24)
    for (int k = 0; k < 2 * kMultiplications; ++k) product[k] = hn::MulAdd(product[k], half, half);
    HWY_UNROLL(24)
    for (int k = 0; k < 2 * kAdditions; ++k) sum[k] = sum[k] - half;
    HWY_UNROLL(24)
    for (int k = 0; k < 2 * kEstimates; ++k) guess[k] = estimate<kInverse>(guess[k]);
  }
  V all = hn::Zero(d);
  for (int k = 0; k < kProducts; ++k) all = all + product[k];
  for (int k = 0; k < kSums; ++k) all = all + sum[k];
  for (int k = 0; k < kGuesses; ++k) all = all + guess[k];
  return static_cast<double>(hn::GetLane(hn::SumOfLanes(d, all)));
}

/// Seconds of one mixture: the least of some batches, as others may use the machine meanwhile.
double seconds(double (*batch)(double)) {
  double least = 1;
  for (int k = 0; k < 31; ++k) {
    const Stopwatch watch;
    volatile double one = 1;
    volatile double sink = batch(one);  // a value that must exist
    (void)sink;
    least = std::min(least, watch.seconds());
  }
  return least / (2.0 * kRepetitions);
}

template <class T, int kMultiplications, int kAdditions, int kEstimates, bool kInverse>
double measured() {
  return seconds(+[](double one) {
    return mixture<T, kMultiplications, kAdditions, kEstimates, kInverse>(static_cast<T>(one));
  });
}

template <class T, bool kPlane>
double pairs() {
  constexpr PairWork kWork = pair_work(kPlane, sizeof(T) == sizeof(float));
  return measured<T, kWork.multiplications, kWork.additions, 1, kPlane>();
}

MachineRates rates() {
  MachineRates r;
  r.vectors = HWY_TARGET == HWY_AVX3 ? "avx512" : HWY_TARGET == HWY_AVX2 ? "avx2" : "portable";
  r.lanes = hn::Lanes(hn::ScalableTag<double>());
  r.multiply_add[0] = measured<double, 8, 0, 0, false>() / 8;
  r.multiply_add[1] = measured<float, 8, 0, 0, false>() / 8;
  r.inverse_estimate[1] = measured<float, 0, 0, 8, true>() / 8;
  r.root_estimate[1] = measured<float, 0, 0, 8, false>() / 8;
  if (!kEstimatesDouble) return r;
  r.inverse_estimate[0] = measured<double, 0, 0, 8, true>() / 8;
  r.root_estimate[0] = measured<double, 0, 0, 8, false>() / 8;
  r.pairs[0][0] = pairs<double, false>();
  r.pairs[0][1] = pairs<float, false>();
  r.pairs[1][0] = pairs<double, true>();
  r.pairs[1][1] = pairs<float, true>();
  return r;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace touchstone::benchmarks::longrange
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::benchmarks::longrange {

HWY_EXPORT(rates);

MachineRates measure_machine_rates() { return HWY_DYNAMIC_DISPATCH(rates)(); }

double update_bandwidth(std::size_t numbers, [[maybe_unused]] int threads) {
  std::vector<double> a(numbers, 1);
  std::vector<double> b(numbers, 2);
  std::vector<double> c(numbers, 3);
  const auto update = [&] {
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::size_t i = 0; i < numbers; ++i) {
      a[i] += 0.5;
      b[i] += a[i];
      c[i] += b[i];
    }
  };
  update();  // pages and caches
  const auto repetitions = std::max<std::size_t>(1, 2'000'000 / numbers);
  double least = 1e9;
  for (int k = 0; k < 7; ++k) {
    const Stopwatch watch;
    for (std::size_t r = 0; r < repetitions; ++r) update();
    least = std::min(least, watch.seconds());
  }
  return 48.0 * static_cast<double>(numbers * repetitions) / least;
}

std::vector<ResultRecord> rate_records(const Request& request, const MachineRates& rates) {
  std::vector<ResultRecord> all;
  const auto add = [&](const char* operation, bool single, double value) {
    if (value == 0) return;
    all.push_back(stated_bound(request, "longrange", "seconds per vector operation", value,
                               {{"operation", operation},
                                {"precision", single ? "single" : "double"},
                                {"lanes", single ? 2 * rates.lanes : rates.lanes}},
                               rates.vectors));
  };
  for (const bool single : {false, true}) {
    add("multiply-add", single, rates.multiply_add[single]);
    add("estimate of 1/x", single, rates.inverse_estimate[single]);
    add("estimate of 1/sqrt x", single, rates.root_estimate[single]);
    add("operations of a Ring pair", single, rates.pairs[0][single]);
    add("operations of a pair in the plane", single, rates.pairs[1][single]);
  }
  return all;
}

}  // namespace touchstone::benchmarks::longrange
#endif  // HWY_ONCE
