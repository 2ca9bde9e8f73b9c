// optimized/longrange/windowed/windowed_kernel.hpp
// Purpose   Forces and energy of two-dimensional gravity for states of limited extent: the
//           softened logarithm, cut off smoothly beyond the largest distance and repeated
//           periodically, has few Fourier modes; a non-uniform fast Fourier transform sums them.
// Source    Equation 3 of Rocha Filho. With all particles within R of a centre, distances are at
//           most 2 R. The window is 1 up to there and falls, as a complementary error function,
//           to 0 at 2 R + w, w = 4.4 ln(1/tolerance) / k_max; the box is P = 4 R + 2 w, so that
//           no window is cut (with 4 R + w it is, at half its height, which leaves errors of
//           1e-7). What is summed is log(1 + r^2 / eps), 0 for a particle and itself and a
//           function of r / sqrt(eps) alone; log eps is added for each pair. Its spectrum falls as
//           exp(-sqrt(eps) k): k_max = ln(1/tolerance) / sqrt(eps). Transform as in Barnett,
//           Magland and af Klinteberg 2019 (windowed_lanes.hpp).
// Computes  Of the transform over the grid only the half that particles reach, and the modes in
//           use.
// Cost      O(N w^2) and about (k_max P)^2 log: independent of N, growing with the extent; O(N)
//           to sort particles by tiles of the grid.
// Not here  Wide states (fmm_kernel.hpp), steps (fast_run_kernel.hpp).
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "optimized/longrange/nufft/nufft_transform.hpp"
#include "optimized/longrange/windowed/windowed_lanes.hpp"

namespace touchstone::optimized {

/// Sizes for an extent: all that depends on R, but not on the particles.
struct WindowedPlan {
  double radius;      ///< R
  double box;         ///< P
  std::size_t modes;  ///< |k| < modes in each dimension
  std::size_t grid;   ///< points of the box in each dimension
  std::size_t band;   ///< those points that particles reach
  double tolerance;
};
/// Throws InputError for what needs more than `most_modes`; it names the error these would have.
WindowedPlan windowed_plan(double softening, double tolerance, double radius,
                           std::size_t most_modes = 4096);

class WindowedGravity {
 public:
  WindowedGravity(const WindowedLanes& lanes, double softening, double tolerance);
  ~WindowedGravity();

  /// Coordinates x_1 ... x_N, y_1 ... y_N; the same bits for any number of threads. The plan is
  /// that of the state alone: the extent is rounded up by at most 2^(1/8). Throws InputError for
  /// states so wide that more than 4096 modes were needed in each dimension, which would take
  /// gigabytes: a wide state is for the multipole method.
  void evaluate(std::span<const double> coordinates, int threads, std::span<double> forces);
  /// Potential energy at the coordinates of the last evaluation.
  double potential() const { return potential_; }
  std::size_t memory_bytes() const;
  const WindowedPlan& plan() const { return plan_; }

 private:
  struct Grid;  ///< tables and arrays of a plan
  void place(std::span<const double> coordinates, int threads);
  void spread(int threads);
  void convolve(int threads);
  void convolve_columns(std::size_t first, std::size_t last);

  const WindowedLanes& lanes_;
  double softening_;
  double tolerance_;
  SpreadingKernel kernel_;
  WindowedPlan plan_{};
  std::unique_ptr<Grid> grid_;
  double potential_ = 0;
  // Particles by strips of the grid, and in them by tiles: coordinates in grid spacings.
  std::vector<double> x_;
  std::vector<double> y_;
  std::vector<std::uint32_t> particle_;
  std::vector<std::uint32_t> tile_;  ///< tile of each particle, unsorted
  std::vector<std::size_t> strip_;   ///< first particle of each strip, and the end
};

}  // namespace touchstone::optimized
