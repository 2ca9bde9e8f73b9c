#include "models/cmc/sphere.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

using std::numbers::pi;

void require_within(const char* model, const char* what, double low, double high, double found) {
  if (!(found >= low && found <= high))
    throw input_error(model, what, fmt::format("{} to {}", low, high), fmt::format("{}", found));
}

std::vector<double> logarithms(const std::vector<double>& values) {
  std::vector<double> all;
  for (const double value : values) all.push_back(std::log(value));
  return all;
}

/// Depth w and its slope v at x, by dw/dx = v, dv/dx = -9 rho/rho_0 - 2 v/x.
struct KingPoint {
  double x, w, v;
};

KingPoint after(const KingPoint& p, double h, double centre) {
  const auto slope = [&](double x, double w, double v) {
    return -9 * king_density(w) / centre - 2 * v / x;
  };
  const double v1 = p.v, a1 = slope(p.x, p.w, v1);
  const double v2 = p.v + h / 2 * a1, a2 = slope(p.x + h / 2, p.w + h / 2 * v1, v2);
  const double v3 = p.v + h / 2 * a2, a3 = slope(p.x + h / 2, p.w + h / 2 * v2, v3);
  const double v4 = p.v + h * a3, a4 = slope(p.x + h, p.w + h * v3, v4);
  return {p.x + h, p.w + h / 6 * (v1 + 2 * v2 + 2 * v3 + v4),
          p.v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)};
}

/// Mass, depth and second derivative of the density by depth at Elson's radii.
struct ElsonTable {
  std::vector<double> radius, mass, depth, curvature;
};

ElsonTable elson_table(double slope) {
  constexpr double kInner = 1e-3, kOuter = 1e4;
  constexpr std::size_t kCells = 1400;
  const double power = -(slope + 1) / 2;
  const auto density = [power](double r) { return std::pow(1 + r * r, power); };
  const double h = std::log(kOuter / kInner) / kCells;
  // Simpson's rule in the logarithm of the radius.
  const auto cell = [&](double r, int exponent) {
    const auto at = [&](double s) { return 4 * pi * std::pow(s, exponent) * density(s); };
    return h / 6 * (at(r) + 4 * at(r * std::exp(h / 2)) + at(r * std::exp(h)));
  };
  ElsonTable t;
  for (std::size_t i = 0; i <= kCells; ++i)
    t.radius.push_back(kInner * std::exp(h * static_cast<double>(i)));
  t.mass.push_back(4 * pi / 3 * std::pow(kInner, 3) * (1 - 0.3 * (slope + 1) * kInner * kInner));
  for (std::size_t i = 0; i < kCells; ++i) t.mass.push_back(t.mass.back() + cell(t.radius[i], 3));
  t.depth.resize(t.radius.size());
  double outside = 4 * pi * std::pow(kOuter, 1 - slope) / (slope - 1);  // integral of r rho
  for (std::size_t i = kCells + 1; i-- > 0;) {
    if (i < kCells) outside += cell(t.radius[i], 2);
    t.depth[i] = t.mass[i] / t.radius[i] + outside;
  }
  for (std::size_t i = 0; i <= kCells; ++i) {
    const double r = t.radius[i], s = 1 + r * r, rho = density(r), m = t.mass[i];
    const double first = 2 * power * r * rho / s;
    const double second = 2 * power * rho / s * (1 + 2 * (power - 1) * r * r / s);
    const double by_radius =
        -(second * r * r + 2 * r * first) / m + first * r * r * 4 * pi * r * r * rho / (m * m);
    t.curvature.push_back(by_radius * -r * r / m);
  }
  return t;
}

/// Eddington's integral, whose variable t is sqrt(1 - depth / energy).
PowerTable eddington(const ElsonTable& t) {
  constexpr double kSmallest = 0.01;  // further in the curvature is a difference of equal numbers
  constexpr int kParts = 200;
  std::vector<double> depth, curvature, energies, f;
  for (std::size_t i = t.radius.size(); i-- > 0 && t.radius[i] > kSmallest;) {
    depth.push_back(t.depth[i]);
    curvature.push_back(t.curvature[i]);
  }
  const PowerTable second(depth, curvature);
  for (std::size_t i = 0; i < depth.size(); ++i) {
    double sum = 0;
    for (int k = 0; k < kParts; ++k) {
      const double at = (k + 0.5) / kParts;
      sum += second(depth[i] * (1 - at * at)) / kParts;
    }
    energies.push_back(depth[i]);
    f.push_back(2 * std::sqrt(depth[i]) * sum);
  }
  return {energies, f};
}

}  // namespace

