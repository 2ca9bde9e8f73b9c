// optimized/hpmc/overlap/point_cloud.hpp
// Purpose   The vertices of a convex body as vector lanes read them: components apart, padded with
//           copies of the last vertex, about a centre well inside the body.
#pragma once
#include <hwy/aligned_allocator.h>

#include <cstddef>

#include "models/hpmc/bodies/body.hpp"

namespace touchstone::optimized {

/// Points of convex polygons and polyhedra, rounded or not, disks and balls.
class PointCloud {
 public:
  /// Lanes of the widest vectors; the number of points is a multiple of it.
  static constexpr std::size_t kLanes = 8;

  explicit PointCloud(const shapes::Body& body);

  static bool takes(shapes::BodyClass body_class);

  std::size_t size() const { return padded_; }
  /// Number of the points without the copies at the end.
  std::size_t count() const { return count_; }
  shapes::Vec3 point(std::size_t i) const { return {x()[i], y()[i], z()[i]}; }
  const double* x() const { return data_.get(); }
  const double* y() const { return data_.get() + padded_; }
  const double* z() const { return data_.get() + 2 * padded_; }
  /// Added to every point gives a vertex of the body.
  shapes::Vec3 centre() const { return centre_; }
  double rounding() const { return rounding_; }
  /// Radius of a ball about the centre inside the body without its rounding; 0 when unknown.
  double inner_radius() const { return inner_; }
  /// Radius of the ball about the centre that holds all points, rounded.
  double outer_radius() const { return outer_; }

 private:
  std::size_t count_ = 0;
  std::size_t padded_ = 0;
  hwy::AlignedFreeUniquePtr<double[]> data_;
  shapes::Vec3 centre_ = {};
  double rounding_ = 0;
  double inner_ = 0;
  double outer_ = 0;
};

}  // namespace touchstone::optimized
