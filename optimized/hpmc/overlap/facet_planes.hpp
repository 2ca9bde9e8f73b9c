// optimized/hpmc/overlap/facet_planes.hpp
// Purpose   The planes of the facets of a convex body as vector lanes read them: components apart,
//           padded with copies of the last, about the centre of its point cloud.
#pragma once
#include <hwy/aligned_allocator.h>

#include <cstddef>

#include "optimized/hpmc/overlap/point_cloud.hpp"

namespace touchstone::optimized {

class FacetPlanes {
 public:
  /// More facets than this, or more points of the other body, are left to other methods.
  static constexpr std::size_t kMost = 64;

  explicit FacetPlanes(const PointCloud& cloud);

  /// A multiple of PointCloud::kLanes; 0 for flat bodies and for those with too much of anything.
  std::size_t size() const { return padded_; }
  const double* x() const { return data_.get(); }
  const double* y() const { return data_.get() + padded_; }
  const double* z() const { return data_.get() + 2 * padded_; }
  /// The farthest of the body's points along the normal.
  const double* offset() const { return data_.get() + 3 * padded_; }

 private:
  std::size_t padded_ = 0;
  hwy::AlignedFreeUniquePtr<double[]> data_;
};

}  // namespace touchstone::optimized
