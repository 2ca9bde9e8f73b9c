#include "trajectories/series_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "statistics/autocorrelation.hpp"
#include "statistics/blocking.hpp"
#include "statistics/judge.hpp"
#include "validation/experiment.hpp"
#include "validation/power.hpp"

namespace touchstone::trajectories {
namespace {

using validation::kFalseAlarm;
using validation::kPower;

constexpr double kMostFrames = 1e12;

/// Error of a mean and its degrees of freedom; both improve with more frames.
struct Error {
  double size = 0;
  double degrees = 1;
  double fewest = 0;  ///< frames below which no error bar is believed
};

/// Error of the mean of a series. Where that is too short for an error bar, what its
/// autocorrelation time suggests: a lower bound.
Error error_of(std::span<const double> series) {
  const auto n = static_cast<double>(series.size());
  const Estimate mean = estimate_mean(series);
  const double found = integrated_autocorrelation(series).tau;
  const double tau = std::isfinite(found) ? std::max(0.5, found) : 0.5;
  const double fewest = 2 * tau * kMinimumEffectiveSamples;
  if (std::isfinite(mean.standard_error))
    return {mean.standard_error, std::max(1.0, degrees_of(mean)), fewest};
  double variance = 0, centre = 0;
  for (const double x : series) centre += x / n;
  for (const double x : series) variance += (x - centre) * (x - centre) / n;
  return {std::sqrt(2 * tau * variance / n), std::max(1.0, n / (2 * kWindowFactor * tau + 1)),
          fewest};
}

/// Means of the two halves differ beyond chance.
bool drifts(std::span<const double> series) {
  const std::size_t half = series.size() / 2;
  if (half == 0) return false;
  const Judgement judgement = judge_difference(estimate_mean(series.first(half)),
                                               estimate_mean(series.last(half)), 1, kFalseAlarm);
  return judgement.p < kFalseAlarm;
}

void add_note(ResultRecord& record, const std::string& text) {
  record.note += (record.note.empty() ? "" : "; ") + text;
}

bool never_varies(std::span<const double> series) {
  return std::all_of(series.begin(), series.end(), [&](double x) { return x == series.front(); });
}

/// Says what is missing.
void tell_how_many(ResultRecord& record, std::span<const double> series, const Law& law) {
  if (series.size() == 1) {
    add_note(record, "one frame has no error bar, and does not tell how many would do");
    return;
  }
  if (never_varies(series)) {
    add_note(record,
             fmt::format("all {} frames give the same number: nothing is sampled", series.size()));
    return;
  }
  const double frames = frames_that_do(series, law);
  if (frames == 0) {
    add_note(record, "no number of frames would do: the expected value is too uncertain");
    return;
  }
  record.facts["frames_that_do"] = frames;
  const bool known = record.facts.contains("standard_error");
  add_note(record,
           fmt::format("{} frames are worth {:.3g} independent ones; {} {:.2g} frames would "
                       "show a deviation of {:.2g}, {:.3g} of {} (--resolution)",
                       series.size(), record.n_eff.value_or(0), known ? "about" : "more than",
                       frames, law.resolution, law.part, law.whole));
}

}  // namespace

double frames_that_do(std::span<const double> series, const Law& law) {
  const auto n = static_cast<double>(series.size());
  const Error now = error_of(series);
  if (!(now.size > 0)) return 0;
  const auto enough = [&](double frames) {
    const double part = frames / n;
    return frames >= now.fewest &&
           smallest_effect(std::hypot(now.size / std::sqrt(part), law.expected.uncertainty),
                           kFalseAlarm, kPower, now.degrees * part) <= law.resolution;
  };
  double most = std::max(n, 16.0);
  while (!enough(most))
    if ((most *= 2) > kMostFrames) return 0;
  double least = most / 2;
  for (int round = 0; round < 20; ++round) {
    const double middle = (least + most) / 2;
    (enough(middle) ? most : least) = middle;
  }
  return std::ceil(most);
}

void fill_from_series(ResultRecord& record, std::span<const double> series,
                      const std::optional<Law>& law) {
  const Estimate mean = estimate_mean(series);
  const Interval interval = confidence_interval(mean);
  record.value = mean.mean;
  if (std::isfinite(mean.standard_error)) {
    record.low = interval.low;
    record.high = interval.high;
  }
  // also where there are too few for an error bar
  const double worth = std::min(integrated_autocorrelation(series).effective_samples,
                                static_cast<double>(series.size()));
  if (std::isfinite(worth)) record.n_eff = worth;
  record.facts["frames"] = series.size();
  if (std::isfinite(mean.standard_error)) record.facts["standard_error"] = mean.standard_error;
  if (!law) {
    record.verdict = Verdict::not_claimed;
    add_note(record, "no law to judge by");
    return;
  }
  const Judgement judgement = judge(mean, law->expected, law->resolution, kFalseAlarm, kPower);
  record.expected = law->expected;
  record.expected_source = law->source;
  record.params["resolution"] = law->resolution;
  if (std::isfinite(mean.standard_error) && std::isfinite(judgement.z)) {
    record.z = judgement.z;
    if (std::isfinite(judgement.p)) record.p = judgement.p;
  }
  if (std::isfinite(judgement.smallest_effect))
    record.facts["smallest_effect"] = judgement.smallest_effect;
  record.verdict = never_varies(series) ? Verdict::inconclusive : judgement.verdict;
  if (record.verdict == Verdict::inconclusive) {
    tell_how_many(record, series, *law);
    if (!law->must_decide) record.verdict = Verdict::not_claimed;
  }
  if (drifts(series)) {
    if (record.verdict == Verdict::pass) record.verdict = Verdict::inconclusive;
    add_note(record, "the halves of the trajectory differ: not in equilibrium");
  }
}

}  // namespace touchstone::trajectories
