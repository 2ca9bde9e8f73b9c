// statistics/exact/stationary.hpp
// Purpose   The stationary distribution of a chain with one closed class, by iteration with a
//           proven bound on its error.
// Bound     Let Q = (P + 1) / 2 and eps = sum over some states y of min over x of Q^k(x,y)
//           (Doeblin). Then every distribution v obeys |v - pi|_1 <= k |vQ - v|_1 / eps. Both
//           factors are computed in doubles and widened by more than their own round-off.
// Cost      Transitions times iterations.
// Not here  Exact vectors of small chains (exact_stationary.hpp).
#pragma once
#include <vector>

#include "statistics/exact/index.hpp"

namespace touchstone::exact {

/// Rows of a chain in doubles.
struct FloatChain {
  struct Entry {
    Index to;
    double probability;
  };
  std::vector<std::vector<Entry>> rows;
};

struct Stationary {
  std::vector<double> probability;
  double error = 0;  ///< proven bound on the sum of absolute errors; infinite when there is none
};

/// `members` are the states that are visited again and again. With one class of them, `start`
/// (positive somewhere in it) decides only how fast it converges; with several it decides the
/// limit, and no bound is given.
Stationary stationary(const FloatChain& chain, std::vector<double> start,
                      const std::vector<Index>& members, bool one_class = true);

}  // namespace touchstone::exact
