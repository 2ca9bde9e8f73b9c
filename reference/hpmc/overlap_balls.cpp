// reference/hpmc/overlap_balls.cpp
// Purpose   Whether disks, balls and unions of balls overlap, for certain: |r|^2 <= (R_a + R_b)^2
//           for some pair of members, in integers where long double is in doubt.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2.
// Cost      All pairs of members.
#include <cmath>

#include "models/hpmc/bodies/overlap.hpp"
#include "reference/hpmc/exact_points.hpp"

namespace touchstone::reference {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Vec3;

shapes::SphereUnion members_of(const Body& body) {
  if (const auto* d = std::get_if<shapes::Disk>(&body)) return {{{}}, {d->radius}, {1}};
  if (const auto* b = std::get_if<shapes::Ball>(&body)) return {{{}}, {b->radius}, {1}};
  return std::get<shapes::SphereUnion>(body);
}

class BallPair final : public shapes::PairOverlap {
 public:
  BallPair(const Body& a, const Body& b)
      : a_(members_of(a)), b_(members_of(b)), flat_(dimensions(a) == 2) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    return answer(qa, qb, r).overlap;
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    if (flat_) r.z = 0;
    OverlapAnswer answer{.margin = std::numeric_limits<double>::infinity(), .exact = true};
    Real smallest = std::numeric_limits<Real>::infinity();
    for (std::size_t i = 0; i < a_.centres.size(); ++i)
      for (std::size_t j = 0; j < b_.centres.size(); ++j) {
        if ((a_.masks[i] & b_.masks[j]) == 0) continue;
        const Vertices one{{a_.centres[i]}, a_.radii[i]};
        const Vertices two{{b_.centres[j]}, b_.radii[j]};
        const Placed<Real> near = placed_nearly(one, qa, two, qb, r);
        const Point<Real> d = near.b[0] - near.a[0];
        const Real margin = std::sqrt(dot(d, d)) - near.rounding;
        const Real doubt = kDoubt * near.size;
        smallest = std::min(smallest, margin);
        answer.error = static_cast<double>(doubt);
        if (margin < -doubt) answer.overlap = true;
        if (std::abs(margin) <= doubt) answer.overlap |= touch(one, qa, two, qb, r);
      }
    answer.margin = static_cast<double>(answer.overlap ? std::min<Real>(smallest, -0.0L)
                                                       : std::max<Real>(smallest, 0));
    return answer;
  }

 private:
  static bool touch(const Vertices& one, const Orientation& qa, const Vertices& two,
                    const Orientation& qb, Vec3 r) {
    const Placed<Integer> exact = placed_exactly(one, qa, two, qb, r);
    const Point<Integer> d = exact.b[0] - exact.a[0];
    return dot(d, d) <= exact.rounding * exact.rounding;
  }
  shapes::SphereUnion a_;
  shapes::SphereUnion b_;
  bool flat_;
};

const bool registered =
    shapes::register_overlap({.info = {.name = "hpmc/overlap-exact-disks",
                                       .source = "distance of centres; rational arithmetic"},
                              .takes = shapes::any_of_classes({BodyClass::disk}),
                              .prepare = shapes::pair_of<BallPair>,
                              .resolution = 0,
                              .reference = true,
                              .touching = true}) &&
    shapes::register_overlap(
        {.info = {.name = "hpmc/overlap-exact-balls",
                  .source = "distance of centres; rational arithmetic"},
         .takes = shapes::any_of_classes({BodyClass::ball, BodyClass::sphere_union}),
         .prepare = shapes::pair_of<BallPair>,
         .resolution = 0,
         .reference = true,
         .touching = true});

}  // namespace
}  // namespace touchstone::reference
