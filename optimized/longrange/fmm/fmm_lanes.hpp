// optimized/longrange/fmm/fmm_lanes.hpp
// Purpose   The inner loops of the fast multipole method, compiled once per instruction set: near
//           pairs, the gradient of a far potential, and the product of an interaction matrix with
//           sixteen boxes at once.
// Not here  Trees and lists (fmm.cpp).
#pragma once
#include <cstddef>
#include <span>

namespace touchstone::optimized {

/// Boxes of one matrix product, and targets of one call of `forces`.
inline constexpr std::size_t kBoxBatch = 16;
inline constexpr std::size_t kNearBlock = 32;
/// Nodes per dimension, more than any tolerance needs.
inline constexpr std::size_t kMostNodes = 20;

struct FmmLanes {
  const char* backend;  ///< avx512, avx2, portable
  bool available;       ///< on this machine
  /// Adds the sums over `count` sources of (dx, dy) / (r^2 + eps) to `targets`, at most kNearBlock,
  /// and to what is after them in their arrays of kNearBlock.
  void (*forces)(std::size_t targets, const double* target_x, const double* target_y,
                 const double* x, const double* y, std::size_t count, double softening,
                 double* sum_x, double* sum_y);
  /// The gradient at kNearBlock points of [-1, 1]^2 of sum over k, l < p of series[k p + l] T_k(x)
  /// T_l(y).
  void (*gradients)(const double* x, const double* y, const double* series, std::size_t p,
                    double* slope_x, double* slope_y);
  /// Adds the sums of log(r^2 + eps).
  void (*potentials)(const double* target_x, const double* target_y, const double* x,
                     const double* y, std::size_t count, double softening, double* sum);
  /// out = matrix in, with `size` rows and columns, a multiple of 4; `in` and `out` have kBoxBatch
  /// numbers per row, aligned to 64 B.
  void (*multiply)(const double* matrix, std::size_t size, const double* in, double* out);
  int doubles = 1;  ///< in a vector
};

/// All compiled kernels, best first.
std::span<const FmmLanes> fmm_lanes();

}  // namespace touchstone::optimized