double king_density(double w) {
  if (!(w > 0)) return 0;
  if (w < 0.01) return 8 / (15 * std::sqrt(pi)) * w * w * std::sqrt(w) * (1 + 2 * w / 7);
  const double root = std::sqrt(w);
  return std::exp(w) * std::erf(root) - 2 * root / std::sqrt(pi) * (1 + 2 * w / 3);
}

PowerTable::PowerTable(std::vector<double> x, const std::vector<double>& y)
    : log_x_(logarithms(x)), log_y_(logarithms(y)) {}

double PowerTable::operator()(double x) const {
  const double at = std::log(x);
  const auto above = std::upper_bound(log_x_.begin() + 1, log_x_.end() - 1, at);
  const auto k = static_cast<std::size_t>(above - log_x_.begin());
  const double part = (at - log_x_[k - 1]) / (log_x_[k] - log_x_[k - 1]);
  return std::exp(log_y_[k - 1] + part * (log_y_[k] - log_y_[k - 1]));
}

double Sphere::depth_at(double r) const {
  if (r <= radius.front()) return depth.front();
  if (r >= radius.back()) return depth.back();
  const auto above = std::upper_bound(radius.begin(), radius.end(), r);
  const auto k = static_cast<std::size_t>(above - radius.begin());
  // Between two radii as between two shells: straight in 1/r.
  const double part = (1 / radius[k - 1] - 1 / r) / (1 / radius[k - 1] - 1 / radius[k]);
  return depth[k - 1] + part * (depth[k] - depth[k - 1]);
}

double Sphere::speed(double depth_there, Lfsr113& random) const {
  if (!(depth_there > 0)) return 0;
  // f ascends, so that it is at most that of a cell's slow end, and q^2 that of its fast end.
  constexpr int kCells = 32;
  double bound = 0;
  for (int k = 0; k < kCells; ++k) {
    const double slow = static_cast<double>(k) / kCells, fast = static_cast<double>(k + 1) / kCells;
    bound = std::max(bound, fast * fast * phase_density(depth_there * (1 - slow * slow)));
  }
  while (true) {
    const double q = random.uniform();  // in units of the speed of escape
    const double height = bound * random.uniform();
    if (height < q * q * phase_density(depth_there * (1 - q * q)))
      return q * std::sqrt(2 * depth_there);
  }
}

Sphere king(double w0) {
  require_within("King's model", "W0", kLeastKing, kMostKing, w0);
  constexpr double kCentre = 1e-3, kGrowth = 0.002;
  const double centre = king_density(w0);
  KingPoint p{kCentre, w0 - 1.5 * kCentre * kCentre, -3 * kCentre};
  Sphere sphere;
  const auto add = [&] {
    sphere.radius.push_back(p.x);
    sphere.share.push_back(-p.x * p.x * p.v);
    sphere.depth.push_back(std::max(0.0, p.w));
  };
  for (add();; add()) {
    const KingPoint next = after(p, kGrowth * p.x, centre);
    if (!(next.w > 0)) break;
    p = next;
  }
  for (int k = 0; k < 4; ++k) p = after(p, -p.w / p.v, centre);  // Newton's method to the edge
  p.w = 0;
  add();
  for (double& share : sphere.share) share /= -p.x * p.x * p.v;
  sphere.phase_density = [](double energy) { return std::expm1(energy); };
  sphere.radius_by_share = PowerTable(sphere.share, sphere.radius);
  return sphere;
}

double concentration(const Sphere& king) { return std::log10(king.radius.back()); }

Sphere elson(double slope) {
  require_within("Elson's model", "slope", kLeastElson, kMostElson, slope);
  const ElsonTable table = elson_table(slope);
  Sphere sphere{.radius = table.radius, .share = table.mass, .depth = table.depth};
  const auto mass = [&](std::size_t from_last) {
    return *(sphere.share.rbegin() + static_cast<std::ptrdiff_t>(from_last));
  };
  while (!(mass(0) > mass(1) * (1 + 1e-13)))  // steep models end where rounding leaves no mass
    for (auto* column : {&sphere.radius, &sphere.share, &sphere.depth}) column->pop_back();
  const double all = sphere.share.back();
  for (double& share : sphere.share) share /= all;
  sphere.phase_density = eddington(table);
  sphere.radius_by_share = PowerTable(sphere.share, sphere.radius);
  return sphere;
}

}  // namespace touchstone::cluster
