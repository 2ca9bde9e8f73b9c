// optimized/longrange/nufft/ring_nufft_lanes.hpp
// Purpose   The two passes over the particles of the Ring's non-uniform transform, compiled once
//           per instruction set.
// Source    Moments of cells and their Taylor series: C. Anderson, M. D. Dahleh, SIAM J. Sci.
//           Comput. 17, 913 (1996). With cells of width h centred on multiples of h, a particle
//           at c h + x h / 2 adds 1, x, ..., x^7 to the eight moments of cell c, one vector of
//           AVX-512; the force on it is a polynomial of its cell. A spreading kernel of width w
//           needs w cells and the values of a polynomial of degree w + 1 for each particle.
// Cost      About 20 instructions per particle and pass (AVX-512); moments of a cell are 64 B.
// Not here  What is between the passes (ring_nufft.cpp).
#pragma once
#include <cstddef>
#include <span>

namespace touchstone::optimized {

/// Moments of a cell.
inline constexpr std::size_t kCellMoments = 8;

/// `cells`: a power of two. Arrays of moments are `cells` times kCellMoments, aligned to 64 B.
struct RingNufftLanes {
  const char* backend;  ///< avx512, avx2, portable
  bool available;       ///< on this machine
  /// Adds the powers of `count` angles to the moments of their cells.
  void (*spread)(const double* angles, std::size_t count, std::size_t cells, double* moments);
  /// The polynomials of their cells at `count` angles.
  void (*gather)(const double* angles, std::size_t count, std::size_t cells, const double* series,
                 double* out);
  int doubles = 1;  ///< in a vector
};

/// All compiled kernels, best first.
std::span<const RingNufftLanes> ring_nufft_lanes();

}  // namespace touchstone::optimized
