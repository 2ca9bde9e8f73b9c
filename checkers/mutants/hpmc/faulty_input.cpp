// checkers/mutants/hpmc/faulty_input.cpp
// Purpose   Faults before the algorithm: exact references that are given bodies or orientations
//           with an error in them.
#include <algorithm>
#include <functional>

#include "checkers/hpmc/overlap_kind.hpp"

namespace touchstone::mutants {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::PairOverlap;
using shapes::Vec3;

struct Question {
  Orientation a;
  Orientation b;
  Vec3 r;
};

class ChangedQuestion final : public PairOverlap {
 public:
  ChangedQuestion(std::unique_ptr<PairOverlap> right, std::function<Question(Question)> change)
      : right_(std::move(right)), change_(std::move(change)) {}
  bool overlaps(const Orientation& a, const Orientation& b, Vec3 r) const override {
    const Question q = change_({a, b, r});
    return right_->overlaps(q.a, q.b, q.r);
  }

 private:
  std::unique_ptr<PairOverlap> right_;
  std::function<Question(Question)> change_;
};

/// Body with its vertices reversed, as if checked() had not put them in order.
Body clockwise(Body body) {
  auto& v = std::get<shapes::ConvexPolygon>(body).vertices;
  std::reverse(v.begin(), v.end());
  return body;
}

Body without_rounding(Body body) {
  if (auto* p = std::get_if<shapes::Spheropolygon>(&body)) p->rounding = 0;
  if (auto* p = std::get_if<shapes::Spheropolyhedron>(&body)) p->rounding = 0;
  return body;
}

const bool registered =
    register_mutant(OverlapMutant{
        .scheme = {.info = {.name = "mutant/overlap-clockwise-accepted",
                            .source = "normals that point inward"},
                   .takes = shapes::any_of_classes({BodyClass::convex_polygon}),
                   .prepare = [](const Body& a,
                                 const Body& b) { return prepare_trusted(a, clockwise(b)); }},
        .origin = Origin::public_code("HPMC 4.8.2: the order of vertices is not checked"),
        .killed_by = {"overlap/agreement", "overlap/near contact", "overlap/special places"}}) &&
    register_mutant(OverlapMutant{
        .scheme = {.info = {.name = "mutant/overlap-orientation-sign",
                            .source = "b turned the other way in the plane"},
                   .takes = shapes::any_of_classes({BodyClass::convex_polygon}),
                   .prepare = [](const Body& a, const Body& b) -> std::unique_ptr<PairOverlap> {
                     return std::make_unique<ChangedQuestion>(prepare_trusted(a, b),
                                                              [](Question q) -> Question {
                                                                return {q.a, conjugate(q.b), q.r};
                                                              });
                   }},
        .origin = Origin::invented("seeded fault: the sign of the sine in a rotation"),
        .killed_by = {"overlap/agreement", "overlap/motion", "overlap/symmetry"}}) &&
    register_mutant(OverlapMutant{
        .scheme = {.info = {.name = "mutant/overlap-rounding-forgotten",
                            .source = "the rounding radius of b counts as 0"},
                   .takes = shapes::any_of_classes(
                       {BodyClass::spheropolygon, BodyClass::spheropolyhedron}),
                   .prepare = [](const Body& a,
                                 const Body&
                                     b) { return prepare_trusted(a, without_rounding(b)); }},
        .origin = Origin::invented("seeded fault: only one of two radii added"),
        .killed_by = {"overlap/agreement", "overlap/near contact", "overlap/symmetry"}}) &&
    register_mutant(OverlapMutant{.scheme =
                                      {
                                          .info = {.name = "mutant/overlap-disk-taken-for-ball",
                                                   .source = "the plane is not told from space"},
                                          .takes = shapes::any_of_classes(
                                              {BodyClass::disk, BodyClass::ball}),
                                          .prepare =
                                              [](const Body& a, const Body& b) {
                                                return prepare_trusted(
                                                    shapes::Ball{circumradius(a)},
                                                    shapes::Ball{circumradius(b)});
                                              }},
                                  .origin = Origin::invented(
                                      "seeded fault: a disk and a ball are compared as two balls"),
                                  .killed_by = {"overlap/bad input"}});

}  // namespace
}  // namespace touchstone::mutants
