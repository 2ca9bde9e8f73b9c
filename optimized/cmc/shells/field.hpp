// optimized/cmc/shells/field.hpp
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

#include "optimized/cmc/shells/shell_tree.hpp"

namespace touchstone::optimized {

/// Shells are numbered from 1; 0 and shells() + 1 are the ends.
class Field {
 public:
  /// Builds the field from stars in radial order.
  void update(std::span<const double> radius, std::span<const double> mass);

  std::size_t shells() const { return radius_.size() - 2; }
  double radius(std::size_t k) const { return radius_[k]; }
  double u(std::size_t k) const { return records()[4 * k]; }
  double potential(std::size_t k) const { return records()[4 * k + 1]; }
  double enclosed(std::size_t k) const { return records()[4 * k + 2]; }
  const double* radii() const { return radius_.data(); }
  /// u_0, phi_0, M_0, r_0, u_1, ...: all of a shell in one line of the cache.
  /// Behind the last end come some with u = 0 and an endless potential, to fill a node of tree().
  const double* records() const { return records_.front().record[0]; }
  static constexpr int kRecord = 4;

  /// Tree for searches among all shells and both ends.
  const ShellTree& tree() const { return tree_; }

  /// Table by the leading bits of a radius, from those of r_1 on: the first shell of each bucket,
  /// and behind the last bucket shells() + 1.
  struct Table {
    const std::uint32_t* first;
    std::int64_t size;
    std::uint64_t first_bucket;
    int shift;
  };
  Table table() const {
    return {first_.data(), static_cast<std::int64_t>(first_.size()), first_bucket_, shift_};
  }

  /// The k of r_k <= r < r_{k+1}.
  std::size_t interval(double r) const;

  /// phi' of a star of this mass with its shell at `own`, at r in interval k: without its shell.
  double felt(double mass, std::size_t own, std::size_t k, double r) const {
    return felt_of(mass, radius_[own], k, r);
  }
  double felt_of(double mass, double own_radius, std::size_t k, double r) const {
    const double without = mass / (r < own_radius ? own_radius : r);
    if (k == 0) return potential(1) + without;
    return potential(k) + enclosed(k) * (u(k) - 1 / r) + without;
  }
  /// The same at shell k.
  double felt_at_shell(double mass, std::size_t own, std::size_t k) const {
    const double smaller = u(k) < u(own) ? u(k) : u(own);
    return potential(k) + mass * smaller;
  }

 private:
  void update_table();

  std::vector<double> radius_;
  struct alignas(64) Eight {
    double record[ShellTree::kWidth][kRecord];
  };
  std::vector<Eight> records_;
  ShellTree tree_;
  std::vector<std::uint32_t> first_;  ///< by leading bits: the first shell of each bucket
  std::uint64_t first_bucket_ = 0;
  int shift_ = 0;
};

}  // namespace touchstone::optimized
