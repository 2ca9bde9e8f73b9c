#include "models/shapes/observables/volume_perturbation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"
#include "models/shapes/boxes/neighbour_cells.hpp"
#include "models/shapes/observables/scale_distribution.hpp"

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
  compressed_.assign(static_cast<std::size_t>(p.steps), 0);
  expanded_ = compressed_;
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
  for (int step = 0; step < parameters_.steps; ++step) {
    const auto k = static_cast<std::size_t>(step);
    compressed_[k] += overlaps_when_scaled(c, 1 - scale(step)) ? 1 : 0;
    if (parameters_.expand) expanded_[k] += overlaps_when_scaled(c, 1 + scale(step)) ? 1 : 0;
  }
  bodies_ = static_cast<double>(c.size());
  ++samples_;
}

/// -d ln p / d ln V at 0, for each body.
double VolumePerturbation::part(const std::vector<std::size_t>& overlapping) const {
  const bool smaller = &overlapping == &compressed_;
  const std::vector<double> weights = weights_at_zero(parameters_.steps, 1);
  double sum = 0;
  for (int step = 0; step < parameters_.steps; ++step) {
    const auto k = static_cast<std::size_t>(step);
    const double change =
        std::abs(std::pow(smaller ? 1 - scale(step) : 1 + scale(step), dimensions_) - 1);
    const double free = 1 - static_cast<double>(overlapping[k]) / static_cast<double>(samples_);
    sum -= weights[k] * std::log(free) / change;
  }
  return sum / bodies_;
}

}  // namespace touchstone::shapes
