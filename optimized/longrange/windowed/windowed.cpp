// optimized/longrange/windowed/windowed.cpp
// Purpose   Definitions of windowed_kernel.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "optimized/longrange/windowed/windowed_grid.hpp"
#include "optimized/longrange/windowed/windowed_kernel.hpp"

namespace touchstone::optimized {
namespace {

using std::numbers::pi;

constexpr double kUpsampling = 2;
/// Side of a tile of the grid. Two strips of tiles that are not neighbours share no point, as a
/// tile and its margins are at most 31 wide.
constexpr std::size_t kTile = 16;
static_assert(kTile + kWidestKernel - 1 <= 2 * kTile, "two threads would add to one point");
/// Columns of the spectrum transformed together: their rows fill lines of memory.
constexpr std::size_t kColumns = 8;
constexpr std::size_t kColumnsPerThread = 32;
constexpr std::size_t kParticlesPerThread = 2048;

}  // namespace

WindowedPlan windowed_plan(double softening, double tolerance, double radius,
                           std::size_t most_modes) {
  const double decades = std::log(10 / tolerance);
  const double k_max = decades / std::sqrt(softening);
  const double window = 4.4 * decades / k_max;
  WindowedPlan plan{};
  plan.tolerance = tolerance;
  plan.radius = radius;
  plan.box = 4 * radius + 2 * window;
  const double modes = std::ceil(k_max * plan.box / (2 * pi)) + 1;
  if (!(modes <= static_cast<double>(most_modes))) {
    const double reached = 2 * pi * static_cast<double>(most_modes) / plan.box;
    throw input_error(
        "longrange/gravity-2d-nufft", "extent of the state",
        fmt::format("one that {} modes in each dimension resolve to {:.2g}", most_modes, tolerance),
        fmt::format("a radius of {:.3g} with softening {:.3g}, with an error of {:.2g}", radius,
                    softening, 10 * std::exp(-reached * std::sqrt(softening))));
  }
  plan.modes = static_cast<std::size_t>(modes);
  plan.grid = good_transform_size(
      static_cast<std::size_t>(std::ceil(2 * kUpsampling * static_cast<double>(plan.modes))));
  const double spacing = plan.box / static_cast<double>(plan.grid);
  plan.band = static_cast<std::size_t>(std::ceil(2 * radius / spacing)) + kWidestKernel + 4;
  plan.band = std::min(plan.band, plan.grid);
  return plan;
}

WindowedGravity::WindowedGravity(const WindowedLanes& lanes, double softening, double tolerance)
    : lanes_(lanes),
      softening_(softening),
      tolerance_(tolerance),
      kernel_(spreading_kernel(tolerance, kUpsampling)) {}

WindowedGravity::~WindowedGravity() = default;

void WindowedGravity::evaluate(std::span<const double> coordinates, int threads,
                               std::span<double> forces) {
  const std::size_t n = coordinates.size() / 2;
  const int team = std::clamp(static_cast<int>(n / kParticlesPerThread), 1, threads);
  place(coordinates, team);
  spread(team);
  convolve(threads);
  Grid& g = *grid_;
  constexpr std::size_t kPiece = 256;
#pragma omp parallel for schedule(dynamic) num_threads(team) if (team > 1)
  for (std::size_t first = 0; first < n; first += kPiece) {
    double fx[kPiece];
    double fy[kPiece];
    const std::size_t count = std::min(kPiece, n - first);
    lanes_.gather(kernel_, &x_[first], &y_[first], count, g.field_x.data(), g.field_y.data(),
                  g.stride, fx, fy);
    for (std::size_t i = 0; i < count; ++i) {
      forces[particle_[first + i]] = fx[i];
      forces[n + particle_[first + i]] = fy[i];
    }
  }
}

void WindowedGravity::place(std::span<const double> q, [[maybe_unused]] int threads) {
  const std::size_t n = q.size() / 2;
  double centre[2];
  for (std::size_t c = 0; c < 2; ++c) {
    const auto [low, high] =
        std::minmax_element(q.begin() + static_cast<std::ptrdiff_t>(c * n),
                            q.begin() + static_cast<std::ptrdiff_t>((c + 1) * n));
    centre[c] = *low + (*high - *low) / 2;
  }
  double square = softening_;
  for (std::size_t i = 0; i < n; ++i) {
    const double dx = q[i] - centre[0];
    const double dy = q[n + i] - centre[1];
    const double r2 = dx * dx + dy * dy;
    square = r2 <= square ? square : r2;  // a NaN stays
  }
  // Rounded up to a power of 2^(1/8), so that a plan serves many steps.
  const double radius = std::exp2(std::ceil(4 * std::log2(square) + 1e-9) / 8);
  if (grid_ == nullptr || radius != plan_.radius) {
    const WindowedPlan plan = windowed_plan(softening_, tolerance_, radius);
    grid_.reset();
    grid_ = std::make_unique<Grid>(plan, softening_, kernel_);
    plan_ = plan;
  }
  const double scale = static_cast<double>(plan_.grid) / plan_.box;
  const double middle = static_cast<double>(plan_.band) / 2;
  const std::size_t tiles = (plan_.band + kTile - 1) / kTile;
  const auto at = [&](std::size_t i, std::size_t c) {
    return (q[c * n + i] - centre[c]) * scale + middle;
  };
  const auto left = [&](double t) {  // the first grid point that the kernel reaches
    return static_cast<std::size_t>(std::ceil(t - 0.5 * static_cast<double>(kernel_.width)));
  };
  tile_.resize(n);
  x_.resize(n);
  y_.resize(n);
  particle_.resize(n);
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
  for (std::size_t i = 0; i < n; ++i)
    tile_[i] = static_cast<std::uint32_t>(left(at(i, 1)) / kTile * tiles + left(at(i, 0)) / kTile);
  std::vector<std::size_t> first(tiles * tiles + 1, 0);
  for (const std::uint32_t tile : tile_) ++first[tile + 1];
  for (std::size_t t = 1; t < first.size(); ++t) first[t] += first[t - 1];
  strip_.clear();
  for (std::size_t s = 0; s <= tiles; ++s) strip_.push_back(first[s * tiles]);
  for (std::size_t i = 0; i < n; ++i) particle_[first[tile_[i]]++] = static_cast<std::uint32_t>(i);
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
  for (std::size_t k = 0; k < n; ++k) {
    x_[k] = at(particle_[k], 0);
    y_[k] = at(particle_[k], 1);
  }
}

/// First the even strips, then the odd ones: strips of one kind share no point, and in a strip
/// particles come in their order.
void WindowedGravity::spread([[maybe_unused]] int threads) {
  Grid& g = *grid_;
  const std::size_t strips = strip_.size() - 1;
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
  for (std::size_t row = 0; row < plan_.band; ++row)
    std::fill_n(g.field_x.data() + row * g.stride, g.stride, 0.0);
  for (std::size_t parity = 0; parity < 2; ++parity)
#pragma omp parallel for schedule(dynamic) num_threads(threads) if (threads > 1)
    for (std::size_t s = parity; s < strips; s += 2)
      lanes_.spread(kernel_, x_.data() + strip_[s], y_.data() + strip_[s],
                    strip_[s + 1] - strip_[s], g.field_x.data(), g.stride);
}

void WindowedGravity::convolve(int threads) {
  Grid& g = *grid_;
  // Fewer columns would be done before a thread has been woken.
  [[maybe_unused]] const int team =
      std::clamp(static_cast<int>(plan_.modes / kColumnsPerThread), 1, threads);
  const std::size_t modes = plan_.modes;
#pragma omp parallel num_threads(team) if (team > 1)
  {
    TransformArray<double> line(plan_.grid + 2);
    TransformArray<Complex> waves(plan_.grid / 2 + 1);
#pragma omp for schedule(static)
    for (std::size_t row = 0; row < plan_.band; ++row) {
      std::copy_n(g.field_x.data() + row * g.stride, plan_.band, line.data());
      std::fill(line.data() + plan_.band, line.data() + plan_.grid, 0.0);
      g.rows_forward.execute(line.data(), waves.data());
      std::copy_n(waves.data(), modes, g.spectrum_x.data() + row * modes);
    }
#pragma omp for schedule(dynamic)
    for (std::size_t first = 0; first < modes; first += kColumns)
      convolve_columns(first, std::min(modes, first + kColumns));
#pragma omp for schedule(static)
    for (std::size_t row = 0; row < 2 * plan_.band; ++row) {
      const bool second = row >= plan_.band;
      const std::size_t r = second ? row - plan_.band : row;
      std::copy_n((second ? g.spectrum_y : g.spectrum_x).data() + r * modes, modes, waves.data());
      std::fill(waves.data() + modes, waves.data() + plan_.grid / 2 + 1, Complex());
      g.rows_backward.execute(waves.data(), line.data());
      std::copy_n(line.data(), plan_.band, (second ? g.field_y : g.field_x).data() + r * g.stride);
    }
  }
  const auto n = static_cast<double>(x_.size());
  for (double* field : {g.field_x.data(), g.field_y.data()})
#pragma omp parallel for schedule(static) num_threads(team) if (team > 1)
    for (std::size_t i = 0; i < plan_.band * g.stride; ++i) field[i] /= n;
  double sum = 0;
  for (const double energy : g.column_energy) sum += energy;
  potential_ = sum / (2 * n) + (n - 1) / 2 * std::log(softening_);
}

void WindowedGravity::convolve_columns(std::size_t first, std::size_t last) {
  Grid& g = *grid_;
  const std::size_t modes = plan_.modes;
  const std::size_t size = plan_.grid;
  const double unit = 2 * pi / plan_.box;
  TransformArray<Complex> in(size * kColumns);
  TransformArray<Complex> out_x(size);
  TransformArray<Complex> out_y(size);
  TransformArray<Complex> back(size * kColumns);
  for (std::size_t row = 0; row < plan_.band; ++row)
    for (std::size_t kx = first; kx < last; ++kx)
      in[(kx - first) * size + row] = g.spectrum_x[row * modes + kx];
  for (std::size_t kx = first; kx < last; ++kx) {
    Complex* column = in.data() + (kx - first) * size;
    g.columns_forward.execute(column, out_x.data());
    std::fill_n(out_y.data(), size, Complex());
    double energy = 0;
    for (std::size_t j = 0; j < size; ++j) {
      const bool below = 2 * j > size;
      const std::size_t ky = below ? size - j : j;
      if (ky >= modes) {
        out_x[j] = 0;
        continue;
      }
      const double weight = g.potential[kx * modes + ky] * g.factor[kx] * g.factor[ky];
      energy += weight * std::norm(out_x[j]);
      const Complex mode = -unit * weight * out_x[j];
      const double y = static_cast<double>(ky) * (below ? -1.0 : 1.0);
      const double x = static_cast<double>(kx);
      out_x[j] = {-x * mode.imag(), x * mode.real()};
      out_y[j] = {-y * mode.imag(), y * mode.real()};
    }
    g.column_energy[kx] = (kx == 0 ? 1 : 2) * energy;
    g.columns_backward.execute(out_x.data(), column);
    g.columns_backward.execute(out_y.data(), back.data() + (kx - first) * size);
  }
  for (std::size_t row = 0; row < plan_.band; ++row)
    for (std::size_t kx = first; kx < last; ++kx) {
      g.spectrum_x[row * modes + kx] = in[(kx - first) * size + row];
      g.spectrum_y[row * modes + kx] = back[(kx - first) * size + row];
    }
}

std::size_t WindowedGravity::memory_bytes() const {
  return x_.size() * (2 * sizeof(double) + 2 * sizeof(std::uint32_t)) + grid_->bytes();
}

}  // namespace touchstone::optimized
