// checkers/mutants/hpmc/faulty_dimples.cpp
// Purpose   Balls with dimples by candidate points, with one kind of candidates left out, with
//           some that are no numbers, or with the dimples of b where they would be without its
//           rotation.
// Source    optimized/hpmc/overlap/dimpled_region_kernel.hpp, changed by
//           checkers/mutants/planted/dimpled_region.patch.
#include <memory>
#include <utility>
#include <vector>

#include "checkers/hpmc/overlap_kind.hpp"
#include "planted/optimized/hpmc/overlap/dimpled_region_kernel.hpp"

namespace touchstone::mutants {
namespace {

using optimized::planted::DimpledFaults;
using optimized::planted::DimpledRegion;
using optimized::planted::DimpledSurface;
using shapes::Body;
using shapes::BodyClass;
using shapes::DimpledBall;
using shapes::Orientation;
using shapes::Rotation;
using shapes::Vec3;

class FaultyDimples final : public shapes::PairOverlap {
 public:
  FaultyDimples(DimpledFaults faults, bool turned, const Body& a, const Body& b)
      : faults_(faults),
        turned_(turned),
        a_(std::get<DimpledBall>(a)),
        b_(std::get<DimpledBall>(b)),
        size_(circumradius(a) + circumradius(b)) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    std::vector<DimpledSurface> all;
    const auto add = [&](const DimpledBall& body, const Rotation& q, bool turned, Vec3 at) {
      all.push_back({q(body.centre) + at, body.radius, false});
      for (std::size_t i = 0; i < body.dimple_centres.size(); ++i) {
        const Vec3 c = body.dimple_centres[i];
        all.push_back({(turned ? q(c) : c) + at, body.dimple_radii[i], true});
      }
    };
    add(a_, Rotation(qa), true, {});
    add(b_, Rotation(qb), turned_, r);
    return DimpledRegion(all.data(), all.size(), size_, faults_).has_a_point();
  }

 private:
  DimpledFaults faults_;
  bool turned_;
  DimpledBall a_;
  DimpledBall b_;
  double size_;
};

bool add(const char* name, DimpledFaults faults, bool turned, const Origin& origin,
         std::vector<std::string> killed_by) {
  return register_mutant(OverlapMutant{
      .scheme = {.info = {.name = name, .source = "candidate points with a planted fault"},
                 .takes = shapes::any_of_classes({BodyClass::dimpled_ball}),
                 .prepare = [faults, turned](const Body& a, const Body& b)
                     -> std::unique_ptr<shapes::PairOverlap> {
                   return std::make_unique<FaultyDimples>(faults, turned, a, b);
                 }},
      .origin = origin,
      .killed_by = std::move(killed_by)});
}

const bool registered =
    add("mutant/overlap-dimples-without-corners", {.without_corners = true}, true,
        Origin::invented("seeded fault: points of three spheres left out, where the rim of a "
                         "dimple first touches"),
        {"overlap/near contact", "overlap/contact sweep"}) &&
    add("mutant/overlap-dimples-without-circles", {.without_circles = true}, true,
        Origin::invented("seeded fault: circles of two spheres left out"),
        {"overlap/near contact"}) &&
    add("mutant/overlap-dimples-one-direction", {.down_by_difference = true}, true,
        Origin::public_code("Touchstone until 2026: points of a circle by a difference that is 0 "
                            "along one direction"),
        {"overlap/plain directions"}) &&
    add("mutant/overlap-dimples-not-turned", {}, false,
        Origin::invented("seeded fault: dimples stay when their ball turns"),
        {"overlap/agreement"});

}  // namespace
}  // namespace touchstone::mutants
