// optimized/longrange/nufft/ring_nufft_kernel.hpp
// Purpose   Forces and energy of the Ring in time proportional to N: its potential has few Fourier
//           modes, whose sums a non-uniform fast Fourier transform forms and evaluates.
// Source    Equation 1 of Rocha Filho as a Fourier series (ring_nufft_spectrum.hpp). Non-uniform
//           transform by moments of cells (ring_nufft_lanes.hpp): with cells of width h centred on
//           multiples of h, theta = c h + x h / 2 and kappa = k h / 2,
//             exp(i k theta) = exp(i k c h) sum_m b_m(kappa) x^m,
//           b_m from the Chebyshev series of exp(i kappa x), truncated after T_7: error
//           2 |J_8(kappa)|, for each mode known beforehand. One transform of each moment over the
//           cells gives S_k = sum_j exp(-i k theta_j); back the same way, with modes -i k v_k S_k /
//           N, it gives the force as a polynomial in each cell. Both passes use the same b_m, so
//           that forces add up to zero.
// Cost      16 real transforms of `cells` numbers and two passes over the particles; energy O(K).
// Not here  Steps (fast_run_kernel.hpp), the scheme (ring_nufft_run.cpp).
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "optimized/longrange/nufft/nufft_transform.hpp"
#include "optimized/longrange/nufft/ring_nufft_lanes.hpp"

namespace touchstone::optimized {

/// Modes and cells for a softening and a tolerance.
struct RingNufftPlan {
  std::size_t last_mode;
  std::size_t cells;
  double error;  ///< estimate, relative to root mean square of the forces or to the largest
};
/// Throws InputError where more than 2^17 cells are needed; it names the error these would have.
RingNufftPlan ring_nufft_plan(double softening, double tolerance);

class RingNufft {
 public:
  RingNufft(const RingNufftLanes& lanes, double softening, double tolerance, std::size_t particles);

  /// The same bits for any number of threads: particles are summed in fixed chunks, whose moments
  /// are added pairwise in a fixed order.
  void evaluate(std::span<const double> angles, int threads, std::span<double> forces);
  /// Potential energy at the angles of the last evaluation.
  double potential() const;
  std::size_t memory_bytes() const;
  const RingNufftPlan& plan() const { return plan_; }

 private:
  void sum_particles(std::span<const double> angles, int team);
  void to_rows(std::size_t first_cell, std::size_t last_cell);
  void combine_modes();
  void to_series(std::size_t first_cell, std::size_t last_cell);

  const RingNufftLanes& lanes_;
  RingNufftPlan plan_;
  std::size_t particles_;
  std::size_t chunks_;
  std::size_t stride_;  ///< between transforms of moments
  std::vector<double> v_;
  std::vector<double> basis_;       ///< b_m(kappa_k) / i^m: kCellMoments numbers for each mode
  std::vector<Complex> sums_;       ///< S_k
  TransformArray<double> moments_;  ///< moments of each chunk; afterwards the series of cells
  TransformArray<double> rows_;
  TransformArray<Complex> modes_;
  Transform forward_;
  Transform backward_;
};

}  // namespace touchstone::optimized
