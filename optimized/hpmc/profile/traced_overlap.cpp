// optimized/hpmc/profile/traced_overlap.cpp
// Purpose   XenoCollide on given pairs, and its support functions alone along the directions that
//           it asked for, for profiles.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.2.
// Not here  Who reads the clock (benchmarks/hpmc/overlap_split.cpp).
#include <vector>

#include "models/hpmc/profile.hpp"
#include "optimized/hpmc/overlap/xenocollide.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::Orientation;
using shapes::Rotation;
using shapes::Vec3;

/// XenoCollide on bodies without rounding.
class TracedXeno final : public shapes::TracedOverlap {
 public:
  TracedXeno(const XenoKernels& kernels, const Body& a, const Body& b)
      : a_(a),
        b_(b),
        trace_(dimensions(a) == 2 ? kernels.trace_2d : kernels.trace_3d),
        points_(dimensions(a) == 2 ? kernels.points_2d : kernels.points_3d) {}

  bool add(const Orientation& qa, const Orientation& qb, Vec3 r, std::size_t& supports) override {
    const Rotation turn(conjugate(qa) * qb);
    const Vec3 shift = Rotation(qa).back(r) + turn(b_.centre()) - a_.centre();
    pairs_.push_back({&a_, &b_, turn, shift, 1e-14 * (a_.outer_radius() + b_.outer_radius())});
    const std::size_t before = directions_.size();
    const bool overlap = trace_.points(pairs_.back(), directions_).overlap;
    supports = directions_.size() - before;
    last_.push_back(directions_.size());
    return overlap;
  }
  std::size_t whole() const override {
    std::size_t overlaps = 0;
    for (const CloudPair& pair : pairs_) overlaps += points_(pair).overlap ? 1 : 0;
    return overlaps;
  }
  double supports_alone() const override {
    double sum = 0;
    std::size_t first = 0;
    for (std::size_t k = 0; k < pairs_.size(); first = last_[k++])
      sum += trace_.supports(pairs_[k], std::span(directions_).subspan(first, last_[k] - first)).x;
    return sum;
  }

 private:
  PointCloud a_;
  PointCloud b_;
  XenoTrace trace_;
  XenoResult (*points_)(const CloudPair&);
  std::vector<CloudPair> pairs_;
  std::vector<Vec3> directions_;   ///< directions of all pairs
  std::vector<std::size_t> last_;  ///< for each pair: one past its last direction
};

const bool registered = [] {
  for (const XenoKernels& kernels : xeno_kernels())
    if (kernels.supported)
      return shapes::register_overlap_tracer(
          {kernels.name, [&kernels](const Body& a, const Body& b) {
             return std::make_unique<TracedXeno>(kernels, a, b);
           }});
  return false;
}();

}  // namespace
}  // namespace touchstone::optimized
