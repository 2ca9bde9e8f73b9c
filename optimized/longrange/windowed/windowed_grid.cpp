// optimized/longrange/windowed/windowed_grid.cpp
// Purpose   Definitions of windowed_grid.hpp.
#include "optimized/longrange/windowed/windowed_grid.hpp"

#include <cmath>
#include <numbers>

namespace touchstone::optimized {

std::vector<double> windowed_potential(const WindowedPlan& plan, double softening) {
  // Even in both coordinates: samples and modes are those of a quarter of the box.
  const std::size_t points = plan.modes + 1;
  const double spacing = plan.box / static_cast<double>(2 * plan.modes);
  const double decades = std::log(10 / plan.tolerance);
  const double window = 4.4 * std::sqrt(softening);
  const double edge = 2 * plan.radius + window / 2;
  const double steepness = 2 * std::sqrt(decades) / window;
  TransformArray<double> sample(points * points);
  for (std::size_t i = 0; i < points; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const double x = static_cast<double>(i) * spacing;
      const double y = static_cast<double>(j) * spacing;
      const double r2 = x * x + y * y;
      const double cut = std::erfc((std::sqrt(r2) - edge) * steepness) / 2;
      const double value = cut == 0 ? 0 : cut * std::log1p(r2 / softening);
      sample[i * points + j] = sample[j * points + i] = value;
    }
  cosine_transform(points, sample.data());
  const double cells = std::pow(static_cast<double>(2 * plan.modes), 2);
  std::vector<double> result;
  for (std::size_t i = 0; i < plan.modes; ++i)
    for (std::size_t j = 0; j < plan.modes; ++j) result.push_back(sample[i * points + j] / cells);
  return result;
}

WindowedGravity::Grid::Grid(const WindowedPlan& plan, double softening,
                            const SpreadingKernel& kernel)
    : stride((plan.band + kWidestKernel + 7) / 8 * 8),
      potential(windowed_potential(plan, softening)),
      column_energy(plan.modes),
      field_x((plan.band + 1) * stride),
      field_y((plan.band + 1) * stride),
      spectrum_x(plan.band * plan.modes),
      spectrum_y(plan.band * plan.modes),
      rows_forward(TransformKind::real_to_complex, plan.grid),
      rows_backward(TransformKind::complex_to_real, plan.grid),
      columns_forward(TransformKind::forward, plan.grid),
      columns_backward(TransformKind::backward, plan.grid) {
  for (std::size_t k = 0; k < plan.modes; ++k) {
    const double omega =
        2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(plan.grid);
    const double wave = kernel.transform(omega);
    factor.push_back(1 / (wave * wave));
  }
}

std::size_t WindowedGravity::Grid::bytes() const {
  return sizeof(double) * (potential.size() + factor.size() + 2 * field_x.size()) +
         sizeof(Complex) * 2 * spectrum_x.size();
}

}  // namespace touchstone::optimized
