#include "trajectories/plummer_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numeric>

#include "models/cmc/plummer.hpp"
#include "models/core/errors.hpp"
#include "statistics/kolmogorov_smirnov.hpp"
#include "statistics/tails.hpp"
#include "validation/experiment.hpp"
#include "validation/power.hpp"

namespace touchstone::trajectories {
namespace {

using validation::kFalseAlarm;
using validation::kPower;

/// Share of stars that the test of n sees on the wrong side: the statistic that decides, and what
/// chance may take from it.
double seen_with(std::size_t n) {
  double low = 0, high = 1;
  for (int round = 0; round < 40; ++round) {
    const double middle = (low + high) / 2;
    (kolmogorov_upper(n, middle) > kFalseAlarm ? low : high) = middle;
  }
  return high + normal_upper_quantile(1 - kPower) / (2 * std::sqrt(static_cast<double>(n)));
}

/// `uniform`: numbers that are uniform in [0, 1] under the law.
ResultRecord uniform_row(const Request& request, const Snapshot& start, const char* what,
                         const std::vector<double>& uniform) {
  ResultRecord record = blank_record(
      request, "cmc", fmt::format("{} at the start, largest deviation from Plummer's law", what));
  const std::size_t n = uniform.size();
  const KolmogorovSmirnov test = kolmogorov_smirnov(uniform, [](double x) { return x; });
  const double seen = seen_with(n);
  record.value = test.statistic;
  record.p = test.p;
  record.expected = Published{0, 0};
  record.expected_source = "Plummer's model in N-body units";
  record.params["resolution"] = request.resolution;
  record.facts = {{"stars", n}, {"smallest_effect", seen}};
  record.note =
      fmt::format("{} stars at {}; sees a share of {:.2g} elsewhere", n, start.where, seen);
  record.verdict = !(test.p >= kFalseAlarm)     ? Verdict::fail
                   : seen <= request.resolution ? Verdict::pass
                                                : Verdict::inconclusive;
  if (record.verdict == Verdict::inconclusive)
    record.note += fmt::format("; about {:.2g} stars would see {:.2g} (--resolution)",
                               static_cast<double>(n) * std::pow(seen / request.resolution, 2),
                               request.resolution);
  return record;
}

}  // namespace

std::vector<ResultRecord> plummer_rows(const Request& request, const Snapshot& start) {
  const cluster::Stars& stars = start.stars;
  const double mass = std::accumulate(stars.mass.begin(), stars.mass.end(), 0.0);
  const double rounding = static_cast<double>(stars.size()) * start.mass_rounding;
  if (std::abs(mass - 1) > 1e-6 + rounding)
    throw input_error(start.where, "total mass", "1, in N-body units (--start plummer)",
                      fmt::format("{:.9g}", mass));
  std::vector<double> radii, speeds, directions;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const double speed2 = stars.speed2(i);
    const double escape2 = -2 * cluster::plummer::potential(stars.radius[i]);
    radii.push_back(cluster::plummer::enclosed_mass(stars.radius[i]));
    speeds.push_back(boost::math::ibeta(1.5, 4.5, std::min(1.0, speed2 / escape2)));
    directions.push_back(speed2 > 0 ? (1 + stars.radial_velocity[i] / std::sqrt(speed2)) / 2 : 0.5);
  }
  return {uniform_row(request, start, "radii", radii),
          uniform_row(request, start, "speeds", speeds),
          uniform_row(request, start, "directions of motion", directions)};
}

}  // namespace touchstone::trajectories
