// trajectories/body_series.hpp
// Purpose   The pressure of equal hard convex bodies, one number for each frame: beta P / rho by
//           the scale distribution (models/hpmc/observables/scale_distribution.hpp).
// Not here  Disks in a rectangle (disk_series.hpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "models/hpmc/observables/scale_distribution.hpp"
#include "trajectories/frame.hpp"
#include "trajectories/rows.hpp"

namespace touchstone::trajectories {

class BodySeries {
 public:
  /// Takes a frame of one convex body; else nothing is taken, and `why_not` says why.
  bool add(const Frame& frame, std::string& why_not);

  std::size_t frames() const { return z_.size(); }
  /// All frames have one shape, number of bodies and packing fraction, and a square or cubic box.
  bool constant() const { return constant_; }
  std::size_t bodies() const { return bodies_; }
  double packing_fraction() const { return packing_; }
  /// Name of the body (models/hpmc/bodies/named.hpp), or the class of one that has none.
  const std::string& body() const { return body_; }
  bool named() const { return named_; }
  const std::vector<double>& compressibility() const { return z_; }

 private:
  std::optional<shapes::ScaleDistribution> distribution_ = {};
  std::size_t types_number_ = 0;  ///< number of the shape that the distribution has
  std::size_t bodies_ = 0;
  double packing_ = 0;
  bool constant_ = true;
  std::string body_ = {};
  bool named_ = false;
  std::vector<double> z_ = {};
};

/// The record of the pressure, beside the published one of this body, number and packing fraction.
ResultRecord pressure_row(const Request& request, const BodySeries& bodies);

}  // namespace touchstone::trajectories
