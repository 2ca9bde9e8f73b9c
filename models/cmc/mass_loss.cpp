#include "models/cmc/mass_loss.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/csv.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {

MassTable::MassTable(std::vector<std::pair<double, double>> points) : points_(std::move(points)) {
  if (points_.empty()) throw InputError("mass table: it has no line");
  double time = points_.front().first, share = 1;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const auto& [t, s] = points_[i];
    const std::string where = fmt::format("mass table: line {}", i + 1);
    if (!std::isfinite(t)) throw input_error(where, "time", "finite", fmt::format("{}", t));
    if (i > 0 && !(t > time))
      throw input_error(where, "time", fmt::format("above {}", time), fmt::format("{}", t));
    if (!(s > 0 && s <= share))
      throw input_error(where, "share of the mass", fmt::format("above 0, at most {}", share),
                        fmt::format("{}", s));
    time = t;
    share = s;
  }
}

MassTable MassTable::of_file(const std::string& path) {
  std::vector<std::pair<double, double>> points;
  const CsvTable table(path, {"time", "share"});
  for (const CsvRow& row : table.rows())
    points.emplace_back(row.number("time"), row.number("share"));
  return MassTable(std::move(points));
}

double MassTable::share(double time) const {
  if (time <= points_.front().first) return points_.front().second;
  if (time >= points_.back().first) return points_.back().second;
  const auto above = std::upper_bound(points_.begin(), points_.end(), time,
                                      [](double t, const auto& p) { return t < p.first; });
  const auto below = above - 1;
  const double part = (time - below->first) / (above->first - below->first);
  return below->second + part * (above->second - below->second);
}

}  // namespace touchstone::cluster
