// optimized/longrange/windowed/windowed_lanes.hpp
// Purpose   Spreading particles to a grid in two dimensions, and reading two fields at them,
//           compiled once per instruction set.
// Source    Kernel exp(beta (sqrt(1 - z^2) - 1)) of A. Barnett, J. Magland, L. af Klinteberg,
//           SIAM J. Sci. Comput. 41, C479 (2019), "exponential of semicircle", each of its w
//           pieces by a polynomial of degree w + 3.
// Cost      Values of the kernel w (w + 4) multiplications per dimension; w^2 additions to
//           spread, twice that to read; all in lanes of 8 or 16.
// Not here  Which grid, and what is between the two (windowed.cpp).
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace touchstone::optimized {

inline constexpr std::size_t kWidestKernel = 16;

/// A spreading kernel: phi(z) for z = 2 t / w, t in grid spacings.
struct SpreadingKernel {
  std::size_t width;  ///< w, 2 to 16
  double beta;
  std::size_t lanes;  ///< 8 or 16: w, padded
  std::size_t terms;  ///< terms of each polynomial
  /// terms times lanes numbers: coefficient of x^m for each piece, x in [-1, 1].
  std::vector<double> pieces;

  double at(double z) const;
  /// Integral of phi(2 t / w) cos(omega t) over t.
  double transform(double omega) const;
};

/// Kernel for an error of about `tolerance` with a grid `upsampling` times finer than the modes
/// need.
SpreadingKernel spreading_kernel(double tolerance, double upsampling);
SpreadingKernel spreading_kernel_of(std::size_t width, double beta);

/// Particles at (x, y) in grid spacings, at least w/2 inside of the grid; rows of the grid are
/// `stride` numbers apart, with kWidestKernel unused ones behind the last point.
struct WindowedLanes {
  const char* backend;  ///< avx512, avx2, portable
  bool available;       ///< on this machine
  void (*spread)(const SpreadingKernel& kernel, const double* x, const double* y, std::size_t count,
                 double* grid, std::size_t stride);
  void (*gather)(const SpreadingKernel& kernel, const double* x, const double* y, std::size_t count,
                 const double* grid_x, const double* grid_y, std::size_t stride, double* out_x,
                 double* out_y);
  int doubles = 1;  ///< in a vector
};

/// All compiled kernels, best first.
std::span<const WindowedLanes> windowed_lanes();

}  // namespace touchstone::optimized
