// checkers/cmc/sphere_law.cpp
// Purpose   King's and Elson's models a second time: concentrations from another program, Poisson's
//           equation as integrals over the density that follows from the distribution function,
//           closed forms of Elson's mass and depth, and his density from the distribution function.
// Source    I. R. King, Astron. J. 71, 64 (1966); R. A. W. Elson, S. M. Fall, K. C. Freeman,
//           Astrophys. J. 323, 54 (1987); validation/data/cmc_king.csv.
// Cost      3 ms for a model of King's, 20 ms for one of Elson's, which are fewer.
#include "checkers/cmc/sphere_law.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numbers>

#include "checkers/draws.hpp"
#include "models/cmc/published.hpp"
#include "models/core/csv.hpp"

namespace touchstone::cmc {
namespace {

using cluster::Sphere;
using Readings = std::vector<Reading>;

void add(Readings& readings, const std::string& what, double found, double expected,
         double tolerance) {
  readings.push_back({what, found, expected, tolerance});
}

/// Density from f up to a factor: the integral of e^E - 1 over all speeds.
double king_density(double depth) {
  return depth > 0 ? std::exp(depth) * boost::math::gamma_p(2.5, depth) : 0;
}

/// Trapezia in the logarithm of the radius, from the centre out to each radius of the table.
template <class Value>
std::vector<double> integrals(const Sphere& s, double first, Value value) {
  std::vector<double> sums{first};
  for (std::size_t i = 1; i < s.radius.size(); ++i)
    sums.push_back(sums.back() + std::log(s.radius[i] / s.radius[i - 1]) *
                                     (s.radius[i] * value(i) + s.radius[i - 1] * value(i - 1)) / 2);
  return sums;
}

void king_readings(Readings& readings, const Sphere& s, double w0, Draws& draw) {
  const double centre = king_density(w0);
  const auto shell = [&](std::size_t i) {
    return 9 * s.radius[i] * s.radius[i] * king_density(s.depth[i]) / centre;
  };
  const std::vector<double> mass = integrals(s, 3 * std::pow(s.radius[0], 3), shell);
  const auto pull = [&](std::size_t i) { return s.share[i] / (s.radius[i] * s.radius[i]); };
  const std::vector<double> fall = integrals(s, 0, pull);
  constexpr double kTrapezia = 2e-5;  // steps of 0.2 %
  add(readings, fmt::format("W0 {:.4g}, depth of the centre", w0), mass.back() * fall.back() / w0,
      1, kTrapezia);
  add(readings, "depth at the edge", s.depth.back(), 0, 0);
  for (int k = 0; k < 3; ++k) {
    const auto i = static_cast<std::size_t>(
        draw.whole(static_cast<int>(s.radius.size() / 10), static_cast<int>(s.radius.size() - 1)));
    add(readings, fmt::format("W0 {:.4g}, mass inside {:.4g}", w0, s.radius[i]),
        s.share[i] * mass.back() / mass[i], 1, kTrapezia);
    add(readings, fmt::format("W0 {:.4g}, depth at {:.4g}", w0, s.radius[i]),
        (w0 - s.depth[i]) / w0, fall[i] / fall.back(), kTrapezia);
    const double share = draw.from(0.001, 1);
    const double r = s.radius_of(share);
    const auto above = std::lower_bound(s.radius.begin(), s.radius.end(), r) - s.radius.begin();
    const auto at =
        std::clamp<std::size_t>(static_cast<std::size_t>(above), 1, s.radius.size() - 1);
    add(readings, fmt::format("W0 {:.4g}, radius of {:.4g} of the mass", w0, share),
        s.share[at - 1] <= share * (1 + 1e-12) && share <= s.share[at] * (1 + 1e-12), 1, 0);
    const double energy = draw.scale(0.001, w0);
    add(readings, fmt::format("f at {:.4g}", energy), s.phase_density(energy) / s.phase_density(w0),
        std::expm1(energy) / std::expm1(w0), 1e-12);
  }
}

void computed_readings(Readings& readings, const SphereCode& code, Draws& draw) {
  const CsvTable table(cluster::data_folder() + "/cmc_king.csv", {"w0", "concentration", "error"});
  const CsvRow& row = table.rows()[static_cast<std::size_t>(
      draw.whole(0, static_cast<int>(table.rows().size()) - 1))];
  add(readings, fmt::format("concentration at W0 {}", row.text("w0")),
      cluster::concentration(code.king(row.number("w0"))), row.number("concentration"),
      row.number("error"));
}

/// Density that follows from f where the depth is this, up to a factor.
double density_from_f(const Sphere& s, double depth) {
  constexpr int kParts = 2000;
  double sum = 0;
  for (int k = 0; k < kParts; ++k) {
    const double q = (k + 0.5) / kParts;
    sum += q * q * s.phase_density(depth * (1 - q * q)) / kParts;
  }
  return sum * std::pow(depth, 1.5);
}

void elson_readings(Readings& readings, const Sphere& s, double slope, Draws& draw) {
  const double rest = (slope - 2) / 2, pi = std::numbers::pi;
  const auto inside = [&](double r) {  // of all mass, without an edge
    return boost::math::ibeta(1.5, rest, r * r / (1 + r * r));
  };
  const double all = 2 * pi * boost::math::beta(1.5, rest);
  const auto depth = [&](double r) {
    return all * inside(r) / r + 4 * pi * std::pow(1 + r * r, (1 - slope) / 2) / (slope - 1);
  };
  const double centre = density_from_f(s, 4 * pi / (slope - 1));
  for (int k = 0; k < 3; ++k) {
    const double r = draw.scale(0.02, std::min(300.0, s.radius.back()));
    const std::string where = fmt::format("slope {:.4g}, radius {:.4g}: ", slope, r);
    const double share = inside(r) / inside(s.radius.back());
    add(readings, where + "mass inside", inside(s.radius_of(share)) / inside(s.radius.back()),
        share, 5e-5);
    add(readings, where + "depth", s.depth_at(r) / depth(r), 1, 1e-4);
    add(readings, where + "density from f", density_from_f(s, depth(r)) / centre,
        std::pow(1 + r * r, -(slope + 1) / 2), 5e-4 * std::pow(1 + r * r, -(slope + 1) / 2));
  }
}

Readings read_sphere(const SphereCode& code, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
  Draws draw(random);
  Readings readings;
  if (draw.one_in(12)) {
    const double slope = draw.from(cluster::kLeastElson, cluster::kMostElson);
    elson_readings(readings, code.elson(slope), slope, draw);
  } else if (draw.one_in(4)) {
    computed_readings(readings, code, draw);
  } else {
    const double w0 = draw.from(cluster::kLeastKing, cluster::kMostKing);
    king_readings(readings, code.king(w0), w0, draw);
  }
  return readings;
}

/// Number of stars lighter than m, of a density m^-1.3 up to 0.5 and m^-2.3 / 2 above.
long double kroupa_number(long double low, long double m) {
  const auto below = [](long double x) { return -std::pow(x, -0.3L) / 0.3L; };
  const auto above = [](long double x) { return -0.5L * std::pow(x, -1.3L) / 1.3L; };
  const auto total = [&](long double x) {
    return x < 0.5L ? below(x) : below(0.5L) + above(x) - above(0.5L);
  };
  return total(m) - total(low);
}

Readings read_masses(const MassCode& code, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
  Draws draw(random);
  const double low = draw.scale(0.05, 2), high = low * draw.scale(1.5, 1000);
  const double share = draw.from(0, 1);
  const std::string where = fmt::format("{:.4g} to {:.4g}, ", low, high);
  Readings readings;
  const auto compare = [&](const char* what, const cluster::MassFunction& f, auto number) {
    const double m = f.mass(share);
    add(readings, where + what + ": stars that are lighter",
        static_cast<double>(number(low, m) / number(low, high)), share, 1e-11);
    add(readings, where + what + ": lightest", f.mass(0), low, 1e-13 * low);
    add(readings, where + what + ": heaviest", f.mass(1), high, 1e-9 * high);
  };
  compare("Kroupa", code.kroupa(low, high), kroupa_number);
  compare("Salpeter", code.salpeter(low, high),
          [](long double a, long double m) { return std::pow(a, -1.35L) - std::pow(m, -1.35L); });
  // A part n of all stars is heavy, of mass R, the rest of mass 1: a share n R / (1 - n + n R).
  const double ratio = draw.scale(1.1, 50), heavy = draw.scale(0.001, 0.9);
  const double number = heavy / (heavy + ratio * (1 - heavy));
  const cluster::MassFunction two = code.two(ratio, heavy);
  add(readings, "two masses: light", two.mass((1 - number) * 0.999999), 1, 0);
  add(readings, "two masses: heavy", two.mass(1 - number * 0.999999), ratio, 0);
  return readings;
}

const bool registered = register_observables("cmc", spheres("cmc/spheres", {})) &&
                        register_observables("cmc", mass_functions("cmc/mass-functions", {}));

}  // namespace

Observables spheres(const std::string& name, const SphereCode& code) {
  return {name, [code](std::uint64_t seed) { return read_sphere(code, seed); }};
}

Observables mass_functions(const std::string& name, const MassCode& code) {
  return {name, [code](std::uint64_t seed) { return read_masses(code, seed); }};
}

}  // namespace touchstone::cmc
