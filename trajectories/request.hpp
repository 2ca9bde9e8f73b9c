// trajectories/request.hpp
// Purpose   Request of the user to `touchstone judge`.
#pragma once
#include <string>

#include "trajectories/frame.hpp"

namespace touchstone::trajectories {

struct Request {
  std::string file = {};
  Assumed assumed = {};
  double tolerance = 0;        ///< overlap, a length, that rounding in the program may leave
  double resolution = 0.01;    ///< smallest deviation of a pressure that matters, a part of it
  std::string law = {};        ///< "energy": a log; "stars": a star cluster; else a trajectory
  std::string start = {};      ///< "plummer": what the first snapshot of stars claims to be
  double bound = 0;            ///< largest energy error that is allowed; 0: none is stated
  double drift = 0;            ///< drift of the energy that is allowed; 0: its oscillation
  std::string volumes = {};    ///< two logs of volumes
  std::string pressures = {};  ///< their beta P
  std::string out = {};        ///< results file
  std::string junit = {};      ///< file for verdicts in JUnit's form
};

}  // namespace touchstone::trajectories
