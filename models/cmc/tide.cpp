#include "models/cmc/tide.hpp"

#include <cmath>

#include "models/cmc/stars.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {

TideCriterion tide_criterion(const std::string& name) {
  if (name == "none") return TideCriterion::none;
  if (name == "radius") return TideCriterion::radius;
  if (name == "energy") return TideCriterion::energy;
  throw input_error("--tide", "value", kTideText, "'" + name + "'");
}

double tidal_radius(const Tide& tide, double mass) { return tide.radius * std::cbrt(mass); }

double tidal_alpha(std::size_t stars) {
  const double n = static_cast<double>(stars);
  return 1.5 - 3 * std::sqrt(std::sqrt(std::log(kGamma * n) / n));
}

bool beyond_tide(const Tide& tide, double mass, double tidal_radius, double alpha, double energy,
                 double apocentre) {
  if (tide.criterion == TideCriterion::radius) return apocentre > tidal_radius;
  return energy > -alpha * mass / tidal_radius;
}

}  // namespace touchstone::cluster
