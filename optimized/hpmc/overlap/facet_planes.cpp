#include "optimized/hpmc/overlap/facet_planes.hpp"

#include <algorithm>
#include <vector>

#include "models/hpmc/bodies/hull.hpp"

namespace touchstone::optimized {

FacetPlanes::FacetPlanes(const PointCloud& cloud) {
  std::vector<shapes::Vec3> points;
  for (std::size_t i = 0; i < cloud.count(); ++i) points.push_back(cloud.point(i));
  if (points.size() > kMost) return;
  const shapes::Hull hull = shapes::hull_of(points);
  const std::size_t n = hull.facets.size();
  if (n == 0 || n > kMost) return;
  constexpr std::size_t kLanes = PointCloud::kLanes;
  padded_ = (n + kLanes - 1) / kLanes * kLanes;
  data_ = hwy::AllocateAligned<double>(4 * padded_);
  for (std::size_t i = 0; i < padded_; ++i) {
    const shapes::Vec3 normal = hull.facets[std::min(i, n - 1)].normal;
    // Any direction may separate: with this offset the test needs no exact normals.
    double offset = dot(normal, points[0]);
    for (const shapes::Vec3& p : points) offset = std::max(offset, dot(normal, p));
    data_[i] = normal.x;
    data_[padded_ + i] = normal.y;
    data_[2 * padded_ + i] = normal.z;
    data_[3 * padded_ + i] = offset;
  }
}

}  // namespace touchstone::optimized
