#include "models/cmc/scattering/three_stars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/core/errors.hpp"
#include "models/core/registry.hpp"

namespace touchstone::cluster {
namespace {

Registry<ScatteringScheme>& registry() {
  static Registry<ScatteringScheme> all("scheme");  // filled before main() by registration lines
  return all;
}

bool finite(const Vector3& v) {
  return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

void require_valid(const ScatteringParameters& p) {
  const auto refuse = [](const char* what, const char* expected, double found) {
    throw input_error("scattering", what, expected, fmt::format("{}", found));
  };
  if (p.threads < 1 || p.threads > 1024) refuse("number of threads", "1 to 1024", p.threads);
  if (!(p.tide > 0 && p.tide <= 0.1)) refuse("tide", "a number in (0, 0.1]", p.tide);
  if (!(p.longest > 0 && std::isfinite(p.longest)))
    refuse("longest time", "a finite number above 0", p.longest);
  if (p.most_steps == 0) refuse("most steps", "1 or more", 0);
}

void require_valid(std::span<const PointStar> stars, std::size_t which) {
  const auto refuse = [&](std::size_t star, const char* what, const char* expected,
                          const std::string& found) {
    throw input_error(fmt::format("meeting {}, star {}", which, star), what, expected, found);
  };
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const PointStar& star = stars[i];
    if (!(star.mass > 0 && std::isfinite(star.mass)))
      refuse(i, "mass", "a finite number above 0", fmt::format("{}", star.mass));
    if (!finite(star.position) || !finite(star.velocity))
      refuse(i, "position and velocity", "finite numbers", "others");
    for (std::size_t j = 0; j < i; ++j)
      if (star.position == stars[j].position)
        refuse(i, "position", "a place of its own", fmt::format("that of star {}", j));
  }
}

const std::vector<ScatteringScheme>& scattering_schemes() { return registry().items(); }

const ScatteringScheme& scattering_scheme(const std::string& name) { return registry().item(name); }

const ScatteringScheme& widest_scattering_scheme() {
  const auto lanes = [](const ScatteringScheme& one) { return one.available ? one.info.lanes : 0; };
  return *std::max_element(scattering_schemes().begin(), scattering_schemes().end(),
                           [&](const auto& a, const auto& b) { return lanes(a) < lanes(b); });
}

bool register_scattering_scheme(ScatteringScheme scheme, const char* file) {
  registering_files().emplace_back(file);
  return registry().add(std::move(scheme));
}

}  // namespace touchstone::cluster
