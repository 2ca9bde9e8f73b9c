#include "trajectories/star_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "models/cmc/shell_potential.hpp"
#include "models/cmc/structure.hpp"

namespace touchstone::trajectories {
namespace {

struct Gone {
  long double mass = 0;    ///< small between sums of all masses, if all have lost some
  std::size_t differ = 0;  ///< masses that only one of the two has
};

/// Masses of `before` that `now` lacks; both descend. Masses that both have cancel, so that
/// their rounding does not count.
Gone missing_from(const std::vector<double>& now, const std::vector<double>& before) {
  Gone gone;
  for (std::size_t i = 0, k = 0; i < before.size() || k < now.size();) {
    const double lost = i < before.size() ? before[i] : 0;
    const double found = k < now.size() ? now[k] : 0;
    if (lost == found) {
      ++i, ++k;
      continue;
    }
    ++gone.differ;
    if (lost > found)
      gone.mass += lost, ++i;
    else
      gone.mass -= found, ++k;
  }
  return gone;
}

/// Mass or energy that has left between two heads; 0 where one of them does not tell, since both
/// count from the start of the run.
double between(const std::optional<double>& first, const std::optional<double>& now) {
  return first && now ? *now - *first : 0;
}

}  // namespace

void StarSeries::compare_masses(const Snapshot& snapshot) {
  std::vector<double> masses = snapshot.stars.mass;
  std::sort(masses.begin(), masses.end(), std::greater<>());
  if (snapshots() == 0) first_masses_ = masses_ = masses;
  std::size_t more = 0;
  for (std::size_t k = 0; k < masses.size(); ++k)
    more += k >= masses_.size() || masses[k] > masses_[k] ? 1 : 0;
  if (more > 0 && heavier == 0)
    first_heavier = fmt::format("{}: {} of {} stars", snapshot.where, more, masses.size());
  heavier += more;
  const Gone gone = missing_from(masses, first_masses_);
  const double told = between(first_.escaped_mass, snapshot.escaped_mass);
  const double unknown = static_cast<double>(gone.mass - told);
  const double open = static_cast<double>(gone.differ + 2) *  // and of what two heads tell
                      std::max(first_.mass_rounding, snapshot.mass_rounding);
  if (snapshots() == 0 || std::abs(unknown) - open > std::abs(unknown_mass) - mass_rounding) {
    unknown_mass = unknown;
    mass_rounding = open;
  }
  masses_ = std::move(masses);
}

void StarSeries::add(const Snapshot& snapshot) {
  if (snapshots() == 0) first_ = snapshot;
  compare_masses(snapshot);
  last_ = snapshot;
  time.push_back(snapshot.time);
  sorted += snapshot.ascending ? 0 : 1;
  const double kinetic = cluster::kinetic_energy(snapshot.stars);
  const double potential =
      cluster::potential_energy(snapshot.stars, cluster::shell_potential(snapshot.stars));
  energy.push_back(kinetic + potential);
  virial_ratio.push_back(2 * kinetic / std::abs(potential));
  for (std::size_t k = 0; k < kShares.size(); ++k)
    radii[k].push_back(cluster::lagrangian_radius(snapshot.stars, kShares[k]));
  told_mass = told_mass && snapshot.escaped_mass.has_value();
  told_energy = told_energy && snapshot.escaped_energy.has_value();
  const double carried = between(first_.escaped_energy, snapshot.escaped_energy);
  const double change = energy.back() + carried - energy.front();
  if (std::abs(change) > std::abs(energy_change) || where_energy.empty()) {
    energy_change = change;
    where_energy = snapshot.where;
  }
}

}  // namespace touchstone::trajectories
