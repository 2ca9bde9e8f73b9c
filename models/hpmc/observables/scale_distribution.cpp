#include "models/hpmc/observables/scale_distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"
#include "models/hpmc/boxes/neighbour_cells.hpp"

namespace touchstone::shapes {

bool is_convex(const Body& body) {
  if (const auto* cut = std::get_if<FacetedEllipsoid>(&body))
    return std::all_of(cut->offsets.begin(), cut->offsets.end(),
                       [](double offset) { return offset <= 0; });
  switch (class_of(body)) {
    case BodyClass::sphere_union:
    case BodyClass::simple_polygon:
    case BodyClass::polyhedron:
    case BodyClass::dimpled_ball:
      return false;
    default:
      return true;
  }
}

std::vector<double> weights_at_zero(int bins, int degree) {
  // Polynomials that are orthonormal on the centres of the bins, by Gram and Schmidt. The range is
  // moved to (-1, 1): the value at its lower end does not depend on the scale of x.
  const auto n = static_cast<std::size_t>(bins);
  const auto x = [&](std::size_t k) { return 2 * (static_cast<double>(k) + 0.5) / bins - 1; };
  std::vector<std::vector<double>> basis;  // values at the bins, and at 0 as the last
  std::vector<double> weights(n, 0.0);
  for (int power = 0; power <= degree; ++power) {
    std::vector<double> next(n + 1);
    for (std::size_t k = 0; k < n; ++k) next[k] = power == 0 ? 1 : x(k) * basis.back()[k];
    next[n] = power == 0 ? 1 : -basis.back()[n];
    for (int twice = 0; twice < 2; ++twice)
      for (const auto& b : basis) {
        double along = 0;
        for (std::size_t k = 0; k < n; ++k) along += b[k] * next[k];
        for (std::size_t k = 0; k <= n; ++k) next[k] -= along * b[k];
      }
    double length2 = 0;
    for (std::size_t k = 0; k < n; ++k) length2 += next[k] * next[k];
    for (double& v : next) v /= std::sqrt(length2);
    for (std::size_t k = 0; k < n; ++k) weights[k] += next[n] * next[k];
    basis.push_back(std::move(next));
  }
  return weights;
}

ScaleDistribution::ScaleDistribution(const std::vector<Body>& types, ScaleParameters p)
    : parameters_(p),
      dimensions_(types.empty() ? 3 : dimensions(types.front())),
      types_(types.size()) {
  if (!(p.range > 0 && p.range <= 0.5))
    throw input_error("scale distribution", "range", "a number in (0, 0.5]",
                      fmt::format("{}", p.range));
  if (p.degree < 0 || p.degree > 12)
    throw input_error("scale distribution", "degree", "0 to 12", fmt::format("{}", p.degree));
  if (p.bins < 2 * (p.degree + 1))
    throw input_error("scale distribution", "bins", fmt::format("at least {}", 2 * (p.degree + 1)),
                      fmt::format("{}", p.bins));
  for (const Body& a : types) {
    radii_.push_back(circumradius(a));
    convex_.push_back(is_convex(a));
    for (const Body& b : types) pairs_.push_back(prepare(a, b));
  }
  all_convex_ = std::all_of(convex_.begin(), convex_.end(), [](bool c) { return c; });
  weights_ = weights_at_zero(p.bins, p.degree);
  sums_.assign(2 * weights_.size() + 1, 0);
  last_ = sums_;
}

/// The first bin k at whose end the pair overlaps, or `below` when none before it does.
int ScaleDistribution::first_bin(const Configuration& c, std::size_t i, std::size_t j, Vec3 r,
                                 double sign, int below, bool monotone) const {
  const auto overlaps_at_end = [&](int bin) {
    const double x = sign * parameters_.range * (bin + 1) / parameters_.bins;
    return pairs_[c.type[i] * types_ + c.type[j]]->overlaps(c.orientations[i], c.orientations[j],
                                                            (1 - x) * r);
  };
  if (!monotone) {
    for (int bin = 0; bin < below; ++bin)
      if (overlaps_at_end(bin)) return bin;
    return below;
  }
  if (below == 0 || !overlaps_at_end(below - 1)) return below;
  int free = -1, met = below - 1;  // bins are counted from the one before the first
  while (met - free > 1) {
    const int middle = (free + met) / 2;
    (overlaps_at_end(middle) ? met : free) = middle;
  }
  return met;
}

void ScaleDistribution::meet(const Configuration& c, std::size_t i, std::size_t j, Vec3 r,
                             Contact& first) const {
  const double reach = radii_[c.type[i]] + radii_[c.type[j]];
  const double distance2 = norm2(r);
  const double shrink = 1 - parameters_.range;
  if (distance2 * shrink * shrink > reach * reach) return;
  const bool convex = convex_[c.type[i]] && convex_[c.type[j]];
  first.compress = first_bin(c, i, j, r, 1, first.compress, convex);
  // Convex bodies that are apart stay apart when they are moved apart.
  if (!convex && distance2 <= reach * reach)
    first.stretch = first_bin(c, i, j, r, -1, first.stretch, false);
}

void ScaleDistribution::count(const Contact& contact, double one) {
  if (contact.compress < parameters_.bins) last_[static_cast<std::size_t>(contact.compress)] += one;
  if (contact.stretch < parameters_.bins)
    last_[weights_.size() + static_cast<std::size_t>(contact.stretch)] += one;
}

void ScaleDistribution::add(const Configuration& c) {
  double widest = 0;
  for (const double radius : radii_) widest = std::max(widest, 2 * radius);
  const NeighbourCells cells(c, widest / (1 - parameters_.range));
  std::fill(last_.begin(), last_.end(), 0.0);
  last_.back() = 1;
  const double one = 1 / (static_cast<double>(c.size()) * parameters_.range / parameters_.bins);
  const Contact none{parameters_.bins, parameters_.bins};
  for (std::size_t i = 0; i < c.size(); ++i) {
    Contact first = none;
    cells.around(i, [&](std::size_t j, Vec3 r) {
      if (!parameters_.all_pairs) return meet(c, i, j, r, first);
      if (j < i) return;  // a pair is the same from both sides, and its own image comes twice
      Contact contact = none;
      meet(c, i, j, r, contact);
      count(contact, j == i ? one : 2 * one);
    });
    if (!parameters_.all_pairs) count(first, one);
  }
  for (std::size_t k = 0; k < last_.size(); ++k) sums_[k] += last_[k];
}

double ScaleDistribution::value_at_zero(const double* bins) const {
  double sum = 0;
  for (std::size_t k = 0; k < weights_.size(); ++k) sum += weights_[k] * bins[k];
  return sum;
}

double ScaleDistribution::compressions() const {
  return value_at_zero(sums_.data()) / sums_.back();
}
double ScaleDistribution::expansions() const {
  return value_at_zero(sums_.data() + weights_.size()) / sums_.back();
}

double ScaleDistribution::share_in_range() const {
  double sum = 0;
  for (std::size_t k = 0; k < weights_.size(); ++k)
    sum += sums_[k] * parameters_.range / parameters_.bins;
  return sum / sums_.back();
}

double ScaleDistribution::z_of(const Histogram& histogram) const {
  const double expansions = all_convex_ ? 0 : value_at_zero(histogram.data() + weights_.size());
  const double s = value_at_zero(histogram.data()) - expansions;
  return 1 + s / (2.0 * dimensions_ * histogram.back());
}

}  // namespace touchstone::shapes
