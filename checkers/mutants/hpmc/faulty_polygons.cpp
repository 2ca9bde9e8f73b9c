// checkers/mutants/hpmc/faulty_polygons.cpp
// Purpose   Simple polygons by edges that meet and vertices that are inside, with the two faults of
//           the public code planted: a loop over the vertices of b that ends at the number of a,
//           and an absolute tolerance of areas.
// Source    HPMC 4.8.2, SimplePolygon.
// Computes  Also a right algorithm whose proofs have got lost.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "checkers/hpmc/overlap_kind.hpp"

namespace touchstone::mutants {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::Turn;
using shapes::Vec2;
using shapes::Vec3;

enum class PolygonFault { loop_to_the_other_number, absolute_tolerance };

class FaultyPolygons final : public shapes::PairOverlap {
 public:
  FaultyPolygons(PolygonFault fault, const Body& a, const Body& b)
      : fault_(fault),
        a_(std::get<shapes::SimplePolygon>(a).vertices),
        b_(std::get<shapes::SimplePolygon>(b).vertices) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Turn ta(qa);
    const Turn tb(qb);
    std::vector<Vec2> a;
    std::vector<Vec2> b;
    for (const Vec2& v : a_) a.push_back(ta(v));
    for (const Vec2& v : b_) b.push_back(tb(v) + Vec2{r.x, r.y});
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j)
        if (meet(a[i], a[(i + 1) % a.size()], b[j], b[(j + 1) % b.size()])) return true;
    for (const Vec2& v : a)
      if (inside(v, b)) return true;
    // Vertices past the end of the public code's array are zeros: the centre of b.
    const bool loop = fault_ == PolygonFault::loop_to_the_other_number;
    const std::size_t end = loop ? a.size() : b.size();
    for (std::size_t j = 0; j < end; ++j)
      if (inside(j < b.size() ? b[j] : Vec2{r.x, r.y}, a)) return true;
    return false;
  }

 private:
  int side(Vec2 a, Vec2 b, Vec2 c) const {
    const double area = cross(b - a, c - a);
    const double least = fault_ == PolygonFault::absolute_tolerance ? 1e-6 : 0;
    return area > least ? 1 : area < -least ? -1 : 0;
  }
  bool meet(Vec2 a, Vec2 b, Vec2 c, Vec2 d) const {
    return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
  }
  static bool inside(Vec2 p, const std::vector<Vec2>& polygon) {
    bool odd = false;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec2 a = polygon[i];
      const Vec2 b = polygon[(i + 1) % polygon.size()];
      if ((a.y <= p.y) != (b.y <= p.y)) odd ^= (cross(b - a, p - a) > 0) == (b.y > a.y);
    }
    return odd;
  }
  PolygonFault fault_;
  std::vector<Vec2> a_;
  std::vector<Vec2> b_;
};

shapes::OverlapAlgorithm faulty(const char* name, const char* source, PolygonFault fault) {
  return {.info = {.name = name, .source = source},
          .takes = shapes::any_of_classes({BodyClass::simple_polygon}),
          .prepare = [fault](const Body& a, const Body& b) -> std::unique_ptr<shapes::PairOverlap> {
            return std::make_unique<FaultyPolygons>(fault, a, b);
          }};
}

/// Another algorithm whose margins have no bound any more.
class Unproved final : public shapes::PairOverlap {
 public:
  Unproved(std::unique_ptr<shapes::PairOverlap> right) : right_(std::move(right)) {}
  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    return right_->overlaps(qa, qb, r);
  }
  shapes::OverlapAnswer answer(const Orientation& qa, const Orientation& qb,
                               Vec3 r) const override {
    shapes::OverlapAnswer answer = right_->answer(qa, qb, r);
    answer.error = shapes::OverlapAnswer::kUnknown;
    return answer;
  }

 private:
  std::unique_ptr<shapes::PairOverlap> right_;
};

shapes::OverlapAlgorithm unproved(const char* name, const char* of, BodyClass body_class) {
  return {.info = {.name = name, .source = "margins without a bound"},
          .takes = shapes::any_of_classes({body_class}),
          .prepare = [of](const Body& a, const Body& b) -> std::unique_ptr<shapes::PairOverlap> {
            return std::make_unique<Unproved>(shapes::overlap_algorithm(of).prepare(a, b));
          },
          .proves_apart = body_class == BodyClass::convex_polyhedron,
          .proves_overlap = body_class == BodyClass::convex_polygon};
}

const bool registered =
    register_mutant(OverlapMutant{
        .scheme = unproved("mutant/overlap-depths-without-bound",
                           "hpmc/overlap-separating-axis-polygons", BodyClass::convex_polygon),
        .origin = Origin::invented("survivor of generated mutants: a bound that is not given"),
        .killed_by = {"overlap/near contact"}}) &&
    register_mutant(OverlapMutant{
        .scheme = unproved("mutant/overlap-distances-without-bound", "hpmc/overlap-gjk-polyhedra",
                           BodyClass::convex_polyhedron),
        .origin = Origin::invented("survivor of generated mutants: a bound that is not given"),
        .killed_by = {"overlap/near contact"}}) &&
    register_mutant(OverlapMutant{
        .scheme =
            faulty("mutant/overlap-loop-to-the-other-number", "vertices of b counted as those of a",
                   PolygonFault::loop_to_the_other_number),
        .origin = Origin::public_code(
            "HPMC 4.8.2, SimplePolygon: a 12-gon in the notch of the C overlaps one way only"),
        .killed_by = {"overlap/notch", "overlap/notch sampling"}}) &&
    register_mutant(OverlapMutant{
        .scheme = faulty("mutant/overlap-absolute-tolerance", "areas below 1e-6 count as 0",
                         PolygonFault::absolute_tolerance),
        .origin = Origin::public_code("HPMC 4.8.2, SimplePolygon: squares of edge 0.001 overlap"),
        .killed_by = {"overlap/scale"}});

}  // namespace
}  // namespace touchstone::mutants
