// statistics/ensemble_ratio.hpp
// Purpose   From two series of one quantity x, sampled with two weights exp(-b x), the difference
//           of the two b: whatever else the distributions p1 and p2 are made of, ln(p1 / p2) is
//           linear in x, with slope b2 - b1. For volumes at constant pressure b is beta P.
// Source    M. R. Shirts, J. Chem. Theory Comput. 9, 909 (2013), section 2: the fit of maximum
//           likelihood, without bins. It is C. H. Bennett's (J. Comput. Phys. 22, 245 (1976)) with
//           the slope free.
// Computes  The logistic curve 1 / (1 + exp(-a - slope x)) for the chance that a value belongs to
//           the first series. Errors are those of the influence of each value on the slope, a time
//           series of its own: its mean over each series has the error of estimate_mean(), so that
//           correlated samples count for what they are worth.
// Sees not  What both distributions have in common: any factor g(x), and a number added to both b.
// Cost      About ten passes through both series.
#pragma once
#include <span>

#include "models/core/estimate.hpp"

namespace touchstone {

/// The slope of ln(p1 / p2), with Welch's degrees of freedom and the number of independent values
/// in the smaller series, from the autocorrelation of x. Where the series do not overlap, or are
/// constant or too short, the error is infinite; a value that is not finite gives NaN. InputError
/// for an empty series.
Estimate ensemble_slope(std::span<const double> first, std::span<const double> second);

}  // namespace touchstone
