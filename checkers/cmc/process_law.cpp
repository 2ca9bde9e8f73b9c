// checkers/cmc/process_law.cpp
// Purpose   Time steps of processes beside relaxation, tables of mass that stars lose, and
//           masses of files, a second time.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equations 8 to 11 and 20.
// Computes  Rates as sums of a geometric part and one of gravitational focusing, in long double;
//           polygons as sums over their legs.
#include "checkers/cmc/process_law.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "checkers/draws.hpp"
#include "models/cmc/structure.hpp"

namespace touchstone::cmc {
namespace {

using cluster::CentralAverages;
using Readings = std::vector<Reading>;
using Real = long double;

constexpr Real kRootPi = 1.77245385090551602729816748334L;
constexpr double kRounding = 1e-14;

void add(Readings& readings, const std::string& what, double found, Real expected) {
  readings.push_back({what, found, static_cast<double>(expected),
                      kRounding * std::abs(static_cast<double>(expected))});
}

/// Averages over four decades; one in six is of something that is not there.
CentralAverages draw_averages(Draws& draw) {
  CentralAverages c{.dispersion = draw.scale(0.1, 10),
                    .single_density = draw.scale(0.01, 100),
                    .binary_density = draw.scale(0.01, 100),
                    .mass = draw.scale(0.01, 100),
                    .radius2 = draw.scale(0.01, 100),
                    .mass_radius = draw.scale(0.01, 100),
                    .axis = draw.scale(0.01, 100),
                    .axis2 = draw.scale(0.01, 100),
                    .mass_axis = draw.scale(0.01, 100)};
  if (draw.one_in(12)) c.single_density = 0;
  if (draw.one_in(12)) c.binary_density = 0;
  if (draw.one_in(12)) c.radius2 = c.mass_radius = 0;
  if (draw.one_in(12)) c.axis = c.axis2 = c.mass_axis = 0;
  return c;
}

Readings read_times(const ProcessCode& code, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
  Draws draw(random);
  const CentralAverages c = draw_averages(draw);
  const double closeness = draw.scale(0.1, 10);
  const Real sigma = c.dispersion, x = closeness, axis2 = x * x * c.axis2;
  Readings readings;
  add(readings, "collisions", 1 / code.collision(c),
      16 * kRootPi * c.single_density * (sigma * c.radius2 + c.mass_radius / (2 * sigma)));
  add(readings, "binaries with binaries", 1 / code.binary_binary(c, closeness),
      16 * kRootPi * c.binary_density * (sigma * axis2 + x * c.mass_axis / (2 * sigma)));
  add(readings, "binaries with stars", 1 / code.binary_single(c, closeness),
      4 * kRootPi * c.single_density * (sigma * axis2 + x * c.mass * c.axis / sigma));
  const double lost = draw.one_in(6) ? 0 : draw.scale(1e-6, 0.1), step = draw.scale(1e-4, 1);
  add(readings, "steps that lose a thousandth", 1 / cluster::evolution_time(c.mass, lost, step),
      1000 * Real{lost} / (Real{c.mass} * step));
  const double radius = draw.scale(0.1, 10);
  add(readings, "relaxation time", cluster::half_mass_relaxation_time(radius),
      0.138L * std::pow(Real{radius}, 1.5L));
  return readings;
}

/// File with some lines, which is removed again.
class DrawnFile {
 public:
  DrawnFile(std::uint64_t seed, const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("touchstone-{}-{}.csv", ::getpid(), seed)) {
    std::ofstream(path_) << text;
  }
  ~DrawnFile() { std::filesystem::remove(path_); }
  DrawnFile(const DrawnFile&) = delete;
  DrawnFile& operator=(const DrawnFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

MassPoints draw_points(Draws& draw) {
  MassPoints points;
  double time = draw.from(-1, 1), share = draw.one_in(2) ? 1 : draw.from(0.5, 1);
  for (int k = draw.whole(1, 6); k > 0; --k) {
    points.emplace_back(time, share);
    time += draw.scale(1e-3, 1);
    if (!draw.one_in(4)) share *= draw.from(0.3, 1);
  }
  return points;
}

Real share_of(const MassPoints& points, double time) {
  Real share = points[0].second;
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    const auto [from, high] = points[k];
    const auto [to, low] = points[k + 1];
    share -=
        std::clamp((Real{time} - from) / (Real{to} - from), Real{0}, Real{1}) * (Real{high} - low);
  }
  return share;
}

void table_readings(Readings& readings, const TableCode& code, Draws& draw, std::uint64_t seed) {
  const MassPoints points = draw_points(draw);
  std::string text = "time,share\n";
  for (const auto& [time, share] : points) text += fmt::format("{:.17g},{:.17g}\n", time, share);
  const DrawnFile file(seed, text);
  const auto table = cluster::MassTable::of_file(file.path());
  const double last = points.back().first;
  std::vector<double> times{draw.from(-2, points[0].first), last, last + draw.from(0, 1)};
  for (const auto& [time, share] : points) times.push_back(time);
  for (int k = 0; k < 4; ++k) times.push_back(draw.from(points[0].first, last));
  for (const double time : times) {
    const std::string what = fmt::format("share at {:.6g} of {} lines", time, points.size());
    add(readings, what, code.share(points, time), share_of(points, time));
    add(readings, what + " of a file", table.share(time), share_of(points, time));
    add(readings, "part that is kept", table.kept(times[0], time),
        share_of(points, time) / share_of(points, times[0]));
  }
}

void file_readings(Readings& readings, const TableCode& code, Draws& draw, std::uint64_t seed) {
  std::vector<double> masses;
  std::string text = "name,mass\n";
  for (int k = draw.whole(1, 9); k > 0; --k) {
    masses.push_back(draw.scale(0.1, 100));
    text += fmt::format("star,{:.17g}\n", masses.back());
  }
  const DrawnFile file(seed, text);
  const cluster::MassFunction function = code.masses(file.path());
  const auto lines = static_cast<double>(masses.size());
  for (std::size_t k = 0; k < masses.size(); ++k)
    for (const double part : {1e-9, draw.from(0, 1), 1 - 1e-9})
      readings.push_back({fmt::format("mass of line {} of {}", k + 1, masses.size()),
                          function.mass((static_cast<double>(k) + part) / lines), masses[k], 0});
}

Readings read_tables(const TableCode& code, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
  Draws draw(random);
  Readings readings;
  if (draw.one_in(3))
    file_readings(readings, code, draw, seed);
  else
    table_readings(readings, code, draw, seed);
  // Speeds stay, masses are less: K goes as the mass, W as its square.
  const double kept = draw.from(0.5, 1), kinetic = draw.from(0, 1), potential = -draw.from(0, 1);
  add(readings, "energy of lost mass", code.lost(kept, kinetic, potential) + 2,
      2 + Real{kinetic} + potential - (Real{kept} * kinetic + Real{kept} * kept * potential));
  return readings;
}

const bool registered = register_observables("cmc", process_times("cmc/process-times", {})) &&
                        register_observables("cmc", mass_tables("cmc/mass-tables", {}));

}  // namespace

Observables process_times(const std::string& name, const ProcessCode& code) {
  return {name, [code](std::uint64_t seed) { return read_times(code, seed); }};
}

Observables mass_tables(const std::string& name, const TableCode& code) {
  return {name, [code](std::uint64_t seed) { return read_tables(code, seed); }};
}

}  // namespace touchstone::cmc
