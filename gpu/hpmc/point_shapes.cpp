// gpu/hpmc/point_shapes.cpp
// Purpose   Bodies made into lists of points, and the overlap of two as devices decide it, on the
//           processor: an algorithm like any other, which the checks of overlap judge.
#include "gpu/hpmc/point_shapes.hpp"

#include <algorithm>
#include <memory>

#include "models/core/errors.hpp"
#include "models/hpmc/bodies/core_points.hpp"
#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::gpu {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::Vec3;

void append(PointShapes& shapes, const Body& body) {
  const auto core = shapes::core_points(body);
  PointShape type{.first = static_cast<std::int32_t>(shapes.x.size()),
                  .count = static_cast<std::int32_t>(core.points.size()),
                  .circumradius = circumradius(body),
                  .rounding = core.rounding};
  type.centre = core.centre;
  type.inner = (core.inner + type.rounding) * (1 - 1e-9);  // hulls are found to about this
  for (const Vec3& p : core.points) {
    type.outer = std::max(type.outer, norm(p) + type.rounding);
    shapes.x.push_back(p.x);
    shapes.y.push_back(p.y);
    shapes.z.push_back(p.z);
  }
  shapes.types.push_back(type);
}

/// The points of a list, as a kernel has them.
struct HostPoints {
  const PointShapes& shapes;
  Vec3 operator()(int i) const {
    const auto k = static_cast<std::size_t>(i);
    return {shapes.x[k], shapes.y[k], shapes.z[k]};
  }
};

class PointPair final : public shapes::PairOverlap {
 public:
  PointPair(const Body& a, const Body& b)
      : shapes_(point_shapes({a, b}, "a pair")), plane_(dimensions(a) == 2) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    if (plane_) r.z = 0;
    const PointShape& a = shapes_.types[0];
    const PointShape& b = shapes_.types[1];
    if (is_round(a) && is_round(b)) return circumspheres_meet(a.circumradius, b.circumradius, r);
    return bodies_overlap(HostPoints{shapes_}, a, qa, b, qb, r, plane_);
  }

 private:
  PointShapes shapes_;
  bool plane_;
};

bool add(const std::string& name, std::vector<BodyClass> classes) {
  return shapes::register_overlap(
      {.info = {.name = "hpmc/overlap-device-" + name,
                .source = "gpu/hpmc/portal.hpp on the processor; Snethen 2008; Anderson, Irrgang, "
                          "Glotzer 2016",
                .claims = Claims::equals_reference},
       .takes = shapes::any_of_classes(std::move(classes)),
       .prepare = shapes::pair_of<PointPair>,
       .resolution = 1e-11,
       .speed = -1,
       .touching = true});
}

const bool registered =
    add("polygons", {BodyClass::convex_polygon, BodyClass::spheropolygon}) &&
    add("polyhedra", {BodyClass::convex_polyhedron, BodyClass::spheropolyhedron});

}  // namespace

bool is_point_shape(BodyClass c) {
  return c == BodyClass::convex_polygon || c == BodyClass::spheropolygon ||
         c == BodyClass::convex_polyhedron || c == BodyClass::spheropolyhedron ||
         c == BodyClass::disk || c == BodyClass::ball;
}

PointShapes point_shapes(const std::vector<Body>& types, const std::string& where) {
  PointShapes shapes;
  for (const Body& body : types) {
    if (!is_point_shape(class_of(body)))
      throw input_error(where, "class of a body",
                        "disk, ball, convex polygon or polyhedron, rounded or not",
                        std::string(name(class_of(body))));
    append(shapes, body);
  }
  return shapes;
}

}  // namespace touchstone::gpu
