// statistics/tails.hpp
// Purpose   Tail probabilities and quantiles of the normal, Student, chi-squared, F and binomial
//           distributions, accurate in the far tails (complements, never 1 - cdf): decisions are
//           made at 1e-6. A NaN argument gives NaN, which no comparison lets pass.
// Source    Boost.Math; kept behind this header so that its templates are compiled once.
// Cost      About a microsecond per call.
// Not here  The Kolmogorov distribution (kolmogorov_smirnov.hpp).
#pragma once
#include <cstdint>

namespace touchstone {

/// P(|Z| >= |z|) of a standard normal Z.
double normal_two_sided(double z);
/// The z with P(Z >= z) = p; p in (0, 1), else InputError.
double normal_upper_quantile(double p);

/// P(|T| >= |t|) of Student's t; `degrees` > 0, infinity means normal.
double student_two_sided(double t, double degrees);
/// The t with P(T >= t) = p; infinity when degrees <= 0: nothing can be said.
double student_upper_quantile(double p, double degrees);

/// P(X >= x) of chi-squared with `degrees` > 0.
double chi_squared_upper(double x, double degrees);

/// P(X >= x) of the F distribution; both degrees > 0.
double fisher_upper(double x, double numerator_degrees, double denominator_degrees);

/// P(X >= successes) and P(X <= successes) of the binomial distribution, exact.
double binomial_upper(std::uint64_t successes, std::uint64_t trials, double probability);
double binomial_lower(std::uint64_t successes, std::uint64_t trials, double probability);

}  // namespace touchstone
