// statistics/exact/spectrum.hpp
// Purpose   Decides, in exact arithmetic, whether a transition matrix has the eigenvalues that are
//           known of it, each with its multiplicity: whether it relaxes as it must.
// Computes  The trace of the n-th power of the matrix, which is the sum over all starts of the
//           chance to be back after n steps, against the sum of the n-th powers of the roots of the
//           declared polynomials (Newton's identities). If both agree for n = 0 to the number of
//           states, the characteristic polynomials are the same, and else they are not.
// Cost      Number of states, cubed, times the entries of a row; seconds for two hundred states.
// Not here  Eigenvectors: two chains that differ by a change of basis have the same spectrum.
#pragma once
#include <optional>
#include <vector>

#include "statistics/exact/exact_stationary.hpp"

namespace touchstone::exact {

/// Integer polynomials, highest power first; their roots together are the eigenvalues.
using Factors = std::vector<std::vector<std::int64_t>>;

/// First number of steps after which the sums of the chances of return differ.
struct SpectrumDifference {
  std::size_t steps = 0;  ///< 0: the matrix has another number of eigenvalues than declared
  Rational found;
  Rational expected;
};

/// Sums of the powers 0 to `most` of all roots. Throws InputError for a polynomial that is constant
/// or begins with 0.
std::vector<Rational> power_sums(const Factors& factors, std::size_t most);

/// Probabilities are weights over `whole`.
std::optional<SpectrumDifference> spectrum_difference(const std::vector<WeightedRow>& rows,
                                                      const Big& whole, const Factors& factors);

}  // namespace touchstone::exact
