// trajectories/findings.hpp
// Purpose   Findings about the frames of a trajectory: they are read once, one after another.
// Not here  Records (rows.hpp).
#pragma once
#include <cstddef>
#include <string>

#include "trajectories/body_series.hpp"
#include "trajectories/disk_series.hpp"
#include "trajectories/legality.hpp"

namespace touchstone::trajectories {

struct Findings {
  explicit Findings(double tolerance) : legality(tolerance) {}

  void add(const Frame& frame);
  /// Pairs of equal disks or balls that are in each frame nearer than the closest two of all, at
  /// the least, where bodies are spread as in equilibrium: g(r) next to contact is 1 or more. 0
  /// where bodies are others.
  double missing_pairs() const;

  Legality legality;
  DiskSeries disks = {};
  BodySeries convex = {};        ///< pressure of frames that are no equal disks in a rectangle
  std::string no_disks = {};     ///< why there is no series of disks
  std::string no_pressure = {};  ///< why there is none of other bodies, either
  std::size_t frames = 0;
  std::size_t bodies = 0;        ///< in the first frame
  std::size_t other_number = 0;  ///< frames with another number
  std::string first_other = {};
  std::size_t outside = 0;
  bool plane = true;
  double round_packing = 0;  ///< packing fraction of the first frame of equal disks or balls
};

}  // namespace touchstone::trajectories
