// checkers/cmc/initial_states.cpp
// Purpose   Starts of clusters in N-body units, and their laws a second time. Plummer's and Elson's
//           of slope 4: speeds by the quantiles of a beta distribution. King's: Poisson's equation
//           for radius times depth, energies from a gamma or a beta distribution. Masses: the
//           smaller of two power laws.
// Source    S. J. Aarseth, M. Henon, R. Wielen, Astron. Astrophys. 37, 183 (1974), with the square
//           of the speed, in units of that of escape, beta distributed with 3/2 and 9/2; I. R.
//           King, Astron. J. 71, 64 (1966); P. Kroupa, Mon. Not. R. Astron. Soc. 322, 231 (2001).
#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

#include "checkers/cmc/drawn_start.hpp"
#include "checkers/cmc/in_double.hpp"
#include "models/cmc/cluster_start.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::starts {
namespace {

using cluster::Stars;
using Numbers = std::vector<double>;

Drawn plummer(std::mt19937_64& random) {
  return numbers_of(plummer_stars(300, Numbers(kStars, 1), random), true);
}

/// One heavy star of mass 5 among every ten: they have 5 / 14 of the mass.
Drawn stars_of_two(double outermost, std::mt19937_64& random) {
  Numbers mass;
  for (std::size_t i = 0; i < kStars; ++i) mass.push_back(uniform(random) < 0.1 ? 5 : 1);
  return numbers_of(plummer_stars(outermost, mass, random), false);
}
Drawn plummer_of_two(std::mt19937_64& random) { return stars_of_two(300, random); }
Drawn elson_of_two(std::mt19937_64& random) { return stars_of_two(1e4, random); }

/// King's model of depth 6 by leapfrog for y = x w, whose second derivative is -9 x rho / rho_0.
class KingsLaw {
 public:
  static constexpr double kDepth = 6, kStep = 1e-3;
  KingsLaw() {
    double y = 0, slope = kDepth;  // of y
    for (double x = 0, w = kDepth; w > 0; w = y / x) {
      slope -= kStep / 2 * 9 * x * density(w);
      y += kStep * slope;
      x += kStep;
      slope -= kStep / 2 * 9 * x * density(y / x);
      depth_.push_back(std::max(0.0, y / x));
      inside_.push_back(std::max(0.0, y - x * slope));  // -x^2 dw/dx
    }
  }

  /// A radius, and the speed of a star there.
  std::pair<double, double> star(std::mt19937_64& random) const {
    const double mass = uniform(random) * inside_.back();
    const auto above = std::upper_bound(inside_.begin(), inside_.end() - 1, mass);
    const auto k = static_cast<std::size_t>(above - inside_.begin());
    const double below = k > 0 ? inside_[k - 1] : 0, w = k > 0 ? depth_[k - 1] : kDepth;
    const double part = (mass - below) / (inside_[k] - below);
    const double r = k > 0 ? kStep * (static_cast<double>(k) + part) : kStep * std::cbrt(part);
    return {r, std::sqrt(2 * energy(w + part * (depth_[k] - w), random))};
  }

  /// v^2 / 2, of a density sqrt(e) (exp(w - e) - 1).
  static double energy(double w, std::mt19937_64& random) {
    if (!(w > 0)) return 0;
    while (true) {
      if (w > 1) {  // sqrt(e) exp(-e), then the part that is not subtracted
        const double all = boost::math::gamma_p(1.5, w, cmc::kInDouble);
        const double e = boost::math::gamma_p_inv(1.5, all * uniform(random), cmc::kInDouble);
        if (uniform(random) < -std::expm1(e - w)) return e;
      } else {  // sqrt(e) (w - e), then what the exponential has more
        const double left =
            w * (1 - boost::math::ibeta_inv(1.5, 2.0, uniform(random), cmc::kInDouble));
        if (uniform(random) < std::expm1(left) / left * (w / std::expm1(w))) return w - left;
      }
    }
  }

