// statistics/blocking.hpp
// Purpose   Means with error bars. estimate_mean() is the one default of the suite for a series
//           from one run; estimate_independent() for values from independent runs.
// Source    H. Flyvbjerg, H. G. Petersen, J. Chem. Phys. 91, 461 (1989) (blocking); R. M. Lee et
//           al., Phys. Rev. E 83, 066706 (2011) (plateau criterion).
// Computes  Blocking: average neighbours in pairs again and again; the naive error of the mean
//           rises to a plateau. The plateau starts at the smallest block length B = 2^k with
//           B^3 > 2 N (error(B) / error(1))^4, which balances the bias of short blocks against the
//           noise of few; it needs kMinimumBlocks blocks, or the error bar is infinite.
//           Default: the larger of this error and that of the windowed autocorrelation time.
//           The window has the smaller bias for one mode of decay; blocks look further and see a
//           slow mode of small amplitude. Both are consistent, so the larger costs a few per cent.
//           Limit: 1/10 of the variance with a time 100 times longer, seen over 260 of these times:
//           error 18 per cent low (the window alone: 56 per cent). Where slow modes are expected,
//           use the means of independent chains.
// Cost      O(N) for blocking, O(N * window) for the default.
// Not here  Verdicts (judge.hpp).
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "models/core/estimate.hpp"

namespace touchstone {

inline constexpr std::size_t kMinimumBlocks = 16;

struct BlockLevel {
  std::size_t length;     ///< samples per block
  std::size_t blocks;     ///< number of blocks
  double error;           ///< standard error of the mean if blocks were independent
  double error_of_error;  ///< error / sqrt(2 (blocks - 1))
};

/// All levels down to two blocks, for plots and for choose_plateau(). A last odd block is dropped.
std::vector<BlockLevel> blocking_curve(std::span<const double> series);

/// Index of the level where the plateau starts, or levels.size() when there is none.
std::size_t choose_plateau(const std::vector<BlockLevel>& levels);

/// Mean and plateau error; degrees of freedom = blocks - 1.
Estimate estimate_by_blocking(std::span<const double> series);

/// The default. Too short a series (about 200 independent samples are needed to be safe, fewer
/// than 50 are refused) has an infinite standard error, hence an inconclusive verdict; a series
/// with a NaN has a NaN mean, hence a failed one. InputError for an empty series.
Estimate estimate_mean(std::span<const double> series);

/// Independent values (chain means, batches from different seeds): s / sqrt(n), n - 1 degrees.
Estimate estimate_independent(std::span<const double> values);

/// Plain average of independent estimates of the same quantity (a few long runs), with
/// Welch-Satterthwaite degrees of freedom.
Estimate average(std::span<const Estimate> independent);

}  // namespace touchstone
