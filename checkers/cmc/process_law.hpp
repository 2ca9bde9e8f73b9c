// checkers/cmc/process_law.hpp
// Purpose   Time steps of processes, tables of mass that stars lose, and masses of files, by the
//           code that ships and by their definitions.
#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "checkers/observables.hpp"
#include "models/cmc/mass_function.hpp"
#include "models/cmc/mass_loss.hpp"
#include "models/cmc/timesteps.hpp"

namespace touchstone::cmc {

/// Functions of averages; by default those that ship.
struct ProcessCode {
  std::function<double(const cluster::CentralAverages&)> collision = cluster::collision_time;
  std::function<double(const cluster::CentralAverages&, double)> binary_binary =
      cluster::binary_binary_time;
  std::function<double(const cluster::CentralAverages&, double)> binary_single =
      cluster::binary_single_time;
};
Observables process_times(const std::string& name, const ProcessCode& code);

using MassPoints = std::vector<std::pair<double, double>>;  ///< time, share

struct TableCode {
  std::function<double(const MassPoints&, double)> share =
      [](const MassPoints& points, double time) { return cluster::MassTable(points).share(time); };
  std::function<double(double, double, double)> lost = cluster::lost_energy;
  std::function<cluster::MassFunction(const std::string&)> masses = cluster::masses_of_file;
};
Observables mass_tables(const std::string& name, const TableCode& code);

}  // namespace touchstone::cmc
