// optimized/longrange/direct/direct_kernels.hpp
// Purpose   Direct sums of the Ring and of two-dimensional gravity, compiled once per instruction
//           set: a vector of targets, one source after another.
// Source    Rocha Filho, section 3.2 and equations 3, 8 and 9, in chord form: with (dx, dy) the
//           difference of two points of the circle and D = dx^2 + dy^2 + 2 eps,
//           f_i = (sin_i sum dx D^(-3/2) - cos_i sum dy D^(-3/2)) / N. Forming dx and dy first does
//           not cancel, and the term i = j is exactly zero.
// Cost      Multiplications, fused with additions or not, per vector of pairs: Ring 10 in double,
//           8 in single precision; plane 8 and 6. Subtractions go to other ports. Estimates of
//           reciprocals have ports of their own on some processors; on others (AMD's Zen 4) each
//           takes the place of a multiplication. benchmarks/longrange measures which, and how near
//           to these numbers the kernels are.
// Not here  Their bodies (direct_kernels.cpp), steps and threads (direct_run.cpp).
#pragma once
#include <cstddef>
#include <span>

namespace touchstone::optimized {

/// Points of the circle or of the plane, padded to a multiple of kTargetBlock; the copies in single
/// precision are those of the schemes that compute pairs in it.
struct DirectArrays {
  const double* x;
  const double* y;
  const float* x_single;
  const float* y_single;
  std::size_t count;
  double softening;  ///< added to a squared distance: 2 eps for the Ring, eps for the plane
  /// Squared distances of the plane that can be multiplied, at most eight.
  std::size_t factors = 8;
};

/// Targets of one call: the largest vector of single precision times the vectors side by side.
inline constexpr std::size_t kTargetBlock = 64;
/// Sources summed in single precision before they are added to a sum in double. Terms of a soft
/// potential have one sign: each addition rounds a sum that has grown with the terms before it, and
/// 256 of them would leave errors beyond what is claimed for forces in single precision.
inline constexpr std::size_t kSingleChunk = 64;

/// Sums over all sources of (dx, dy) D^(-3/2), Ring, or (dx, dy) / D, plane, for targets
/// [first, first + kTargetBlock), into out_x and out_y.
using ForceKernel = void (*)(const DirectArrays&, std::size_t first, double* out_x, double* out_y);
/// Sum over all sources of D^(-1/2), Ring, or log D, plane, i = j included.
using PotentialKernel = void (*)(const DirectArrays&, std::size_t first, double* out);

/// Arithmetic of pairs and of their sums.
enum class PairPrecision {
  in_double,
  in_single,  ///< kSingleChunk sources at a time
  mixed       ///< the paper's: pairs in single, each added to a sum in double
};

struct DirectKernels {
  const char* backend;  ///< avx512, avx2, portable
  bool available;       ///< on this machine
  ForceKernel ring[3];  ///< by PairPrecision
  ForceKernel plane[3];
  PotentialKernel ring_potential;
  PotentialKernel plane_potential;
  /// Sines and cosines of `count` angles, padded to whole vectors.
  void (*sincos)(const double* angles, std::size_t count, double* sine, double* cosine);
  int doubles = 1;  ///< in a vector
};

/// All compiled kernels, best first.
std::span<const DirectKernels> direct_kernels();

}  // namespace touchstone::optimized
