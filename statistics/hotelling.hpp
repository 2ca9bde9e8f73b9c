// statistics/hotelling.hpp
// Purpose   Is the mean of a random vector zero, when nothing is known about the covariance of its
//           components?
// Source    H. Hotelling, Ann. Math. Stat. 2, 360 (1931).
// Computes  T^2 = n mean' S^-1 mean over n independent rows of dimension d; T^2 (n - d) / (d (n-1))
//           follows F(d, n - d) for normal rows. Directions in which no row ever varies carry no
//           error bar: their mean must be 0 to rounding, else T^2 is infinite and p = 0; the rest
//           is tested in the remaining dimensions.
// Cost      O(n d^2 + d^3).
// Not here  Skewed rows need n well above d (30 or more) for the tail to be right.
#pragma once
#include <cstddef>
#include <vector>

namespace touchstone {

struct Hotelling {
  double t_squared;
  std::size_t rank;  ///< directions that vary
  double p;          ///< NaN if a value is not finite; 1 if all rows are exactly zero
};

/// Rows are independent and of equal length. `scale` is the size of the numbers from which the
/// rows were computed by subtraction: it sets what counts as rounding. InputError for ragged rows
/// and unless there are more rows than components.
Hotelling hotelling_zero_mean(const std::vector<std::vector<double>>& rows, double scale);

}  // namespace touchstone