 private:
  static double density(double w) {
    const auto whole = [](double v) { return std::exp(v) * boost::math::gamma_p(2.5, v); };
    return w > 0 ? whole(w) / whole(kDepth) : 0;
  }
  Numbers depth_, inside_;  ///< at 1, 2 ... steps
};

/// n(m) falls as m^-1.3 or as m^-2.3 / 2, whichever is less, from 0.1 to 10.
double kroupa_mass(std::mt19937_64& random) {
  while (true) {
    const double x = uniform(random);  // by the first power law alone
    const double low = std::pow(0.1, -0.3), high = std::pow(10, -0.3);
    const double m = std::pow(low - x * (low - high), -1 / 0.3);
    if (uniform(random) * m < 0.5 || m < 0.5) return m;
  }
}

Drawn king_of_kroupa(std::mt19937_64& random) {
  static const KingsLaw law;
  std::vector<std::pair<double, double>> all;
  Numbers radius, speed, mass;
  for (std::size_t i = 0; i < kStars; ++i) all.push_back(law.star(random));
  std::sort(all.begin(), all.end());
  for (const auto& [r, v] : all) {
    radius.push_back(r);
    speed.push_back(v);
    mass.push_back(kroupa_mass(random));
  }
  return numbers_of(scaled(radius, speed, mass, random), false);
}

constexpr double kDepths[] = {1.5, 6};  ///< depths at which speeds are drawn
constexpr int kSpeeds = 128;

template <class Speed>
Drawn speeds_of_king(Speed&& speed) {
  Drawn drawn;
  for (const double depth : kDepths)
    for (int k = 0; k < kSpeeds; ++k)
      drawn.values[fmt::format("speed at depth {}", depth)].push_back(speed(depth));
  return drawn;
}
Drawn law_of_speeds(std::mt19937_64& random) {
  return speeds_of_king(
      [&](double depth) { return std::sqrt(2 * KingsLaw::energy(depth, random)); });
}

/// By the code that ships; tables are made once.
Drawn shipped_speeds(std::uint64_t seed) {
  static const cluster::Sphere sphere = cluster::king(KingsLaw::kDepth);
  cluster::Lfsr113 random(static_cast<std::uint32_t>(seed));
  return speeds_of_king([&](double depth) { return sphere.speed(depth, random); });
}
Drawn shipped_king(std::uint64_t seed) {
  static const cluster::StartSampler sampler({"king:6", "kroupa:0.1:10"});
  return numbers_of(sampler(kStars, static_cast<std::uint32_t>(seed)), false);
}
const std::string kTwo = fmt::format("two:5:{}", 5.0 / 14);
Drawn shipped_plummer_of_two(std::uint64_t seed) {
  static const cluster::StartSampler sampler({"plummer", kTwo});
  return numbers_of(sampler(kStars, static_cast<std::uint32_t>(seed)), false);
}
Drawn shipped_elson(std::uint64_t seed) {
  static const cluster::StartSampler sampler({"elson:4", kTwo});
  return numbers_of(sampler(kStars, static_cast<std::uint32_t>(seed)), false);
}

/// A generator of a start with unequal masses.
Generator of_start(const char* name, const char* source, Drawn (*shipped)(std::uint64_t),
                   Drawn (*law)(std::mt19937_64&), const std::vector<cluster::ClusterStart>& bad) {
  Generator generator{
      .info = {.name = name, .source = source}, .draw = shipped, .law = law, .starts = 3000};
  for (const cluster::ClusterStart& one : bad)
    generator.refused.push_back([one] { cluster::require_valid(one); });
  return generator;
}

const bool registered =
    register_generator(
        "cmc", {.info = {.name = "cmc/plummer", .source = "Aarseth, Henon, Wielen 1974"},
                .draw =
                    [](std::uint64_t seed) {
                      return numbers_of(
                          cluster::plummer::sample(kStars, static_cast<std::uint32_t>(seed)), true);
                    },
                .law = plummer,
                .starts = 8000,
                .refused = {[] { cluster::plummer::sample(1, 1); }}}) &&
    register_generator("cmc", {.info = {.name = "cmc/king-speeds", .source = "King 1966"},
                               .draw = shipped_speeds,
                               .law = law_of_speeds,
                               .starts = 3000}) &&
    register_generator("cmc", of_start("cmc/plummer-two", "Aarseth, Henon, Wielen 1974",
                                       shipped_plummer_of_two, plummer_of_two, {})) &&
    register_generator(
        "cmc", of_start("cmc/king-kroupa", "King 1966, Kroupa 2001", shipped_king, king_of_kroupa,
                        {{"king:0.9"},
                         {"king:12.1"},
                         {"king"},
                         {"king:6:6"},
                         {"king:six"},
                         {"kng:6"},
                         {"plummer:1"},
                         {"king:nan"},
                         {"king:6", "kroupa:1"},
                         {"king:6", "kroupa:2:1"},
                         {"king:6", "kroupa:0:1"}})) &&
    register_generator(
        "cmc", of_start("cmc/elson-two", "Elson, Fall, Freeman 1987", shipped_elson, elson_of_two,
                        {{"elson:2.4"},
                         {"elson:11"},
                         {"elson"},
                         {"elson:4", "two:1:0.5"},
                         {"elson:4", "two:5:0"},
                         {"elson:4", "two:5:1"},
                         {"elson:4", "two:5"},
                         {"elson:4", "file:no-such-file.csv"},
                         {"elson:4", "masses"},
                         {"elson:4", ""},
                         {"", "equal"}}));

}  // namespace
}  // namespace touchstone::starts
