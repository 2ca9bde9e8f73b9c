#include "checkers/explore/sampling/probes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "models/core/random/philox.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kBatches = 20;
constexpr std::size_t kLongestProbe = 10'000;

using Counts = std::array<std::uint32_t, kBatches>;  ///< probes that met a state, by batch

/// One run that comes to no state twice.
class Probe {
 public:
  Probe(const AnySystem& system, PhiloxStream random)
      : system_(system), random_(random), done_(system.threads(), 0), state_(system.initial()) {
    met_.intern(state_);
  }

  /// False at the end of the run, or where it is cut.
  bool step() {
    std::vector<Option> options = system_.options(state_);
    std::erase_if(options, [&](const Option& o) { return met_.find(o.next).has_value(); });
    if (options.empty()) return false;
    if (met_.size() > kLongestProbe) {
      cut_ = true;
      return false;
    }
    const std::vector<double> weights = weights_of(options);
    double all = 0;
    for (const double weight : weights) all += weight;
    double left = random_.uniform() * all;
    std::size_t chosen = 0;
    while (chosen + 1 < options.size() && left >= weights[chosen]) left -= weights[chosen++];
    log_ways_ += std::log(all / weights[chosen]);
    ++done_[options[chosen].step.thread];
    state_ = std::move(options[chosen].next);
    met_.intern(state_);
    return true;
  }

  Words state() const { return state_; }
  std::size_t steps() const { return met_.size(); }
  bool cut() const { return cut_; }
  /// Logarithm of 1 / probability of the run so far.
  double log_ways() const { return log_ways_; }

 private:
  std::vector<double> weights_of(const std::vector<Option>& options) const {
    std::vector<double> weights;
    for (const Option& option : options)
      weights.push_back((1.0 + static_cast<double>(done_[option.step.thread])) /
                        static_cast<double>(alternatives_of(options, option.step.thread)));
    return weights;
  }
  static std::ptrdiff_t alternatives_of(const std::vector<Option>& options, unsigned thread) {
    return std::count_if(options.begin(), options.end(),
                         [&](const Option& o) { return o.step.thread == thread; });
  }

  const AnySystem& system_;
  PhiloxStream random_;
  std::vector<std::size_t> done_;
  StateWords state_;
  StateStore met_;
  double log_ways_ = 0;
  bool cut_ = false;
};

/// Logarithm of a sum of exponentials, term by term.
class LogSum {
 public:
  void add(double logarithm) {
    const double larger = std::max(sum_, logarithm), smaller = std::min(sum_, logarithm);
    sum_ = std::isinf(smaller) ? larger : larger + std::log1p(std::exp(smaller - larger));
  }
  double value() const { return sum_; }

 private:
  double sum_ = -std::numeric_limits<double>::infinity();
};

/// States, from those that some probes have met; all batches but one, or none.
double chao(const std::vector<Counts>& met, std::size_t probes, std::size_t left_out) {
  double seen = 0, once = 0, twice = 0;
  for (const Counts& counts : met) {
    std::size_t times = 0;
    for (std::size_t b = 0; b < kBatches; ++b) times += b == left_out ? 0 : counts[b];
    seen += times > 0;
    once += times == 1;
    twice += times == 2;
  }
  const double all = static_cast<double>(probes);
  return seen + (all - 1) / all * once * (once - 1) / (2 * (twice + 1));
}

double jackknife_error(const std::vector<Counts>& met, std::size_t probes) {
  std::array<double, kBatches> without{};
  double mean = 0;
  for (std::size_t b = 0; b < kBatches; ++b) {
    const std::size_t own = probes / kBatches + (b < probes % kBatches ? 1 : 0);
    without[b] = chao(met, std::max<std::size_t>(probes - own, 1), b);
    mean += without[b] / kBatches;
  }
  double squares = 0;
  for (const double estimate : without) squares += (estimate - mean) * (estimate - mean);
  return std::sqrt(squares * (kBatches - 1) / kBatches);
}

}  // namespace

StateEstimate estimate_states(const AnySystem& system, const StateStore& known,
                              const ProbeOptions& options) {
  StateEstimate estimate;
  StateStore others;
  std::vector<Counts> met;
  LogSum paths;
  std::size_t steps = 0;
  for (; estimate.probes < options.probes && steps < options.steps; ++estimate.probes) {
    Probe probe(system, Philox(options.seed).stream(Purpose::estimator, estimate.probes, 2));
    do {
      paths.add(probe.log_ways());
      if (known.find(probe.state())) continue;
      const auto [index, fresh] = others.intern(probe.state());
      if (fresh) met.push_back({});
      ++met[index][estimate.probes % kBatches];
    } while (probe.step());
    steps += probe.steps();
    estimate.cut_probes += probe.cut();
  }
  if (estimate.probes == 0) return estimate;
  estimate.at_least = static_cast<double>(known.size()) + chao(met, estimate.probes, kBatches);
  estimate.error = jackknife_error(met, estimate.probes);
  estimate.log10_at_most =
      (paths.value() - std::log(static_cast<double>(estimate.probes))) / std::log(10.0);
  return estimate;
}

std::string report(const StateEstimate& estimate) {
  std::string text = fmt::format("about {:.2g} states or more (standard error {:.1g})",
                                 estimate.at_least, estimate.error);
  if (estimate.cut_probes == 0)
    text += fmt::format(", fewer than 1e+{:.0f}", std::ceil(estimate.log10_at_most));
  return text + fmt::format(" ({} random runs)", estimate.probes);
}

}  // namespace touchstone::explore
