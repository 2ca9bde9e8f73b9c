// statistics/exact/exact_stationary.hpp
// Purpose   The stationary distribution of a Markov chain in integers, for some hundred states.
// Source    J. D. Dixon, Numer. Math. 40, 137 (1982): solve modulo a prime, lift the solution to a
//           power of that prime digit by digit, and read the fractions off it. The fractions are
//           put into the equations, all of them, before they are believed.
// Cost      Cube of the number of states modulo a 31-bit prime, then their square for each digit.
// Not here  Doubles with a proven bound, for larger chains (stationary.hpp).
#pragma once
#include <vector>

#include "statistics/exact/index.hpp"
#include "statistics/exact/numbers.hpp"

namespace touchstone::exact {

/// One row of a chain: {to, weight}; a probability is a weight over the sum of the row.
using WeightedRow = std::vector<std::pair<Index, Big>>;

/// Probability i is parts[i] / whole.
struct ExactVector {
  std::vector<Big> parts;
  Big whole = 1;
};

/// Throws InputError when the last state is not visited again and again, or when more than one
/// class of states is never left.
ExactVector exact_stationary(std::vector<WeightedRow> rows);

}  // namespace touchstone::exact
