// optimized/hpmc/overlap/xenocollide.hpp
// Purpose   Answers of XenoCollide, and its kernels for each vector unit, chosen at run time.
// Source    See xenocollide-inl.hpp.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "models/hpmc/vector.hpp"
#include "optimized/hpmc/overlap/facet_planes.hpp"
#include "optimized/hpmc/overlap/point_cloud.hpp"

namespace touchstone::optimized {

/// Refinements after which an answer is given up: overlap is then reported, as HPMC does.
inline constexpr std::uint32_t kXenoMost = 1024;

struct XenoResult {
  bool overlap = false;
  bool gave_up = false;
  std::uint32_t iterations = 0;

  XenoResult& apart() {
    overlap = false;
    return *this;
  }
  XenoResult& meet() {
    overlap = true;
    return *this;
  }
  XenoResult& give_up() {
    gave_up = true;
    return meet();
  }
};

/// Two clouds of points: b turned and moved, as a sees it, both about their centres.
struct CloudPair {
  const PointCloud* a;
  const PointCloud* b;
  shapes::Rotation turn;
  shapes::Vec3 shift;
  double tolerance;
};

/// The support points of the difference of a pair along so many directions: writes the directions,
/// or only sums the points of given ones.
struct XenoTrace {
  XenoResult (*points)(const CloudPair&, std::vector<shapes::Vec3>& directions);
  shapes::Vec3 (*supports)(const CloudPair&, std::span<const shapes::Vec3> directions);
};

struct XenoKernels {
  const char* name;  ///< "avx512", "avx2", "portable"
  bool supported;
  /// The point of the cloud farthest along n.
  shapes::Vec3 (*support)(const PointCloud&, shapes::Vec3 n);
  XenoResult (*points_3d)(const CloudPair&);
  XenoResult (*rounded_3d)(const CloudPair&);
  XenoResult (*points_2d)(const CloudPair&);
  XenoResult (*rounded_2d)(const CloudPair&);
  XenoTrace trace_3d;  ///< trace for points
  XenoTrace trace_2d;
  /// Whether a facet of one body has the other, rounding included, beyond it by more than the
  /// tolerance. Both have facets.
  bool (*facets_apart)(const CloudPair&, const FacetPlanes& a, const FacetPlanes& b);
};
/// The best first.
std::span<const XenoKernels> xeno_kernels();

}  // namespace touchstone::optimized
