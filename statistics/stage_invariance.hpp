// statistics/stage_invariance.hpp
// Purpose   In equilibrium every elementary trial sees the same law, so acceptance (or any mean)
//           must not depend on the stage at which it is measured: trial index, colour order, list
//           slot, sub-sweep. A dependence proves memory, at a small fraction of the cost of seeing
//           the error it makes in a pressure.
// Source    Project measurement for the checkerboard scheme (acceptance by trial index; occupancy
//           by processing order); T^2 from hotelling.hpp.
// Computes  Two questions: flatness (all stages equal, any alternative) and contrasts (a given
//           pattern, for instance + - + -; far more power when the pattern is expected).
//
//           Rows are independent seeds, or blocks of one run much longer than 2 tau of any stage
//           (20 tau leaves the variance of a contrast low by a few per cent). No assumption about
//           correlations inside a row, as between the trials of one chain or the stages of one
//           sweep, where binomial errors would be wrong in either direction: Student's t of the
//           contrast per row, Hotelling's T^2 over rows. Needs more rows than stages; 30 or more
//           for skewed data.
// Cost      O(rows * stages^2 + stages^3).
// Not here  Collecting the counts (the schemes' observers).
#pragma once
#include <span>
#include <string>
#include <vector>

#include "models/core/estimate.hpp"
#include "statistics/judge.hpp"

namespace touchstone {

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
struct Flatness {
  double statistic;  ///< T^2
  double p;
};

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
