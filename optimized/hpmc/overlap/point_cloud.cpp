#include "optimized/hpmc/overlap/point_cloud.hpp"

#include <algorithm>

#include "models/hpmc/bodies/core_points.hpp"

namespace touchstone::optimized {

using shapes::Body;
using shapes::BodyClass;
using shapes::Vec3;

bool PointCloud::takes(BodyClass c) {
  return c == BodyClass::convex_polygon || c == BodyClass::spheropolygon ||
         c == BodyClass::convex_polyhedron || c == BodyClass::spheropolyhedron ||
         c == BodyClass::disk || c == BodyClass::ball;
}

PointCloud::PointCloud(const Body& body) {
  const shapes::CorePoints core = shapes::core_points(body);
  const auto n = core.points.size();
  centre_ = core.centre;
  inner_ = core.inner * (1 - 1e-9);  // hulls are found to about this
  rounding_ = core.rounding;
  count_ = n;
  padded_ = (n + kLanes - 1) / kLanes * kLanes;
  data_ = hwy::AllocateAligned<double>(3 * padded_);
  for (std::size_t i = 0; i < padded_; ++i) {
    const Vec3 p = core.points[std::min(i, n - 1)];
    data_[i] = p.x;
    data_[padded_ + i] = p.y;
    data_[2 * padded_ + i] = p.z;
    outer_ = std::max(outer_, norm(p) + rounding_);
  }
}

}  // namespace touchstone::optimized
