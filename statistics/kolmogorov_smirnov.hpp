// statistics/kolmogorov_smirnov.hpp
// Purpose   Does a sample of independent values follow a continuous distribution; do two samples
//           follow the same one? With p-values that are right at 1e-6 and below.
// Source    R. Simard, P. L'Ecuyer, J. Stat. Softw. 39, 11 (2011) (which method where);
//           Z. W. Birnbaum, F. H. Tingey, Ann. Math. Stat. 22, 592 (1951); G. Marsaglia, W. W.
//           Tsang, J. Wang, J. Stat. Softw. 8, 18 (2003); J. Vrbik, Pioneer J. Theor. Appl.
//           Stat. 15, 15 (2018); P. J. Kim, R. I. Jennrich, Selected Tables in Math. Stat. 1, 79
//           (1973).
// Computes  One sample, D = sup |F_n - F|, P(D_n >= d):
//             n d^2 >= 2.2           twice the exact one-sided tail, a sum of positive terms
//                                    (relative error e^(-6 n d^2) < 2e-6; p < 0.025), n <= 1e6;
//                                    above, its expansion exp(-(6 n d + 1)^2 / (18 n));
//             n d^2 < 2.2, n <= 500  exact, Marsaglia-Tsang-Wang matrix power;
//             else                   Kolmogorov's limit at Vrbik's argument (error below 3e-5).
//           Two samples: exact by counting first exits of lattice paths (positive terms, so small
//           p are exact too) while n m <= 4e6 (2e7 where one has at most 50); above, Kolmogorov's
//           limit at sqrt(n m / (n + m)) D with the continuity term of J. L. Hodges, Ark. Mat. 3,
//           469 (1958).
// Cost      O(n log n) for D; p O(n), O((n d)^3 log n) or O(n m) as above.
// Not here  Correlated series: thin them first. Ties make both tests conservative.
#pragma once
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>

namespace touchstone {

struct KolmogorovSmirnov {
  double statistic;  ///< D
  double p;          ///< P(D >= statistic) under the hypothesis; NaN if a value was not a number
};

/// `cdf` must be continuous. InputError for an empty sample or a cdf value outside [0, 1].
KolmogorovSmirnov kolmogorov_smirnov(std::span<const double> sample,
                                     const std::function<double(double)>& cdf);

/// InputError if a sample is empty.
KolmogorovSmirnov kolmogorov_smirnov(std::span<const double> a, std::span<const double> b);

/// P(D_n >= d) for n independent values.
double kolmogorov_upper(std::size_t n, double d);
/// P(D_{n,m} >= d) for two samples.
double kolmogorov_upper(std::size_t n, std::size_t m, double d);
/// P(K >= x) of the limit law of sqrt(n) D_n.
double kolmogorov_limit_upper(double x);

}  // namespace touchstone
