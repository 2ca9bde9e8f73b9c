// optimized/longrange/hmf/hmf_kernels.hpp
// Purpose   The passes of the HMF model over its particles, compiled once per instruction set: kick
//           by the mean field, drift, new sines and cosines, their sums.
// Source    Rocha Filho, section 3.1: sines and cosines are computed once and stored.
// Cost      Per particle and pass. Stored: 64 bytes read or written and about 45 operations.
//           Rotation: 48 bytes and 19 multiplications, fused with additions or not: kick 2, p^2,
//           sine 6, cosine 6, rotation 4. The angle itself is not kept.
// Not here  Their bodies (hmf_kernels.cpp), steps and threads (hmf_run.cpp).
#pragma once
#include <cstddef>
#include <span>

namespace touchstone::optimized {

/// The arrays of particles; `angle` is null where only sines and cosines are kept. Lengths are
/// multiples of a vector.
struct HmfArrays {
  double* angle;
  double* p;
  double* sine;
  double* cosine;
};

/// p += kick_y cos - kick_x sin, then angle += drift p.
struct HmfPass {
  double kick_x = 0;  ///< B dt Mx
  double kick_y = 0;
  double drift = 0;        ///< D dt; 0: kick only
  bool normalise = false;  ///< rotation: bring sin^2 + cos^2 back to 1
  bool near = false;       ///< rotation: |drift p| is at most kNearTurn for all
};
/// Turns that the rotation's short polynomials are good for.
inline constexpr double kNearTurn = 0.5;

struct HmfSums {
  double cosine = 0;
  double sine = 0;
  double square = 0;  ///< the largest p^2, also of those beyond `count`; the stored form has none
};

/// Pass over particles [first, last) of `count`; first is a multiple of a vector. Returns the sums
/// of those below `count`.
using HmfKernel = HmfSums (*)(const HmfArrays&, const HmfPass&, std::size_t first, std::size_t last,
                              std::size_t count);

struct HmfKernels {
  const char* backend;  ///< avx512, avx2, portable
  bool available;       ///< on this machine
  HmfKernel stored;
  HmfKernel rotation;
  /// Sines and cosines of angles; no kick and no drift.
  HmfKernel begin;
  int doubles = 1;  ///< in a vector
};

/// All compiled kernels, best first.
std::span<const HmfKernels> hmf_kernels();

}  // namespace touchstone::optimized
