// optimized/hpmc/overlap/dimpled_balls.cpp
// Purpose   Overlap of balls with dimples, and of them with balls, by candidate points
//           (dimpled_region_kernel.hpp).
#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/bodies/overlap_classes.hpp"
#include "optimized/hpmc/overlap/dimpled_region_kernel.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::DimpledBall;
using shapes::Orientation;
using shapes::Rotation;
using shapes::Vec3;

/// The ball, then its dimples.
std::vector<DimpledSurface> surfaces_of(const Body& body) {
  if (const auto* b = std::get_if<shapes::Ball>(&body)) return {{{}, b->radius, false}};
  const auto& d = std::get<DimpledBall>(body);
  std::vector<DimpledSurface> all{{d.centre, d.radius, false}};
  for (std::size_t i = 0; i < d.dimple_centres.size(); ++i)
    all.push_back({d.dimple_centres[i], d.dimple_radii[i], true});
  return all;
}

class DimpledPair final : public shapes::PairOverlap {
 public:
  DimpledPair(const Body& a, const Body& b)
      : a_(surfaces_of(a)), b_(surfaces_of(b)), size_(circumradius(a) + circumradius(b)) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    // In the frame of a; memory is taken only for more than 16 surfaces.
    const Rotation turn(conjugate(qa) * qb);
    const Vec3 shift = Rotation(qa).back(r);
    const double reach = a_[0].radius + b_[0].radius;
    if (norm2(turn(b_[0].centre) + shift - a_[0].centre) > reach * reach) return false;
    boost::container::small_vector<DimpledSurface, 16> all(a_.begin(), a_.end());
    for (const DimpledSurface& s : b_) all.push_back({turn(s.centre) + shift, s.radius, s.dimple});
    return DimpledRegion(all.data(), all.size(), size_).has_a_point();
  }

 private:
  std::vector<DimpledSurface> a_;
  std::vector<DimpledSurface> b_;
  double size_;
};

const bool registered = shapes::register_overlap(
    {.info = {.name = "hpmc/overlap-candidate-points-dimpled",
              .source = "lowest point of the common part of balls and outsides of balls",
              .claims = Claims::equals_reference},
     .takes = shapes::classes_and_partners({BodyClass::dimpled_ball}, {BodyClass::ball}),
     .prepare = shapes::pair_of<DimpledPair>,
     .resolution = 1e-9,
     .speed = 5});

}  // namespace
}  // namespace touchstone::optimized
