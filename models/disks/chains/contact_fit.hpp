// models/disks/chains/contact_fit.hpp
// Purpose   The paper's pressure: the pair correlation extrapolated to contact.
// Source    Anderson et al., J. Comput. Phys. 254, 27 (2013), section 4, equations 4-6: dr = 1e-4,
//           c = 0.02, polynomial of degree 5.
// Computes  g(R_i) = n_i / (N rho 2 pi R_i dr) from the ordered pairs n_i with a distance in
//           [1 + i dr, 1 + (i + 1) dr), R_i the mean radius of that ring (equation 6), fits a
//           polynomial by least squares, and evaluates it at r = 1. That is linear in n_i: the
//           weights are computed once, and each configuration gives a pressure
//           P* = rho (1 + (pi / 2) rho g(1)) whose mean and error are those of plain numbers.
//           Bias of the fit for g ~ exp(-30 (r - 1)): 3e-7. The price is noise: 5.1 / sqrt(pairs
//           within c) of the contact part, some 25 times more configurations than
//           static_rift_pressure for the same error.
// Cost      O(N) per configuration.
// Not here  The estimator the suite relies on (static_rift.hpp).
#pragma once
#include <cstddef>
#include <vector>

#include "models/disks/configuration.hpp"

namespace touchstone::disks {

/// Lengths in diameters; the defaults are the paper's choice.
struct ContactFitParameters {
  double bin = 1e-4;    ///< dr
  double range = 0.02;  ///< c: the fit uses r in (1, 1 + c]; rounded to a multiple of dr
  int degree = 5;
};

class ContactFit {
 public:
  /// Throws InputError for a bin or range that is not positive, a range of fewer bins than
  /// coefficients or of more than a million, or a degree outside 0..12.
  explicit ContactFit(ContactFitParameters parameters = {});

  /// R_i of equation 6.
  const std::vector<double>& radii() const { return radii_; }
  /// The polynomial at r = 1 is the sum of weights()[i] g(R_i).
  const std::vector<double>& weights() const { return weights_; }

  /// n_i: ordered pairs (each pair twice) by distance. Pairs closer than 1, by rounding of single
  /// precision states, count as touching.
  std::vector<double> histogram(const Configuration& c) const;

  /// g(1) from a histogram of N disks; densities in 1 / d^2.
  double contact_value(const std::vector<double>& histogram, std::size_t disks,
                       double density) const;
  /// P* = beta P d^2 from a histogram (of one configuration, or a mean over many).
  double pressure(const std::vector<double>& histogram, std::size_t disks, double density) const;
  /// P* of one configuration. Throws InputError when a side is below 2 (1 + range) diameters.
  double pressure(const Configuration& c) const;

 private:
  ContactFitParameters parameters_;
  std::vector<double> radii_;
  std::vector<double> weights_;
};

}  // namespace touchstone::disks
