#include "models/hpmc/observables/volume_perturbation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"
#include "models/hpmc/boxes/neighbour_cells.hpp"
#include "models/hpmc/observables/scale_distribution.hpp"

namespace touchstone::shapes {

VolumePerturbation::VolumePerturbation(const std::vector<Body>& types, PerturbationParameters p)
    : parameters_(p),
      types_(types.size()),
      dimensions_(types.empty() ? 3 : dimensions(types.front())) {
  if (!(p.range > 0 && p.range <= 0.5))
    throw input_error("volume perturbation", "range", "a number in (0, 0.5]",
                      fmt::format("{}", p.range));
  if (p.steps < 4 || p.steps > 100)
    throw input_error("volume perturbation", "steps", "4 to 100", fmt::format("{}", p.steps));
  for (const Body& a : types) {
    widest_ = std::max(widest_, 2 * circumradius(a));
    for (const Body& b : types) pairs_.push_back(prepare(a, b));
  }
  sums_.assign(2 * static_cast<std::size_t>(p.steps) + 2, 0);
}

bool VolumePerturbation::overlaps_when_scaled(const Configuration& c, double factor) const {
  Configuration scaled = c;
  scaled.box.lx *= factor;
  scaled.box.ly *= factor;
  if (dimensions_ == 3) scaled.box.lz *= factor;
  for (Vec3& r : scaled.centres) r = factor * r;
  const NeighbourCells cells(scaled, widest_);
  bool found = false;
  for (std::size_t i = 0; i < scaled.size() && !found; ++i)
    cells.around(i, [&](std::size_t j, Vec3 r) {
      found = found || (norm2(r) <= widest_ * widest_ &&
                        pairs_[scaled.type[i] * types_ + scaled.type[j]]->overlaps(
                            scaled.orientations[i], scaled.orientations[j], r));
    });
  return found;
}

void VolumePerturbation::add(const Configuration& c) {
  const auto steps = static_cast<std::size_t>(parameters_.steps);
  for (std::size_t k = 0; k < steps; ++k) {
    const double x = scale(static_cast<int>(k));
    sums_[k] += overlaps_when_scaled(c, 1 - x) ? 1 : 0;
    if (parameters_.expand) sums_[steps + k] += overlaps_when_scaled(c, 1 + x) ? 1 : 0;
  }
  sums_[2 * steps] += static_cast<double>(c.size());
  ++sums_.back();
}

/// -d ln p / d ln V at 0, for each body.
double VolumePerturbation::part(int sign) const {
  const auto steps = static_cast<std::size_t>(parameters_.steps);
  const double* const overlapping = sums_.data() + (sign > 0 ? 0 : steps);
  const std::vector<double> weights = weights_at_zero(parameters_.steps, 1);
  double sum = 0;
  for (std::size_t k = 0; k < steps; ++k) {
    const double x = scale(static_cast<int>(k));
    const double change = std::abs(std::pow(1 - sign * x, dimensions_) - 1);
    const double free = 1 - overlapping[k] / sums_.back();
    sum -= weights[k] * std::log(free) / change;
  }
  return sum / (sums_[2 * steps] / sums_.back());
}

}  // namespace touchstone::shapes
