// trajectories/star_series.hpp
// Purpose   Observables of a star cluster, one number for each snapshot, and what its masses do.
// Computes  G = 1. Kinetic and potential energy with own shells (models/cmc), 2 K / |V|, radii that
//           hold a tenth, a half and nine tenths of the mass (models/cmc/structure.hpp).
//           Masses: the k-th largest of a snapshot is at most the k-th largest of that before,
//           for every k, where stars only leave or lose mass, and nowhere else. Rounding keeps the
//           order of numbers, so that this holds for masses as they are written.
// Not here  Verdicts (star_rows.cpp), Plummer's law (plummer_rows.hpp).
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "trajectories/star_snapshots.hpp"

namespace touchstone::trajectories {

inline constexpr std::array<double, 3> kShares = {0.1, 0.5, 0.9};

class StarSeries {
 public:
  void add(const Snapshot& snapshot);

  const Snapshot& first() const { return first_; }
  const Snapshot& last() const { return last_; }
  std::size_t snapshots() const { return time.size(); }

  std::vector<double> time = {};
  std::vector<double> energy = {};        ///< energy of the stars that are there
  std::vector<double> virial_ratio = {};  ///< 2 K / |V|
  std::array<std::vector<double>, kShares.size()> radii = {};
  std::size_t sorted = 0;   ///< snapshots whose radii did not ascend
  std::size_t heavier = 0;  ///< stars that are new or heavier than in the snapshot before
  std::string first_heavier = {};
  double unknown_mass = 0;   ///< largest mass that is gone and in no head
  double mass_rounding = 0;  ///< error of it that digits leave open
  bool told_mass = true;     ///< every head tells escaped_mass
  bool told_energy = true;
  double energy_change = 0;  ///< largest, with that of the stars that have left where it is told
  std::string where_energy = {};

 private:
  void compare_masses(const Snapshot& snapshot);

  Snapshot first_ = {};
  Snapshot last_ = {};
  std::vector<double> first_masses_ = {};  ///< masses of the first snapshot, descending
  std::vector<double> masses_ = {};        ///< masses of the last snapshot, descending
};

}  // namespace touchstone::trajectories
