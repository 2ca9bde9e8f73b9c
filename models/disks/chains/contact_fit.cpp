#include "models/disks/chains/contact_fit.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/disks/neighbour_grid.hpp"

namespace touchstone::disks {
namespace {

/// A polynomial by its values at the sampling points and, last, at contact.
using Values = std::vector<long double>;

/// Sum over the sampling points only.
long double product(const Values& a, const Values& b) {
  long double sum = 0;
  for (std::size_t i = 0; i + 1 < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Weights w_i with sum w_i f(x_i) = f(x_contact) for the least-squares polynomial f: the sum over
/// the orthonormal polynomials of p(x_i) p(x_contact). `x` lies in [-1, 1].
std::vector<double> extrapolation_weights(const Values& x, int degree) {
  std::vector<Values> basis;
  for (int k = 0; k <= degree; ++k) {
    Values next(x.size(), 1);
    if (k > 0)
      for (std::size_t i = 0; i < x.size(); ++i) next[i] = x[i] * basis.back()[i];
    for (int pass = 0; pass < 2; ++pass)  // the second removes the rounding of the first
      for (const Values& p : basis) {
        const long double along = product(next, p);
        for (std::size_t i = 0; i < x.size(); ++i) next[i] -= along * p[i];
      }
    const long double norm = std::sqrt(product(next, next));
    for (long double& v : next) v /= norm;
    basis.push_back(std::move(next));
  }
  std::vector<double> weights(x.size() - 1);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    long double sum = 0;
    for (const Values& p : basis) sum += p[i] * p.back();
    weights[i] = static_cast<double>(sum);
  }
  return weights;
}

}  // namespace

ContactFit::ContactFit(ContactFitParameters p) : parameters_(p) {
  const double bins = std::round(p.range / p.bin);
  if (!(p.bin > 0) || !(p.range > 0) || !(bins <= 1e6))
    throw input_error("contact fit", "bin and range", "positive, at most 1e6 bins",
                      fmt::format("{} and {}", p.bin, p.range));
  if (p.degree < 0 || p.degree > 12 || !(bins > p.degree))
    throw input_error("contact fit", "degree", "0 to 12, below the number of bins",
                      fmt::format("{} for {} bins", p.degree, bins));
  parameters_.range = bins * p.bin;  // whole bins: one that is cut short would count too few pairs
  const auto count = static_cast<std::size_t>(bins);
  Values x(count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const long double inner = 1 + static_cast<long double>(i) * p.bin;
    const long double outer = inner + p.bin;
    // Equation 6, (2/3) (b^3 - a^3) / (b^2 - a^2), without its cancellation.
    const long double radius =
        2 * (outer * outer + outer * inner + inner * inner) / (3 * (outer + inner));
    radii_.push_back(static_cast<double>(radius));
    x[i] = 2 * (radius - 1) / parameters_.range - 1;
  }
  x.back() = -1;  // r = 1
  weights_ = extrapolation_weights(x, p.degree);
}

std::vector<double> ContactFit::histogram(const Configuration& c) const {
  std::vector<double> pairs(weights_.size());
  const double reach = 1 + parameters_.range;
  const NeighbourGrid grid(c, reach);
  grid.for_each_pair(c, [&](std::size_t, std::size_t, Vec<double> d) {
    const double r2 = d.x * d.x + d.y * d.y;
    if (!(r2 < reach * reach)) return;
    const double bin = std::floor((std::sqrt(r2) - 1) / parameters_.bin);
    if (bin < static_cast<double>(pairs.size()))
      pairs[bin > 0 ? static_cast<std::size_t>(bin) : 0] += 2;
  });
  return pairs;
}

double ContactFit::contact_value(const std::vector<double>& histogram, std::size_t disks,
                                 double density) const {
  if (histogram.size() != weights_.size())
    throw input_error("contact fit", "bins of the histogram", fmt::format("{}", weights_.size()),
                      fmt::format("{}", histogram.size()));
  double sum = 0;
  for (std::size_t i = 0; i < histogram.size(); ++i)  // equation 5
    sum += weights_[i] * histogram[i] / (2 * std::numbers::pi * radii_[i] * parameters_.bin);
  return sum / (static_cast<double>(disks) * density);
}

double ContactFit::pressure(const std::vector<double>& histogram, std::size_t disks,
                            double density) const {
  const double g = contact_value(histogram, disks, density);
  return density * (1 + std::numbers::pi / 2 * density * g);  // equation 4
}

double ContactFit::pressure(const Configuration& c) const {
  const double least = 2 * (1 + parameters_.range);
  if (c.size() == 0 || !(c.box.width >= least) || !(c.box.height >= least))
    throw input_error("contact fit", "configuration",
                      fmt::format("disks in sides of at least {}", least),
                      fmt::format("{} in {:.6g} x {:.6g}", c.size(), c.box.width, c.box.height));
  return pressure(histogram(c), c.size(), c.density());
}

}  // namespace touchstone::disks
