// optimized/longrange/nufft/ring_nufft.cpp
// Purpose   Definitions of ring_nufft_kernel.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/bessel.hpp>
#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "optimized/longrange/nufft/ring_nufft_kernel.hpp"
#include "optimized/longrange/nufft/ring_nufft_spectrum.hpp"

namespace touchstone::optimized {
namespace {

using std::numbers::pi;

constexpr std::size_t kFewestCells = 64;
constexpr std::size_t kMostCells = std::size_t{1} << 17;
/// Chunks of fewer particles would cost more to add than to fill; more chunks, only memory.
constexpr std::size_t kParticlesPerCell = 4;
constexpr std::size_t kMostChunks = 16;
/// Fewer would be done before a thread has been woken.
constexpr std::size_t kParticlesForThreads = 4096;
constexpr std::size_t kCellsForThreads = 16384;

/// Relative error of the forces by the truncated series of both passes, of particles at random
/// places, and of one pair at its largest force; the larger.
double truncation_error(std::span<const double> v, double softening, std::size_t cells) {
  double squares = 0;
  double wrong_squares = 0;
  double wrong = 0;
  for (std::size_t k = 1; k < v.size(); ++k) {
    const double amplitude = static_cast<double>(k) * std::abs(v[k]);
    const double kappa = pi * static_cast<double>(k) / static_cast<double>(cells);
    const double error = 4 * std::pow(kappa / 2, 8) / 40320;  // 4 |J_8(kappa)| is less
    squares += amplitude * amplitude;
    wrong_squares += amplitude * amplitude * error * error;
    wrong += 2 * amplitude * error;
  }
  // Pair force: d D^(-3/2) at d^2 = eps, or where the softening is large, sin d (2 eps)^(-3/2).
  const double largest = std::min(0.19245 / softening, std::pow(2 * softening, -1.5));
  return std::max(std::sqrt(wrong_squares / squares), wrong / largest);
}

/// b_m(kappa) / i^m for m below kCellMoments: the Chebyshev series J_0 + 2 sum i^m J_m T_m of
/// exp(i kappa x), written in powers.
void series_of_wave(double kappa, double* b) {
  constexpr int kTerms = kCellMoments;
  long double chebyshev[kTerms][kTerms] = {};  // powers of T_m
  chebyshev[0][0] = 1;
  chebyshev[1][1] = 1;
  for (int m = 2; m < kTerms; ++m)
    for (int j = 0; j < kTerms; ++j)
      chebyshev[m][j] = (j > 0 ? 2 * chebyshev[m - 1][j - 1] : 0) - chebyshev[m - 2][j];
  long double sum[kTerms] = {};
  for (int m = 0; m < kTerms; ++m) {
    const long double bessel = boost::math::cyl_bessel_j(m, static_cast<long double>(kappa));
    for (int j = m % 2; j <= m; j += 2)  // i^m = i^j (-1)^((m - j) / 2)
      sum[j] += (m > 0 ? 2 : 1) * ((m - j) / 2 % 2 == 0 ? 1 : -1) * bessel * chebyshev[m][j];
  }
  for (int j = 0; j < kTerms; ++j) b[j] = static_cast<double>(sum[j]);
}

/// i^m times a number.
Complex turned(Complex z, std::size_t quarters) {
  switch (quarters % 4) {
    case 0:
      return z;
    case 1:
      return {-z.imag(), z.real()};
    case 2:
      return -z;
    default:
      return {z.imag(), -z.real()};
  }
}

/// Pieces [first, last) of `count`, on `team` threads.
template <class Body>
void in_pieces(std::size_t count, std::size_t pieces, [[maybe_unused]] int team, const Body& body) {
#pragma omp parallel for schedule(static) num_threads(team) if (team > 1)
  for (std::size_t i = 0; i < pieces; ++i) body(i * count / pieces, (i + 1) * count / pieces);
}

}  // namespace

RingNufftPlan ring_nufft_plan(double softening, double tolerance) {
  const auto refuse = [&](const std::string& why) {
    throw input_error(
        "longrange/ring-nufft", "softening",
        fmt::format("one whose forces {} cells resolve to {:.2g}", kMostCells, tolerance),
        fmt::format("{}, {}", softening, why));
  };
  // Modes below the number of cells have a place in the transform; those above half of it share
  // that of a mirror image.
  const double modes = ring_modes_needed(softening, tolerance / 10);
  if (modes >= kMostCells) refuse(fmt::format("which has {:.2g} Fourier modes", modes));
  RingNufftPlan plan{static_cast<std::size_t>(modes), kFewestCells, 0};
  const std::vector<double> v = ring_spectrum(softening, plan.last_mode);
  while (plan.cells <= plan.last_mode) plan.cells *= 2;
  const auto error = [&] { return truncation_error(v, softening, plan.cells); };
  for (plan.error = error(); plan.error > tolerance / 10 && plan.cells < kMostCells;
       plan.error = error())
    plan.cells *= 2;
  if (plan.error > tolerance / 10) refuse(fmt::format("with an error of {:.2g}", plan.error));
  return plan;
}

RingNufft::RingNufft(const RingNufftLanes& lanes, double softening, double tolerance,
                     std::size_t particles)
    : lanes_(lanes),
      plan_(ring_nufft_plan(softening, tolerance)),
      particles_(particles),
      chunks_(
          std::clamp<std::size_t>(particles / (kParticlesPerCell * plan_.cells), 1, kMostChunks)),
      stride_(plan_.cells / 2 + 8),
      v_(ring_spectrum(softening, plan_.last_mode)),
      basis_(v_.size() * kCellMoments),
      sums_(v_.size()),
      moments_(chunks_ * plan_.cells * kCellMoments),
      rows_(2 * stride_ * kCellMoments),
      modes_(stride_ * kCellMoments),
      forward_(TransformKind::real_to_complex, plan_.cells),
      backward_(TransformKind::complex_to_real, plan_.cells) {
  for (std::size_t k = 0; k < v_.size(); ++k)
    series_of_wave(pi * static_cast<double>(k) / static_cast<double>(plan_.cells),
                   &basis_[k * kCellMoments]);
}

void RingNufft::evaluate(std::span<const double> angles, int threads, std::span<double> forces) {
  const std::size_t cells = plan_.cells;
  const int most = static_cast<int>(std::min(chunks_, static_cast<std::size_t>(threads)));
  const int pass_team = particles_ >= kParticlesForThreads ? most : 1;
  const int team = cells >= kCellsForThreads ? threads : 1;
  sum_particles(angles, pass_team);
  in_pieces(cells, kCellMoments, team, [&](std::size_t a, std::size_t b) { to_rows(a, b); });
  in_pieces(kCellMoments, kCellMoments, team, [&](std::size_t m, std::size_t) {
    forward_.execute(rows_.data() + 2 * m * stride_, modes_.data() + m * stride_);
  });
  combine_modes();
  in_pieces(kCellMoments, kCellMoments, team, [&](std::size_t m, std::size_t) {
    backward_.execute(modes_.data() + m * stride_, rows_.data() + 2 * m * stride_);
  });
  in_pieces(cells, kCellMoments, team, [&](std::size_t a, std::size_t b) { to_series(a, b); });
  in_pieces(particles_, chunks_, pass_team, [&](std::size_t a, std::size_t b) {
    lanes_.gather(angles.data() + a, b - a, cells, moments_.data(), forces.data() + a);
  });
}

void RingNufft::sum_particles(std::span<const double> angles, int team) {
  const std::size_t size = plan_.cells * kCellMoments;
  in_pieces(chunks_, chunks_, team, [&](std::size_t chunk, std::size_t) {
    double* moments = moments_.data() + chunk * size;
    std::fill_n(moments, size, 0.0);
    const std::size_t first = chunk * particles_ / chunks_;
    const std::size_t last = (chunk + 1) * particles_ / chunks_;
    lanes_.spread(angles.data() + first, last - first, plan_.cells, moments);
  });
}

/// Adds up the chunks pairwise, and puts each moment of these cells in a row of its own.
void RingNufft::to_rows(std::size_t first_cell, std::size_t last_cell) {
  const std::size_t size = plan_.cells * kCellMoments;
  const std::size_t first = first_cell * kCellMoments;
  const std::size_t last = last_cell * kCellMoments;
  for (std::size_t apart = 1; apart < chunks_; apart *= 2)
    for (std::size_t chunk = 0; chunk + apart < chunks_; chunk += 2 * apart) {
      double* to = moments_.data() + chunk * size;
      const double* from = to + apart * size;
      for (std::size_t i = first; i < last; ++i) to[i] += from[i];
    }
  for (std::size_t cell = first_cell; cell < last_cell; ++cell)
    for (std::size_t m = 0; m < kCellMoments; ++m)
      rows_[2 * m * stride_ + cell] = moments_[cell * kCellMoments + m];
}

/// S_k from the transformed moments, then the modes of the series of the force.
void RingNufft::combine_modes() {
  const std::size_t cells = plan_.cells;
  const auto n = static_cast<double>(particles_);
  // Mode k of the cells is mode k - cells, too; of real moments, those below 0 are conjugate.
  const auto place = [&](std::size_t k) { return 2 * k <= cells ? k : cells - k; };
  for (std::size_t k = 0; k < v_.size(); ++k) {
    const bool mirrored = 2 * k > cells;
    Complex sum = 0;
    for (std::size_t m = 0; m < kCellMoments; ++m) {
      const Complex moment = modes_[m * stride_ + place(k)];
      const Complex one = mirrored ? std::conj(moment) : moment;
      sum += basis_[k * kCellMoments + m] * turned(one, 3 * m);  // conjugate of b_m
    }
    sums_[k] = sum;
  }
  std::fill_n(modes_.data(), modes_.size(), Complex());
  for (std::size_t k = 1; k < v_.size(); ++k) {
    const Complex mode = turned(static_cast<double>(k) * v_[k] / n * sums_[k], 3);
    const double twice = 2 * k == cells ? 2 : 1;  // its mirror image is itself
    for (std::size_t m = 0; m < kCellMoments; ++m) {
      const Complex term = twice * basis_[k * kCellMoments + m] * turned(mode, m);
      modes_[m * stride_ + place(k)] += 2 * k > cells ? std::conj(term) : term;
    }
  }
}

void RingNufft::to_series(std::size_t first_cell, std::size_t last_cell) {
  for (std::size_t cell = first_cell; cell < last_cell; ++cell)
    for (std::size_t m = 0; m < kCellMoments; ++m)
      moments_[cell * kCellMoments + m] = rows_[2 * m * stride_ + cell];
}

double RingNufft::potential() const {
  const auto n = static_cast<double>(particles_);
  double sum = 0;
  // V = (1/2N) sum over all k of v_k (|S_k|^2 - N): without self terms, mode by mode. Their sum,
  // -1 / sqrt(2 eps), would take the last digits of all others.
  for (std::size_t k = v_.size(); k-- > 1;) sum += v_[k] * (std::norm(sums_[k]) - n);
  return v_[0] * (n - 1) / 2 + sum / n;
}

std::size_t RingNufft::memory_bytes() const {
  return sizeof(double) * (moments_.size() + rows_.size() + basis_.size() + v_.size()) +
         sizeof(Complex) * (modes_.size() + sums_.size());
}

}  // namespace touchstone::optimized
