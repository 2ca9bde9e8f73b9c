// optimized/hpmc/overlap/xenocollide_points.cpp
// Purpose   Overlap of convex polygons and polyhedra, rounded or not, among each other and with
//           disks and balls, by XenoCollide, once for each vector unit; and of polyhedra by their
//           facets first, which settle most pairs that are apart, and XenoCollide for the rest.
// Source    See xenocollide-inl.hpp.
#include <cmath>
#include <optional>
#include <string>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/bodies/overlap_classes.hpp"
#include "optimized/hpmc/overlap/xenocollide.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Rotation;
using shapes::Vec3;

using Kernel = XenoResult (*)(const CloudPair&);

class XenoPair final : public shapes::PairOverlap {
 public:
  XenoPair(const XenoKernels& kernels, const Body& a, const Body& b, bool facets_first)
      : a_(a), b_(b), flat_(dimensions(a) == 2) {
    if (facets_first && !flat_) {
      a_facets_.emplace(a_);
      b_facets_.emplace(b_);
      if (a_facets_->size() > 0 && b_facets_->size() > 0) facets_apart_ = kernels.facets_apart;
    }
    const bool rounded = a_.rounding() + b_.rounding() > 0;
    kernel_ = flat_ ? (rounded ? kernels.rounded_2d : kernels.points_2d)
                    : (rounded ? kernels.rounded_3d : kernels.points_3d);
    inner_ = a_.inner_radius() + b_.inner_radius() + (a_.rounding() + b_.rounding()) * (1 - 1e-9);
    outer_ = (a_.outer_radius() + b_.outer_radius()) * (1 + 1e-14);
  }
  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    return judge(qa, qb, r).overlap;
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const XenoResult result = judge(qa, qb, r);
    return {.overlap = result.overlap, .iterations = result.iterations, .gave_up = result.gave_up};
  }

 private:
  XenoResult judge(const Orientation& qa, const Orientation& qb, Vec3 r) const {
    if (flat_) r.z = 0;
    const Rotation turn(conjugate(qa) * qb);
    const Vec3 shift = Rotation(qa).back(r) + turn(b_.centre()) - a_.centre();
    XenoResult result;
    const double distance2 = norm2(shift);
    if (distance2 <= inner_ * inner_) return result.meet();
    if (distance2 > outer_ * outer_) return result.apart();
    const CloudPair pair{&a_, &b_, turn, shift, 1e-14 * outer_};
    if (facets_apart_ != nullptr && facets_apart_(pair, *a_facets_, *b_facets_))
      return result.apart();
    return kernel_(pair);
  }
  PointCloud a_;
  PointCloud b_;
  std::optional<FacetPlanes> a_facets_;
  std::optional<FacetPlanes> b_facets_;
  bool (*facets_apart_)(const CloudPair&, const FacetPlanes&, const FacetPlanes&) = nullptr;
  bool flat_;
  Kernel kernel_ = nullptr;
  double inner_ = 0;
  double outer_ = 0;
};

void register_on(const XenoKernels& kernels, const std::string& method, bool facets_first,
                 std::vector<BodyClass> classes, BodyClass partner, int speed) {
  shapes::register_overlap({.info = {.name = "hpmc/overlap-" + method + "-" + kernels.name,
                                     .source = "Snethen 2008; Anderson, Irrgang, Glotzer 2016",
                                     .claims = Claims::equals_reference,
                                     .backend = kernels.name},
                            .takes = shapes::classes_and_partners(std::move(classes), {partner}),
                            .prepare = [&kernels, facets_first](const Body& a, const Body& b)
                                -> std::unique_ptr<shapes::PairOverlap> {
                              return std::make_unique<XenoPair>(kernels, a, b, facets_first);
                            },
                            .resolution = 1e-11,
                            .speed = speed,
                            .available = kernels.supported,
                            .touching = true});
}

bool register_all() {
  const std::vector<BodyClass> polygons{BodyClass::convex_polygon, BodyClass::spheropolygon};
  const std::vector<BodyClass> polyhedra{BodyClass::convex_polyhedron, BodyClass::spheropolyhedron};
  int speed = 10;
  for (const XenoKernels& kernels : xeno_kernels()) {
    register_on(kernels, "facets-first-polyhedra", true, polyhedra, BodyClass::ball, speed);
    register_on(kernels, "xenocollide-polyhedra", false, polyhedra, BodyClass::ball, speed - 3);
    register_on(kernels, "xenocollide-polygons", false, polygons, BodyClass::disk, speed - 3);
    --speed;
  }
  return true;
}

const bool registered = register_all();

}  // namespace
}  // namespace touchstone::optimized
