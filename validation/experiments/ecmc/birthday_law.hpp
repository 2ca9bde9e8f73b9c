// validation/experiments/ecmc/birthday_law.hpp
// Purpose   The law of horizon violations, as of birthdays: the chance that a leg meets one grows
//           with the number of pairs of active disks.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 4: P = 1 - exp(-k (k - 1) / 2 M). Here the M places are N / (c n).
// Computes  P = 1 - exp(-c x) with x = k^2 n / N, fitted to counts by maximum likelihood; intervals
//           of single fractions by C. J. Clopper, E. S. Pearson, Biometrika 26, 404 (1934).
// Not here  The legs (birthday.hpp).
#pragma once
#include <cstdint>
#include <vector>

#include "models/core/estimate.hpp"
#include "statistics/judge.hpp"

namespace touchstone::validation::ecmc {

/// Number of the `trials` legs with the same x that met a violation.
struct BirthdayCount {
  double x = 0;  ///< k^2 n / N
  std::uint64_t trials = 0;
  std::uint64_t violated = 0;
};

/// Exact interval of a probability at `confidence`; (0, 1) without trials.
Interval binomial_interval(std::uint64_t successes, std::uint64_t trials,
                           double confidence = kReportConfidence);

/// c with its standard error (observed information). A count of which none or all are violated
/// bounds c and takes part; when all are such, the mean is NaN. Throws InputError for x <= 0 or
/// more violated legs than legs.
Estimate fit_birthday(const std::vector<BirthdayCount>& counts);

}  // namespace touchstone::validation::ecmc
