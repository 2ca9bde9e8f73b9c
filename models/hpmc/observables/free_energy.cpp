#include "models/hpmc/observables/free_energy.hpp"

#include <fmt/format.h>

#include <boost/math/special_functions/legendre.hpp>
#include <cmath>
#include <memory>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/boxes/neighbour_cells.hpp"

namespace touchstone::shapes {
namespace {

double normal(PhiloxStream& random) {  // Box and Muller
  const double r = std::sqrt(-2 * std::log(1 - random.uniform()));
  return r * std::cos(2 * std::numbers::pi * random.uniform());
}

bool any_overlap(const Configuration& c, const std::vector<std::unique_ptr<PairOverlap>>& pairs,
                 double widest) {
  const NeighbourCells cells(c, widest);
  bool found = false;
  for (std::size_t i = 0; i < c.size() && !found; ++i)
    cells.around(i, [&](std::size_t j, Vec3 r) {
      found = found || (norm2(r) <= widest * widest &&
                        pairs[c.type[i] * c.types.size() + c.type[j]]->overlaps(
                            c.orientations[i], c.orientations[j], r));
    });
  return found;
}

}  // namespace

std::vector<SpringNode> spring_nodes(double strongest, double shift, int nodes) {
  if (!(strongest > 0 && std::isfinite(strongest)))
    throw input_error("springs", "strongest", "a positive number", fmt::format("{}", strongest));
  if (!(shift > 0 && std::isfinite(shift)))
    throw input_error("springs", "shift", "a positive number", fmt::format("{}", shift));
  if (nodes < 1 || nodes > 64)
    throw input_error("springs", "nodes", "1 to 64", fmt::format("{}", nodes));
  std::vector<SpringNode> all;
  const double low = std::log(shift), half = 0.5 * (std::log(strongest + shift) - low);
  const auto add = [&](double x) {
    const double slope = boost::math::legendre_p_prime(nodes, x);
    const double spring = std::exp(low + half * (1 + x));
    all.push_back({spring - shift, half * spring * 2 / ((1 - x * x) * slope * slope)});
  };
  for (const double x : boost::math::legendre_p_zeros<double>(nodes)) {  // those that are 0 or more
    add(x);
    if (x > 0) add(-x);
  }
  return all;
}

double einstein_free_energy(const Configuration& crystal, double spring, Anchor anchor) {
  if (anchor == Anchor::none)
    throw input_error("Einstein crystal", "anchor", "the first body or the centre of mass", "none");
  const double n = static_cast<double>(crystal.size());
  const double d = crystal.box.dimensions;
  double logarithm = std::log(crystal.box.volume() / n) +
                     0.5 * d * (n - 1) * std::log(2 * std::numbers::pi / spring);
  if (anchor == Anchor::centre_of_mass) logarithm += 0.5 * d * std::log(n);
  return -logarithm / n;
}

double log_share_without_overlap(const Configuration& crystal, double spring, Anchor anchor,
                                 int samples, std::uint64_t seed) {
  std::vector<std::unique_ptr<PairOverlap>> pairs;
  for (const Body& a : crystal.types)
    for (const Body& b : crystal.types) pairs.push_back(prepare(a, b));
  const double widest = largest_diameter(crystal);
  const double width = 1 / std::sqrt(spring);
  int free = 0;
  for (int sample = 0; sample < samples; ++sample) {
    PhiloxStream random =
        Philox(seed).stream(Purpose::estimator, static_cast<std::uint64_t>(sample), 0);
    Configuration c = crystal;
    // That the centre of mass of independent displacements drifts changes no distance.
    for (std::size_t i = anchor == Anchor::first_body ? 1 : 0; i < c.size(); ++i) {
      Vec3 u{width * normal(random), width * normal(random), 0};
      if (c.box.dimensions == 3) u.z = width * normal(random);
      c.centres[i] = c.box.wrap(c.centres[i] + u);
    }
    free += any_overlap(c, pairs, widest) ? 0 : 1;
  }
  return std::log(static_cast<double>(free) / samples);
}

SizeLimit extrapolated(const std::vector<double>& bodies, const std::vector<double>& free_energies,
                       const std::vector<double>& errors) {
  if (bodies.size() < 2 || free_energies.size() != bodies.size() || errors.size() != bodies.size())
    throw input_error("extrapolation", "sizes", "at least two, with a value and an error each",
                      fmt::format("{}", bodies.size()));
  double s = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  const auto corrected = [&](std::size_t k) {
    return free_energies[k] + std::log(bodies[k]) / (2 * bodies[k]);
  };
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const double w = 1 / (errors[k] * errors[k]), x = 1 / bodies[k], y = corrected(k);
    s += w;
    sx += w * x;
    sy += w * y;
    sxx += w * x * x;
    sxy += w * x * y;
  }
  const double determinant = s * sxx - sx * sx;
  SizeLimit fit{(sxx * sy - sx * sxy) / determinant, std::sqrt(sxx / determinant),
                (s * sxy - sx * sy) / determinant, 0};
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const double off = (corrected(k) - fit.limit - fit.slope / bodies[k]) / errors[k];
    fit.chi2 += off * off;
  }
  return fit;
}

}  // namespace touchstone::shapes
