// checkers/cmc/binary_law.cpp
// Purpose   Starts of clusters with primordial binaries, and their laws a second time: binaries are
//           chosen star by star, masses are the inverse of Salpeter's cumulative function, axes
//           have uniform digits, thermal eccentricities are the larger of two uniform numbers.
// Source    D. E. Knuth, The Art of Computer Programming 2, section 3.4.2, algorithm S (choice);
//           E. E. Salpeter, Astrophys. J. 121, 161 (1955); D. C. Heggie, Mon. Not. R. Astron. Soc.
//           173, 729 (1975) (density 2 e).
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "checkers/cmc/drawn_binaries.hpp"
#include "checkers/cmc/drawn_start.hpp"

namespace touchstone::starts {
namespace {

using cluster::Binary;
using cluster::ClusterOfBinaries;

double salpeter_mass(std::mt19937_64& random) {
  const double light = std::pow(0.5, -1.35), heavy = std::pow(5, -1.35);
  return std::pow(light - uniform(random) * (light - heavy), -1 / 1.35);
}

Drawn law(BinaryKind kind, std::mt19937_64& random) {
  std::vector<double> mass;
  for (std::size_t i = 0; i < kStars; ++i) mass.push_back(salpeter_mass(random));
  std::vector<Binary> binaries;
  for (std::size_t i = 0; i < kStars; ++i) {
    const auto wanted = static_cast<double>(kBinaries - binaries.size());
    if (!(uniform(random) * static_cast<double>(kStars - i) < wanted)) continue;
    const double companion = salpeter_mass(random);
    binaries.push_back({static_cast<std::uint32_t>(i), {mass[i], companion}, 0, 0});
    mass[i] += companion;
  }
  ClusterOfBinaries cluster{plummer_stars(300, mass, random), {}};
  double total = 0;
  for (const double m : mass) total += m;
  for (Binary& one : binaries) {
    one.mass = {one.mass[0] / total, one.mass[1] / total};
    const double drawn = std::pow(10, -4 + 2 * uniform(random));
    if (kind == BinaryKind::axes) {
      one.semimajor_axis = drawn;
      one.eccentricity = std::max(uniform(random), uniform(random));
    } else {
      const double turn = 2 * std::numbers::pi / drawn;
      one.semimajor_axis = std::cbrt((one.mass[0] + one.mass[1]) / (turn * turn));
    }
  }
  cluster.binaries = binaries;
  return numbers_of(cluster, kind);
}

Generator of_kind(const char* name, const char* source, BinaryKind kind) {
  return {
      .info = {.name = name, .source = source},
      .draw = [kind](std::uint64_t seed) { return numbers_of(shipped_binaries(kind, seed), kind); },
      .law = [kind](std::mt19937_64& random) { return law(kind, random); },
      .starts = 3000};
}

/// A cluster whose binaries are not what they must be.
std::function<void()> spoilt(void (*spoil)(ClusterOfBinaries&)) {
  return [spoil] {
    ClusterOfBinaries cluster = shipped_binaries(BinaryKind::axes, 1);
    spoil(cluster);
    require_valid(cluster, "start");
  };
}

std::vector<std::function<void()>> refused() {
  std::vector<std::function<void()>> all;
  for (const double part : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()})
    all.emplace_back([part] { cluster::require_valid({}, cluster::BinaryWords{part}); });
  for (const char* const axes :
       {"", "axis", "axis:1e-3", "axis:0:1e-3", "axis:1e-2:1e-3", "axis:1e-3:1.1", "axis:nan:0.1",
        "axis:1e-3:nan", "axis:1e-3:1e-2:1", "axis:a:b", "period:1e-3", "period:0:1",
        "period:1:6.3", "days:1:2", "file:", "file:no-such-file.csv"})
    all.emplace_back([axes] { cluster::require_valid({}, cluster::BinaryWords{0.1, axes}); });
  for (const char* const words : {"", "uniform", "thermal:1", "Circular"})
    all.emplace_back([words] {
      cluster::require_valid({}, cluster::BinaryWords{0.1, "axis:1e-3:1e-2", words});
    });
  all.emplace_back([] { cluster::BinaryStartSampler({}, {0.5})(1, 1); });
  all.emplace_back([] { cluster::require_valid({"king:13"}, cluster::BinaryWords{}); });
  all.push_back(spoilt([](auto& c) { c.binaries[0].mass[1] = 0; }));
  all.push_back(spoilt([](auto& c) { c.binaries[0].mass[1] *= 1.001; }));
  all.push_back(spoilt([](auto& c) { c.binaries[0].semimajor_axis = 0; }));
  all.push_back(spoilt([](auto& c) { c.binaries[0].semimajor_axis = INFINITY; }));
  all.push_back(spoilt([](auto& c) { c.binaries[0].eccentricity = 1; }));
  all.push_back(spoilt([](auto& c) { c.binaries[0].eccentricity = -0.1; }));
  all.push_back(spoilt([](auto& c) { c.binaries[0].eccentricity = NAN; }));
  all.push_back(spoilt([](auto& c) { c.binaries[1] = c.binaries[0]; }));
  all.push_back(spoilt([](auto& c) { std::swap(c.binaries[0], c.binaries[1]); }));
  all.push_back(spoilt([](auto& c) { c.binaries.back().id = kStars; }));
  return all;
}

Generator with_refusals(Generator generator) {
  generator.refused = refused();
  return generator;
}

const bool registered =
    register_generator(
        "cmc", with_refusals(of_kind("cmc/binaries-axes", "Heggie 1975", BinaryKind::axes))) &&
    register_generator("cmc",
                       of_kind("cmc/binaries-periods", "Kepler's third law", BinaryKind::periods));

}  // namespace
}  // namespace touchstone::starts
