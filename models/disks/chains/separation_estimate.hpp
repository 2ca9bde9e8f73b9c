// models/disks/chains/separation_estimate.hpp
// Purpose   Contact separations in doubles, with a bound for their error: enough to compare times
//           of flight, and where no integer is within the bound, enough to know the true one.
// Cost      25 instructions for a true separation in a square box, the 190 of
//           FixedMetric::separation in one of 1000 calls; in other boxes in more of them.
// Not here  Exact separations (fixed_point.hpp).
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "models/disks/chains/fixed_point.hpp"

namespace touchstone::disks {

class SeparationEstimate {
 public:
  explicit SeparationEstimate(const Box& box)
      : metric_(box),
        diameter_(0x1p64 / (box.width * box.width)),
        shape_((box.height / box.width) * (box.height / box.width)),
        margin_(diameter_ * 0x1p-29 * std::max(shape_, 1 / shape_)),
        error_(box.width == box.height ? diameter_ * 0x1p-50 : margin_) {}

  const FixedMetric& metric() const { return metric_; }

  /// The square of the separation in ticks; below -margin() the disks pass each other.
  double squared(FixedCoordinate across) const {
    const auto distance = static_cast<double>(static_cast<std::int32_t>(across));
    return diameter_ - shape_ * distance * distance;
  }
  /// Estimates of squares are closer than this to the squares that the metric rounds up to
  /// separations: it rounds the shape by at most 2^-31 (longer : shorter)^2 (fixed_point.hpp).
  double margin() const { return margin_; }
  double shape() const { return shape_; }  ///< (height : width)^2

  /// metric().separation(across).
  Ticks separation(FixedCoordinate across) const {
    const double square = squared(across);
    if (square > 2 * error_) {
      const double root = std::sqrt(square);
      const double error = error_ / root;  // twice that of the root
      const auto below = static_cast<Ticks>(root - error);
      if (below == static_cast<Ticks>(root + error)) return below + 1;
    }
    return square < -margin_ ? kNoPair : metric_.separation(across);
  }

 private:
  FixedMetric metric_;
  double diameter_;  ///< squared, in ticks
  double shape_;
  double margin_;
  double error_;  ///< error of squares; smaller than the margin where the shape is exact
};

}  // namespace touchstone::disks
