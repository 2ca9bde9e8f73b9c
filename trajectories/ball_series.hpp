// trajectories/ball_series.hpp
// Purpose   The pressure of equal hard balls, one number for each frame: beta P / rho by the scale
//           distribution (models/hpmc/observables/scale_distribution.hpp).
// Not here  Disks (disk_series.hpp); other bodies, whose exact references take milliseconds.
#pragma once
#include <optional>
#include <vector>

#include "models/hpmc/observables/scale_distribution.hpp"
#include "trajectories/frame.hpp"
#include "trajectories/series_row.hpp"

namespace touchstone::trajectories {

class BallSeries {
 public:
  /// Takes a frame of equal balls; false, and nothing is taken, where it is none.
  bool add(const Frame& frame);

  /// All frames have one packing fraction.
  bool constant() const { return constant_; }
  std::size_t bodies() const { return bodies_; }
  double packing_fraction() const { return packing_; }
  const std::vector<double>& compressibility() const { return z_; }

 private:
  std::optional<shapes::ScaleDistribution> distribution_ = {};
  std::size_t bodies_ = 0;
  double packing_ = 0;
  bool constant_ = true;
  std::vector<double> z_ = {};
};

/// The published beta P / rho of so many balls at this packing fraction (to 1e-6); a deviation of
/// this part of it matters.
std::optional<Law> published_balls(std::size_t bodies, double packing_fraction, double part);

}  // namespace touchstone::trajectories
