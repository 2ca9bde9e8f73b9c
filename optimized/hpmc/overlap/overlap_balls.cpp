// optimized/hpmc/overlap/overlap_balls.cpp
// Purpose   Overlap of disks, balls and unions of balls by the distance of centres.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2.
// Cost      One comparison for disks and balls; all pairs of members for unions.
#include <algorithm>
#include <cmath>

#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Rotation;
using shapes::Vec3;

double radius_of(const Body& body) {
  if (const auto* disk = std::get_if<shapes::Disk>(&body)) return disk->radius;
  return std::get<shapes::Ball>(body).radius;
}

class RoundPair final : public shapes::PairOverlap {
 public:
  RoundPair(const Body& a, const Body& b)
      : contact_(radius_of(a) + radius_of(b)), flat_(dimensions(a) == 2 ? 0 : 1) {}
  bool overlaps(const Orientation&, const Orientation&, Vec3 r) const override {
    return r.x * r.x + r.y * r.y + flat_ * (r.z * r.z) <= contact_ * contact_;
  }
  OverlapAnswer answer(const Orientation& a, const Orientation& b, Vec3 r) const override {
    const double distance = std::sqrt(r.x * r.x + r.y * r.y + flat_ * (r.z * r.z));
    return {.overlap = overlaps(a, b, r),
            .margin = distance - contact_,
            .error = 1e-15 * (distance + contact_)};
  }

 private:
  double contact_;
  double flat_;
};

shapes::SphereUnion members_of(const Body& body) {
  if (const auto* ball = std::get_if<shapes::Ball>(&body)) return {{{}}, {ball->radius}, {1}};
  return std::get<shapes::SphereUnion>(body);
}

class UnionPair final : public shapes::PairOverlap {
 public:
  UnionPair(const Body& a, const Body& b) : a_(members_of(a)), b_(members_of(b)) {}
  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    // In the frame of a.
    const Rotation of_a(qa);
    const Rotation turn(conjugate(qa) * qb);
    const Vec3 shift = of_a.back(r);
    for (std::size_t j = 0; j < b_.centres.size(); ++j) {
      const Vec3 p = turn(b_.centres[j]) + shift;
      for (std::size_t i = 0; i < a_.centres.size(); ++i) {
        const double contact = a_.radii[i] + b_.radii[j];
        if (norm2(p - a_.centres[i]) <= contact * contact && (a_.masks[i] & b_.masks[j]) != 0)
          return true;
      }
    }
    return false;
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Rotation of_a(qa);
    const Rotation of_b(qb);
    OverlapAnswer answer{.overlap = overlaps(qa, qb, r),
                         .margin = std::numeric_limits<double>::infinity()};
    for (std::size_t i = 0; i < a_.centres.size(); ++i)
      for (std::size_t j = 0; j < b_.centres.size(); ++j)
        if ((a_.masks[i] & b_.masks[j]) != 0)
          answer.margin =
              std::min(answer.margin, norm(r + of_b(b_.centres[j]) - of_a(a_.centres[i])) -
                                          a_.radii[i] - b_.radii[j]);
    answer.error = 4e-15 * (norm(r) + circumradius(Body{a_}) + circumradius(Body{b_}));
    return answer;
  }

 private:
  shapes::SphereUnion a_;
  shapes::SphereUnion b_;
};

const bool registered =
    shapes::register_overlap({.info = {.name = "hpmc/overlap-disks",
                                       .source = "distance of centres",
                                       .claims = Claims::equals_reference},
                              .takes = shapes::any_of_classes({BodyClass::disk}),
                              .prepare = shapes::pair_of<RoundPair>,
                              .resolution = 1e-14,
                              .speed = 9,
                              .touching = true,
                              .proves_apart = true,
                              .proves_overlap = true}) &&
    shapes::register_overlap({.info = {.name = "hpmc/overlap-balls",
                                       .source = "distance of centres",
                                       .claims = Claims::equals_reference},
                              .takes = shapes::any_of_classes({BodyClass::ball}),
                              .prepare = shapes::pair_of<RoundPair>,
                              .resolution = 1e-14,
                              .speed = 9,
                              .touching = true,
                              .proves_apart = true,
                              .proves_overlap = true}) &&
    shapes::register_overlap(
        {.info = {.name = "hpmc/overlap-sphere-unions",
                  .source = "distances of the centres of all members",
                  .claims = Claims::equals_reference},
         .takes = shapes::any_of_classes({BodyClass::ball, BodyClass::sphere_union}),
         .prepare = shapes::pair_of<UnionPair>,
         .resolution = 1e-13,
         .speed = 5,
         .touching = true,
         .proves_apart = true,
         .proves_overlap = true});

}  // namespace
}  // namespace touchstone::optimized
