// checkers/mutants/mpmc/estimators.cpp
// Purpose   Mutants of the pressures by the contact fit and by virtual chains: wrong radii, wrong
//           counts, none at all.
// Source    Seeded faults: the slips that equations 4-6 of Anderson et al. 2013 invite.
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "checkers/mpmc/estimator_checks.hpp"
#include "checkers/mpmc/rift_checks.hpp"
#include "models/disks/chains/contact_fit.hpp"

namespace touchstone::mutants {
namespace {

using disks::ContactFit;
using Histogram = std::vector<double>;

constexpr double kBin = 1e-4;
constexpr double kRange = 0.02;
constexpr std::size_t kCoefficients = 6;

const ContactFit& fit() {
  static const ContactFit paper;
  return paper;
}

/// Least squares of degree 5 through (x, y), evaluated at x0; x within [-1, 1].
double extrapolate(const Histogram& x, const Histogram& y, long double x0) {
  std::array<std::array<long double, kCoefficients + 1>, kCoefficients> m{};  // normal equations
  for (std::size_t k = 0; k < x.size(); ++k) {
    std::array<long double, kCoefficients> power{1};
    for (std::size_t i = 1; i < kCoefficients; ++i) power[i] = power[i - 1] * x[k];
    for (std::size_t i = 0; i < kCoefficients; ++i) {
      for (std::size_t j = 0; j < kCoefficients; ++j) m[i][j] += power[i] * power[j];
      m[i][kCoefficients] += power[i] * y[k];
    }
  }
  for (std::size_t i = 0; i < kCoefficients; ++i)  // Gauss-Jordan; the matrix is positive definite
    for (std::size_t row = 0; row < kCoefficients; ++row) {
      if (row == i) continue;
      const long double factor = m[row][i] / m[i][i];
      for (std::size_t j = 0; j <= kCoefficients; ++j) m[row][j] -= factor * m[i][j];
    }
  long double value = 0;
  for (std::size_t i = kCoefficients; i-- > 0;) value = value * x0 + m[i][kCoefficients] / m[i][i];
  return static_cast<double>(value);
}

/// Equations 5 and 6 with the inner edge of each ring for its mean radius.
double left_edge_value(const Histogram& pairs, std::size_t disks, double density) {
  Histogram x;
  Histogram g;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double edge = 1 + static_cast<double>(i) * kBin;
    x.push_back(2 * (edge - 1) / kRange - 1);
    g.push_back(pairs[i] /
                (2 * std::numbers::pi * edge * kBin * static_cast<double>(disks) * density));
  }
  return extrapolate(x, g, -1);
}

ContactEstimator left_edges() {
  ContactEstimator estimator = contact_fit("mutant/contact-fit-left-edges");
  estimator.contact_value = left_edge_value;
  return estimator;
}

ContactEstimator unordered_pairs() {
  ContactEstimator estimator = contact_fit("mutant/contact-fit-unordered-pairs");
  estimator.histogram = [](const disks::Configuration& c) {
    Histogram pairs = fit().histogram(c);
    for (double& n : pairs) n /= 2;
    return pairs;
  };
  return estimator;
}

ContactEstimator ideal_gas() {
  ContactEstimator estimator = contact_fit("mutant/contact-fit-ideal-gas");
  estimator.contact_value = [](const Histogram&, std::size_t, double) { return 0.0; };
  return estimator;
}

ContactEstimator pair_normalised() {
  ContactEstimator estimator = contact_fit("mutant/contact-fit-wrong-n");
  estimator.contact_value = [](const Histogram& h, std::size_t disks, double density) {
    const auto n = static_cast<double>(disks);
    return fit().contact_value(h, disks, density) * (disks > 1 ? n / (n - 1) : 1);
  };
  return estimator;
}

const bool registered =
    register_estimator(
        left_edges(), kKnownCorrelation,
        Origin::invented("seeded fault: the inner edge of a bin stands for its mean radius")) &&
    register_estimator(unordered_pairs(), kExactTorus,
                       Origin::invented("seeded fault: each pair is counted once")) &&
    register_estimator(ideal_gas(), kExactTorus,
                       Origin::invented("seeded fault: no pair is seen, whatever is sampled: the "
                                        "pressure is that of the ideal gas")) &&
    register_estimator(pair_normalised(), kExactTorus,
                       Origin::invented("seeded fault: g is normalised by N - 1 instead of N")) &&
    register_rift({"mutant/rift-of-x-for-both",
                   [](const disks::Configuration& c, double chain) {
                     disks::RiftPressure p = disks::static_rift_pressure(c, chain);
                     p.y = p.x;
                     return p;
                   }},
                  kVirtualChains,
                  Origin::invented("seeded fault: one side of the box stands for both")) &&
    register_rift({"mutant/rift-without-one-disk",
                   [](const disks::Configuration& c, double chain) {
                     const auto n = static_cast<double>(c.size());
                     const disks::RiftPressure p = disks::static_rift_pressure(c, chain);
                     const double rho = c.density();
                     return disks::RiftPressure{rho + (p.x - rho) * n / (n - 1),
                                                rho + (p.y - rho) * n / (n - 1)};
                   }},
                  kExactTorus,
                  Origin::invented("seeded fault: contacts are normalised by N - 1 instead of N"));

}  // namespace
}  // namespace touchstone::mutants
