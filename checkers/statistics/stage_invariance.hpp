// checkers/statistics/stage_invariance.hpp
// Purpose   In equilibrium every elementary trial sees the same law, so acceptance (or any mean)
//           must not depend on the stage at which it is measured: trial index, colour order, list
//           slot, sub-sweep. A dependence proves memory, at a small fraction of the cost of seeing
//           the error it makes in a pressure.
// Source    Project measurement for the checkerboard scheme (acceptance by trial index; occupancy
//           by processing order); T^2 from hotelling.hpp.
// Computes  Two questions: flatness (all stages equal, any alternative) and contrasts (a given
//           pattern, for instance + - + -; far more power when the pattern is expected).
//
//           Which test is valid when
//             counts of independent trials   flatness_of_counts(), contrast_of_counts(): binomial
//               (exact starts, and at most one trial of each start, or trials whose correlation is
//               known to be negligible). Trials along one chain are correlated in time, and stages
//               of one sweep are correlated with each other; the binomial error is then wrong in
//               either direction.
//             independent estimates          flatness_of_estimates(): stages measured in
//               separate runs, each with its own error bar.
//             batches                        flatness(), contrast(), judge_stages(): the default.
//               Rows are independent seeds, or blocks of one run much longer than 2 tau of any
//               stage (20 tau leaves the variance of a contrast low by a few per cent). No
//               assumption about correlations inside a row: Student's t of the contrast per row,
//               Hotelling's T^2 over rows. Needs more rows than stages; 30 or more for skewed data.
// Cost      O(rows * stages^2 + stages^3).
// Not here  Collecting the counts (the schemes' observers).
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "checkers/statistics/g_tests.hpp"
#include "checkers/statistics/judge.hpp"
#include "models/core/estimate.hpp"

namespace touchstone {

struct StageCount {
  std::string name;  ///< for instance "trial 0", "colour 2nd", "slot 3"
  std::uint64_t trials = 0;
  std::uint64_t accepted = 0;
};
using StageTable = std::vector<StageCount>;

/// Named weights, one per stage, that sum to 0; scaled so that the positive ones sum to 1: the
/// value is a difference of two weighted means.
struct Contrast {
  std::string name;
  std::vector<double> weights;
};
Contrast alternating_contrast(std::size_t stages);         ///< even minus odd stages
Contrast trend_contrast(std::size_t stages);               ///< late minus early, linear
Contrast first_against_rest_contrast(std::size_t stages);  ///< first minus mean of the others

/// One mean per stage and independent batch.
struct StageBatches {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;  ///< [batch][stage]
};
/// Acceptance rates of one table per batch. InputError if names differ or a stage has no trials.
StageBatches acceptance_rates(std::span<const StageTable> batches);

struct Flatness {
  double statistic;  ///< T^2 or chi-squared
  double p;
};

/// G-test of homogeneity of acceptance over stages; independent trials only.
GTest flatness_of_counts(const StageTable& table);
/// Difference of rates with its binomial error; independent trials only.
Estimate contrast_of_counts(const StageTable& table, const Contrast& contrast);
/// Chi-squared of independent estimates (one per stage) about their weighted mean.
Flatness flatness_of_estimates(std::span<const Estimate> stages);

/// Mean over batches of the contrast per batch, rows - 1 degrees of freedom.
Estimate contrast(const StageBatches& batches, const Contrast& contrast);
/// Hotelling's T^2 of all differences between stages. A difference that never varies must be 0,
/// else p = 0. InputError unless there are more rows than stages.
Flatness flatness(const StageBatches& batches);

struct ContrastJudgement {
  std::string name;
  Judgement judgement;  ///< its p is not adjusted
};
struct StageJudgement {
  Verdict verdict;
  Flatness flatness;
  std::vector<ContrastJudgement> contrasts;
};

/// Flatness and all contrasts by Holm at total level `false_alarm`: fail if any is rejected or is
/// not a number; inconclusive if a contrast of size `resolution` would not be seen; else pass.
StageJudgement judge_stages(const StageBatches& batches, std::span<const Contrast> contrasts,
                            double resolution, double false_alarm, double power = kJudgePower);

}  // namespace touchstone
