// optimized/hpmc/overlap/gjk_points.cpp
// Purpose   Overlap of convex polygons and polyhedra, rounded or not, by the distance of their
//           hulls.
// Source    Gilbert, Johnson, Keerthi 1988 (gjk.hpp).
#include <cmath>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/bodies/overlap_classes.hpp"
#include "optimized/hpmc/overlap/gjk.hpp"
#include "optimized/hpmc/overlap/point_cloud.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Rotation;
using shapes::Vec3;

Vec3 farthest(const PointCloud& cloud, Vec3 n) {
  std::size_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    const double along = n.x * cloud.x()[i] + n.y * cloud.y()[i] + n.z * cloud.z()[i];
    if (along > most) {
      most = along;
      best = i;
    }
  }
  return {cloud.x()[best], cloud.y()[best], cloud.z()[best]};
}

class GjkPair final : public shapes::PairOverlap {
 public:
  GjkPair(const Body& a, const Body& b)
      : a_(a), b_(b), rounding_(a_.rounding() + b_.rounding()), flat_(dimensions(a) == 2) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const DistanceBounds bounds = distance(qa, qb, r, false);
    return judge(bounds, norm(r));
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const DistanceBounds bounds = distance(qa, qb, r, true);
    OverlapAnswer answer{.overlap = judge(bounds, norm(r)),
                         .iterations = static_cast<std::uint32_t>(bounds.iterations),
                         .gave_up = bounds.gave_up};
    // Hulls that overlap have no known margin.
    if (bounds.low > 0) {
      answer.margin = (bounds.high + bounds.low) / 2 - rounding_;
      answer.error = (bounds.high - bounds.low) / 2 + round_off(norm(r));
    }
    return answer;
  }

 private:
  double round_off(double distance) const {
    return 8e-16 * (distance + a_.outer_radius() + b_.outer_radius());
  }
  bool judge(const DistanceBounds& bounds, double distance) const {
    if (bounds.low > rounding_) return false;
    if (bounds.high <= rounding_) return true;
    // Undecided by rounding alone: hulls that touch have a distance of about that.
    return bounds.high <= rounding_ + round_off(distance);
  }
  DistanceBounds distance(const Orientation& qa, const Orientation& qb, Vec3 r, bool end) const {
    if (flat_) r.z = 0;
    const Rotation of_a(qa);
    const Rotation turn(conjugate(qa) * qb);
    const Vec3 shift = of_a.back(r) + turn(b_.centre()) - a_.centre();
    const auto support = [&](Vec3 n) {
      return turn(farthest(b_, turn.back(n))) + shift - farthest(a_, -n);
    };
    const bool same = norm2(shift) == 0;
    return gjk(support, same ? Vec3{1, 0, 0} : shift, rounding_, end);
  }
  PointCloud a_;
  PointCloud b_;
  double rounding_;
  bool flat_;
};

const bool registered =
    shapes::register_overlap(
        {.info = {.name = "hpmc/overlap-gjk-polygons",
                  .source = "Gilbert, Johnson, Keerthi 1988",
                  .claims = Claims::equals_reference},
         .takes = shapes::classes_and_partners(
             {BodyClass::convex_polygon, BodyClass::spheropolygon}, {BodyClass::disk}),
         .prepare = shapes::pair_of<GjkPair>,
         .resolution = 1e-12,
         .speed = 4,
         .proves_apart = true}) &&
    shapes::register_overlap(
        {.info = {.name = "hpmc/overlap-gjk-polyhedra",
                  .source = "Gilbert, Johnson, Keerthi 1988",
                  .claims = Claims::equals_reference},
         .takes = shapes::classes_and_partners(
             {BodyClass::convex_polyhedron, BodyClass::spheropolyhedron}, {BodyClass::ball}),
         .prepare = shapes::pair_of<GjkPair>,
         .resolution = 1e-12,
         .speed = 4,
         .proves_apart = true});

}  // namespace
}  // namespace touchstone::optimized
