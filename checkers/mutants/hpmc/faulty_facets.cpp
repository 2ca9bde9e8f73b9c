// checkers/mutants/hpmc/faulty_facets.cpp
// Purpose   Facets first, XenoCollide for the rest, with a fault planted in the part of the facets:
//           pairs are called apart that are not.
// Source    optimized/hpmc/overlap/xenocollide_kernels.cpp (facets_apart).
#include <algorithm>
#include <memory>
#include <vector>

#include "checkers/hpmc/overlap_kind.hpp"
#include "models/hpmc/bodies/hull.hpp"

namespace touchstone::mutants {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::ConvexPolyhedron;
using shapes::Orientation;
using shapes::Rotation;
using shapes::Vec3;

enum class FacetFault {
  shift_not_turned,  ///< facets of b are compared with points of a that were moved as a sees it
  plane_of_origin    ///< the offset of a facet left out
};

class FaultyFacets final : public shapes::PairOverlap {
 public:
  FaultyFacets(FacetFault fault, const Body& a, const Body& b)
      : fault_(fault),
        a_(std::get<ConvexPolyhedron>(a).vertices),
        b_(std::get<ConvexPolyhedron>(b).vertices),
        a_hull_(shapes::hull_of(a_)),
        b_hull_(shapes::hull_of(b_)),
        rest_(shapes::prepare(
            shapes::overlap_algorithm("hpmc/overlap-xenocollide-polyhedra-portable"), a, b)) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Rotation turn(conjugate(qa) * qb);
    const Rotation back(conjugate(qb) * qa);
    const Vec3 shift = Rotation(qa).back(r);
    const Vec3 to_a = fault_ == FacetFault::shift_not_turned ? -shift : -turn.back(shift);
    if (beyond_a_plane(a_hull_, b_, turn, shift) || beyond_a_plane(b_hull_, a_, back, to_a))
      return false;
    return rest_->overlaps(qa, qb, r);
  }

 private:
  bool beyond_a_plane(const shapes::Hull& hull, const std::vector<Vec3>& points,
                      const Rotation& turn, Vec3 shift) const {
    return std::any_of(hull.facets.begin(), hull.facets.end(), [&](const shapes::Facet& facet) {
      const double offset = fault_ == FacetFault::plane_of_origin ? 0 : facet.offset;
      return std::all_of(points.begin(), points.end(), [&](Vec3 p) {
        return dot(facet.normal, turn(p) + shift) > offset + 1e-9;
      });
    });
  }
  FacetFault fault_;
  std::vector<Vec3> a_;
  std::vector<Vec3> b_;
  shapes::Hull a_hull_;
  shapes::Hull b_hull_;
  std::unique_ptr<shapes::PairOverlap> rest_;
};

shapes::OverlapAlgorithm faulty_facets(const char* name, FacetFault fault) {
  return {.info = {.name = name, .source = "facets first with a planted fault"},
          .takes = shapes::any_of_classes({BodyClass::convex_polyhedron}),
          .prepare = [fault](const Body& a, const Body& b) -> std::unique_ptr<shapes::PairOverlap> {
            return std::make_unique<FaultyFacets>(fault, a, b);
          },
          .resolution = 1e-7,
          .touching = true};
}

const bool registered =
    register_mutant(OverlapMutant{
        .scheme =
            faulty_facets("mutant/overlap-facets-shift-not-turned", FacetFault::shift_not_turned),
        .origin = Origin::invented("seeded fault: a vector taken over into the frame of b"),
        .killed_by = {"overlap/agreement", "overlap/near contact", "overlap/contact sweep"}}) &&
    register_mutant(OverlapMutant{
        .scheme =
            faulty_facets("mutant/overlap-facets-plane-of-origin", FacetFault::plane_of_origin),
        .origin = Origin::invented("seeded fault: facets moved to the centre of the body"),
        .killed_by = {"overlap/agreement", "overlap/near contact"}});

}  // namespace
}  // namespace touchstone::mutants
