#include "statistics/stage_invariance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "models/core/errors.hpp"
#include "statistics/blocking.hpp"
#include "statistics/holm.hpp"
#include "statistics/hotelling.hpp"

namespace touchstone {
namespace {

void require_stages(std::size_t stages) {
  if (stages < 2)
    throw input_error("stage invariance", "stages", "at least 2", std::to_string(stages));
}

/// Subtracts the mean weight and scales the positive weights to sum 1.
Contrast normalised(std::string name, std::vector<double> weights) {
  const double mean =
      std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
  double positive = 0;
  for (double& weight : weights) positive += std::max(0.0, weight -= mean);
  for (double& weight : weights) weight /= positive;
  return {std::move(name), std::move(weights)};
}

void require_contrast(const Contrast& contrast, std::size_t stages) {
  double sum = 0;
  double size = 0;
  for (const double weight : contrast.weights) {
    sum += weight;
    size += std::abs(weight);
  }
  if (contrast.weights.size() != stages || !(size > 0) || !(std::abs(sum) <= 1e-9 * size))
    throw input_error("stage invariance", "contrast '" + contrast.name + "'",
                      std::to_string(stages) + " weights with sum 0",
                      std::to_string(contrast.weights.size()) + " with sum " + std::to_string(sum));
}

void require_rows(const StageBatches& batches) {
  require_stages(batches.names.size());
  for (const std::vector<double>& row : batches.rows)
    if (row.size() != batches.names.size())
      throw input_error("stage invariance", "values of a batch",
                        std::to_string(batches.names.size()), std::to_string(row.size()));
}

/// Helmert differences: stage j + 1 minus the mean of stages 0..j, scaled to unit length.
std::vector<double> helmert(const std::vector<double>& row) {
  std::vector<double> result;
  double sum = row[0];
  for (std::size_t j = 1; j < row.size(); ++j) {
    const auto before = static_cast<double>(j);
    result.push_back((row[j] - sum / before) * std::sqrt(before / (before + 1)));
    sum += row[j];
  }
  return result;
}

}  // namespace

Contrast alternating_contrast(std::size_t stages) {
  require_stages(stages);
  // Means of the two halves, so that an odd number of stages is balanced too.
  const std::size_t odd = stages / 2;
  std::vector<double> weights(stages);
  for (std::size_t i = 0; i < stages; ++i)
    weights[i] = i % 2 == 0 ? 1 / static_cast<double>(stages - odd) : -1 / static_cast<double>(odd);
  return normalised("even minus odd stages", std::move(weights));
}

Contrast trend_contrast(std::size_t stages) {
  require_stages(stages);
  std::vector<double> weights(stages);
  std::iota(weights.begin(), weights.end(), 0.0);
  return normalised("late minus early stages", std::move(weights));
}

Contrast first_against_rest_contrast(std::size_t stages) {
  require_stages(stages);
  std::vector<double> weights(stages, 0.0);
  weights[0] = 1;
  return normalised("first minus other stages", std::move(weights));
}

Estimate contrast(const StageBatches& batches, const Contrast& contrast) {
  require_rows(batches);
  require_contrast(contrast, batches.names.size());
  std::vector<double> values;
  for (const std::vector<double>& row : batches.rows)
    values.push_back(std::inner_product(row.begin(), row.end(), contrast.weights.begin(), 0.0));
  return estimate_independent(values);
}

Flatness flatness(const StageBatches& batches) {
  require_rows(batches);
  if (batches.rows.size() <= batches.names.size())
    throw input_error("stage invariance", "batches", "more than stages",
                      std::to_string(batches.rows.size()) + " batches of " +
                          std::to_string(batches.names.size()) + " stages");
  std::vector<std::vector<double>> differences;
  double scale = 0;
  for (const std::vector<double>& row : batches.rows) {
    for (const double value : row) scale = std::max(scale, std::abs(value));
    differences.push_back(helmert(row));
  }
  const Hotelling test = hotelling_zero_mean(differences, scale);
  return {test.t_squared, test.p};
}

StageJudgement judge_stages(const StageBatches& batches, std::span<const Contrast> contrasts,
                            double resolution, double false_alarm, double power) {
  if (contrasts.empty()) throw InputError("stage invariance: a verdict needs a contrast");
  StageJudgement result{.verdict = Verdict::pass, .flatness = flatness(batches), .contrasts = {}};
  std::vector<double> p_values{result.flatness.p};
  // The promise of each contrast holds at the level that Holm grants even the least of them.
  const double level = false_alarm / static_cast<double>(contrasts.size() + 1);
  for (const Contrast& one : contrasts) {
    const Estimate value = contrast(batches, one);
    result.contrasts.push_back({one.name, judge(value, {.value = 0}, resolution, level, power)});
    const Judgement& judgement = result.contrasts.back().judgement;
    p_values.push_back(judgement.p);
    if (judgement.verdict == Verdict::inconclusive) result.verdict = Verdict::inconclusive;
  }
  if (!holm_rejected(p_values, false_alarm).empty()) result.verdict = Verdict::fail;
  return result;
}

}  // namespace touchstone
