// validation/two_stage.hpp
// Purpose   Means of independent runs, as many as it takes to decide: no verdict is left open
//           because an error bar came out a little too wide.
// Source    C. Stein, Ann. Math. Stat. 16, 243 (1945): a test whose power does not depend on the
//           variance.
// Computes  The planned runs give the spread s of one run, on n0 - 1 degrees of freedom. From s
//           alone follows the number n of runs with which judge() sees the resolution; the mean of
//           all n is then held to the error s / sqrt n. That mean is independent of s, so that t
//           keeps exactly the law of n0 - 1 degrees of freedom and the false alarm is the stated
//           one, which it would not be with the spread of all n.
// Power     Undecided is only what would take more than kMostStages times the planned runs. With
//           effort planned to just see the resolution that happens once in 1e9 measurements for 16
//           planned runs, once in 4e7 for 12 (chi-squared law of s^2; two_stage_test.cpp).
// Cost      Nothing where the planned runs are enough, which is decided without the mean, the clock
//           or the expected value: it depends on seed and scheme alone.
// Not here  Verdicts (statistics/judge.hpp), runs (chain_store.hpp).
#pragma once
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "models/core/estimate.hpp"

namespace touchstone::validation {

/// The largest number of runs, in units of the planned number. What needs more stays as planned and
/// undecided: it is broken, or was planned for another resolution.
inline constexpr std::size_t kMostStages = 8;

/// Values of the independent runs `first` to `first + count - 1`. The value of a run depends on its
/// number alone.
using Runs = std::function<std::vector<double>(std::size_t first, std::size_t count)>;

/// The smallest even number of runs, at least `planned`, for which `sees(number)` is true;
/// `planned` when kMostStages times as many are not enough.
std::size_t runs_needed(std::size_t planned, const std::function<bool(std::size_t)>& sees);

/// Error of the mean of `runs` runs from the spread among those of the first stage.
Estimate with_runs(const Estimate& first_stage, std::size_t planned, std::size_t runs);

/// The mean of as many runs as judge() needs to see `resolution` beside the error of `expected`.
/// (That error may be known only after the planned runs; it must not depend on their mean.)
Estimate two_stage_mean(const Runs& runs, std::size_t planned,
                        const std::function<double()>& uncertainty, double resolution);
Estimate two_stage_mean(const Runs& runs, std::size_t planned, double uncertainty,
                        double resolution);

/// Two means of equally many runs each, as many as judge_difference() needs to see `resolution`.
std::pair<Estimate, Estimate> two_stage_means(const Runs& a, const Runs& b, std::size_t planned,
                                              double resolution);

}  // namespace touchstone::validation
