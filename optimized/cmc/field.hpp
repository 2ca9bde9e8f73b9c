// optimized/cmc/field.hpp
// Purpose   The arrays that every thread or rank has a copy of: radii, masses inside and
//           potential of all stars, laid out for searches.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 3.2; equations 2
//           to 6.
// Computes  The same bits as cluster::shell_potential.
// Cost      About 2 ns per star to update; a radius is located in a table of its leading bits.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace touchstone::optimized {

/// Shells are numbered from 1; 0 and shells() + 1 are the ends.
class Field {
 public:
  /// From stars in radial order.
  void update(std::span<const double> radius, std::span<const double> mass);

  std::size_t shells() const { return radius_.size() - 2; }
  double radius(std::size_t k) const { return radius_[k]; }
  double u(std::size_t k) const { return pairs_[2 * k]; }
  double potential(std::size_t k) const { return pairs_[2 * k + 1]; }
  double enclosed(std::size_t k) const { return enclosed_[k]; }
  /// u_0, phi_0, u_1, phi_1, ...: both of a shell in one line of the cache.
  const double* pairs() const { return pairs_.data(); }

  /// The k of r_k <= r < r_{k+1}.
  std::size_t interval(double r) const;

  /// phi' of a star of this mass with its shell at `own`, at r in interval k: without its shell.
  double felt(double mass, std::size_t own, std::size_t k, double r) const {
    const double without = mass / (r < radius_[own] ? radius_[own] : r);
    if (k == 0) return pairs_[3] + without;
    return pairs_[2 * k + 1] + enclosed_[k] * (pairs_[2 * k] - 1 / r) + without;
  }
  /// The same at shell k.
  double felt_at_shell(double mass, std::size_t own, std::size_t k) const {
    const double smaller = pairs_[2 * k] < pairs_[2 * own] ? pairs_[2 * k] : pairs_[2 * own];
    return pairs_[2 * k + 1] + mass * smaller;
  }

 private:
  void update_table();

  std::vector<double> radius_;
  std::vector<double> pairs_;
  std::vector<double> enclosed_;
  std::vector<std::uint32_t> first_;  ///< by leading bits: the first shell of each bucket
  std::uint64_t first_bucket_ = 0;
};

}  // namespace touchstone::optimized
