#include "validation/experiments/cmc/collapse.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/cluster/plummer.hpp"
#include "models/cluster/structure.hpp"

namespace touchstone::validation::cmc {
namespace {

constexpr std::size_t kWindow = 21;
constexpr double kFewestCoreStars = 8;
constexpr std::size_t kMostTraced = 400;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Core density and radius of every step.
struct Series {
  std::vector<double> density, radius;

  /// The median of the last steps; 0 while there are too few.
  double smoothed() const {
    if (density.size() < kWindow) return 0;
    return median({density.end() - static_cast<std::ptrdiff_t>(kWindow), density.end()});
  }
};

/// Every second one of the steps kept so far, when they are too many.
void thin(std::vector<CollapseStep>& trace, std::uint64_t& every) {
  if (trace.size() < kMostTraced) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < trace.size(); i += 2) trace[kept++] = trace[i];
  trace.resize(kept);
  every *= 2;
}

double slope_between(const Series& series, double low, double high) {
  std::vector<double> x, y;
  for (std::size_t i = 0; i < series.density.size(); ++i) {
    if (!(series.density[i] >= low && series.density[i] <= high)) continue;
    x.push_back(std::log(series.radius[i]));
    y.push_back(std::log(series.density[i]));
  }
  return fitted_slope(x, y);
}

}  // namespace

const std::vector<double> kShares{0.01, 0.1, 0.5, 0.9};

double fitted_slope(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() < 3) return std::numeric_limits<double>::quiet_NaN();
  double mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / static_cast<double>(x.size());
    mean_y += y[i] / static_cast<double>(x.size());
  }
  double xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return xy / xx;
}

Collapse follow_collapse(cluster::ClusterRun& run, const std::vector<double>& densities,
                         std::uint64_t most_steps, const std::function<void(double)>& done) {
  const double relaxation =
      cluster::half_mass_relaxation_time(cluster::plummer::half_mass_radius());
  const cluster::StepReport before = run.report();
  Collapse collapse;
  Series series;
  std::uint64_t every = 1;
  while (collapse.times.size() < densities.size() && collapse.steps < most_steps) {
    run.step();
    ++collapse.steps;
    const cluster::Stars stars = run.stars();
    const cluster::Core core = cluster::casertano_hut_core(stars);
    const double time = run.report().time / relaxation;
    series.density.push_back(core.density / kStartDensity);
    series.radius.push_back(core.radius);
    if (collapse.steps % every == 0) {
      CollapseStep step{time, series.density.back(), core.radius, {}};
      for (const double share : kShares)
        step.lagrangian_radii.push_back(cluster::lagrangian_radius(stars, share));
      collapse.trace.push_back(step);
      thin(collapse.trace, every);
    }
    while (collapse.times.size() < densities.size() &&
           series.smoothed() > densities[collapse.times.size()]) {
      collapse.times.push_back(time);
      if (done) done(1.0 / static_cast<double>(densities.size()));
    }
    if (core.stars < kFewestCoreStars) break;
  }
  const cluster::StepReport after = run.report();
  collapse.slope = slope_between(series, 3, 10);
  collapse.energy_error = std::abs(after.total_energy() / before.total_energy() - 1);
  collapse.mass_lost = 1 - static_cast<double>(after.stars) / static_cast<double>(before.stars);
  return collapse;
}

}  // namespace touchstone::validation::cmc
