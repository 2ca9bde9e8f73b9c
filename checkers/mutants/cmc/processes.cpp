// checkers/mutants/cmc/processes.cpp
// Purpose   Mutants of the time steps of processes, and of tables of masses.
// Source    Seeded faults: focusing of one body alone, a table that is read in steps.
#include <cmath>

#include "checkers/cmc/process_law.hpp"

namespace touchstone::mutants {
namespace {

using cluster::CentralAverages;
using cmc::MassPoints;

double without_focusing(const CentralAverages& c) {
  CentralAverages light = c;
  light.mass_radius = 0;
  return cluster::collision_time(light);
}

/// A cross section that grows as the distance of the approach, not as its square.
double near_miss(const CentralAverages& c, double closeness) {
  return cluster::binary_single_time(c, std::sqrt(closeness));
}

/// The last line that has begun, without what lies between two lines.
double in_steps(const MassPoints& points, double time) {
  double share = points.front().second;
  for (const auto& [from, left] : points)
    if (from <= time) share = left;
  return share;
}

/// Winds leave with the energy that their star has on its orbit.
double half_of_the_potential(double kept, double kinetic, double potential) {
  return (1 - kept) * (kinetic + potential);
}

bool add(const Observables& observables, const char* fault) {
  return register_observables("cmc", observables,
                              Origin::invented(std::string("seeded fault: ") + fault));
}

const bool registered =
    add(cmc::process_times("mutant/process-without-focusing", {.collision = without_focusing}),
        "stars collide as if they did not attract each other") &&
    add(cmc::process_times("mutant/process-near-miss", {.binary_single = near_miss}),
        "another power of the closest approach") &&
    add(cmc::mass_tables("mutant/mass-table-in-steps", {.share = in_steps}),
        "mass is lost all at once at each line of a table") &&
    add(cmc::mass_tables("mutant/mass-loss-half-potential", {.lost = half_of_the_potential}),
        "the potential energy falls as the mass, not as its square") &&
    add(cmc::mass_tables("mutant/masses-of-first-line",
                         {.masses =
                              [](const std::string& path) {
                                const auto pieces = cluster::masses_of_file(path).pieces();
                                return cluster::MassFunction({pieces.front()});
                              }}),
        "all stars have the mass of the first line");

}  // namespace
}  // namespace touchstone::mutants
