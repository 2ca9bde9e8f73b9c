// optimized/longrange/fmm/fmm_kernel.hpp
// Purpose   Forces and energy of two-dimensional gravity for states of any extent: the black-box
//           fast multipole method.
// Source    W. Fong, E. Darve, J. Comput. Phys. 228, 8712 (2009): between boxes that do not
//           touch, log(r^2 + eps) is interpolated at p Chebyshev nodes in each dimension of both
//           boxes. No expansion of the unsoftened logarithm is used, which would leave out eps /
//           r^2. Forces are the gradient of the interpolated potential, which is symmetric in the
//           two particles.
// Computes  p from the tolerance: the interpolation error falls as (3 + sqrt 8)^(-p), whatever
//           the side of the box is in units of the softening. Boxes of less than 0.6 sqrt(eps)
//           need not be split, as there the potential is as smooth between neighbours.
// Cost      O(N p^2) and p^4 for about 27 partners of each box.
// Not here  Compact states, which the windowed transform does in less time (windowed_kernel.hpp).
//           The bodies: up and down the tree fmm.cpp, far boxes fmm_across.cpp, leaves
//           fmm_leaves.cpp.
#pragma once
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "optimized/longrange/fmm/fmm_lanes.hpp"
#include "optimized/longrange/fmm/fmm_tree.hpp"
#include "optimized/longrange/nufft/nufft_transform.hpp"

namespace touchstone::optimized {

/// Nodes per dimension; throws InputError for tolerances below 1e-10, with the error reached.
std::size_t fmm_nodes(double tolerance);
/// Fastest tuning with so many nodes, as measured.
FmmTuning fmm_tuning(std::size_t nodes);

class MultipoleGravity {
 public:
  /// Solver with fmm_tuning, unless told otherwise.
  MultipoleGravity(const FmmLanes& lanes, double softening, double tolerance,
                   std::optional<FmmTuning> tuning = {});

  /// Coordinates x_1 ... x_N, y_1 ... y_N; the same bits for any number of threads.
  void evaluate(std::span<const double> coordinates, int threads, std::span<double> forces);
  /// Potential energy at the coordinates of the last evaluation.
  double potential() const;
  std::size_t memory_bytes() const;
  const FmmTree& tree() const { return tree_; }
  std::size_t nodes() const { return p_; }

 private:
  using Matrix = TransformArray<double>;
  std::size_t size() const { return p_ * p_; }
  double* weights(std::uint32_t box) { return weights_.data() + box * size(); }
  double* locals(std::uint32_t box) { return locals_.data() + box * size(); }

  /// So many threads that each has `per_thread` items: fewer would be done before it has been
  /// woken.
  static int team_for(std::size_t items, std::size_t per_thread, int threads);
  void upward(int threads);
  void across(int threads);
  /// `images`: the node of a box for each row of the matrix.
  void multiply_batch(const Matrix& matrix, std::span<const std::size_t> images,
                      std::span<const FmmPair> pairs);
  void downward(int threads);
  void particles_to_box(std::uint32_t box);
  /// Translates to the child, or from it to the parent.
  void to_child(std::uint32_t child);
  void from_child(std::uint32_t child);
  void finish_leaf(std::uint32_t box, std::span<double> forces) const;
  /// Coefficients of the potential of a box in Chebyshev polynomials.
  std::vector<double> series_of(std::uint32_t box) const;
  double leaf_potential(std::uint32_t box) const;
  const Matrix& matrix(double side, std::uint32_t columns, std::uint32_t rows);

  const FmmLanes& lanes_;
  double softening_;
  FmmTuning tuning_;
  std::size_t p_;
  std::vector<double> node_;       ///< Chebyshev nodes in [-1, 1]
  std::vector<double> chebyshev_;  ///< T_k(node a), times 1/p or 2/p: p numbers for each k
  std::vector<double> halves_[2];  ///< interpolation from a parent to the lower and upper half
  std::map<std::pair<double, std::uint32_t>, Matrix> matrices_;  ///< by side and offset
  FmmTree tree_;
  TransformArray<double> weights_;  ///< weights of the nodes of each box
  TransformArray<double> locals_;   ///< potential at the nodes of each box
  std::vector<std::uint32_t> leaves_;
};

}  // namespace touchstone::optimized
