#include "models/cmc/timesteps.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace touchstone::cluster {
namespace {

const double kRootPi = std::sqrt(std::numbers::pi);

double time_of(double rate) {
  return rate == 0 ? std::numeric_limits<double>::infinity() : 1 / rate;
}

}  // namespace

double collision_time(const CentralAverages& c) {
  if (c.single_density == 0 || c.radius2 == 0) return time_of(0);
  const double focusing = 1 + c.mass_radius / (2 * c.dispersion * c.dispersion * c.radius2);
  return time_of(16 * kRootPi * c.single_density * c.radius2 * c.dispersion * focusing);
}

double binary_binary_time(const CentralAverages& c, double closeness) {
  if (c.binary_density == 0 || c.axis2 == 0) return time_of(0);
  const double focusing = 1 + c.mass_axis / (2 * c.dispersion * c.dispersion * closeness * c.axis2);
  return time_of(16 * kRootPi * c.binary_density * closeness * closeness * c.axis2 * c.dispersion *
                 focusing);
}

double binary_single_time(const CentralAverages& c, double closeness) {
  if (c.single_density == 0 || c.axis2 == 0) return time_of(0);
  const double focusing = 1 + c.mass * c.axis / (c.dispersion * c.dispersion * closeness * c.axis2);
  return time_of(4 * kRootPi * c.single_density * closeness * closeness * c.axis2 * c.dispersion *
                 focusing);
}

double evolution_time(double mass, double lost, double previous_step) {
  return lost == 0 ? time_of(0) : 0.001 * mass * previous_step / lost;
}

double evolution_time(const MassTable* table, double time, double previous_step) {
  if (table == nullptr) return time_of(0);
  const double kept = table->kept(time - previous_step, time);
  return evolution_time(kept, 1 - kept, previous_step);
}

}  // namespace touchstone::cluster
