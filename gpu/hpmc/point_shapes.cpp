// gpu/hpmc/point_shapes.cpp
// Purpose   Bodies made into lists of points, and the overlap of two as devices decide it, on the
//           processor: an algorithm like any other, which the checks of overlap judge.
#include "gpu/hpmc/point_shapes.hpp"

#include <algorithm>
#include <memory>

#include "models/core/errors.hpp"
#include "models/shapes/overlap.hpp"

namespace touchstone::gpu {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::Vec3;

struct Points {
  std::vector<Vec3> all;
  double rounding = 0;
};

Points points_of(const Body& body) {
  const auto flat = [](const std::vector<shapes::Vec2>& v) {
    std::vector<Vec3> all;
    for (const shapes::Vec2& p : v) all.push_back({p.x, p.y, 0});
    return all;
  };
  if (const auto* p = std::get_if<shapes::ConvexPolygon>(&body)) return {flat(p->vertices), 0};
  if (const auto* p = std::get_if<shapes::Spheropolygon>(&body))
    return {flat(p->vertices), p->rounding};
  if (const auto* p = std::get_if<shapes::ConvexPolyhedron>(&body)) return {p->vertices, 0};
  if (const auto* p = std::get_if<shapes::Spheropolyhedron>(&body))
    return {p->vertices, p->rounding};
  if (const auto* p = std::get_if<shapes::Disk>(&body)) return {{{}}, p->radius};
  return {{{}}, std::get<shapes::Ball>(body).radius};
}

/// Of the hull of the points, about the origin; 0 for hulls that are flat.
double radius_inside(int dimensions, const std::vector<Vec3>& points) {
  if (dimensions == 3)
    return points.size() < 4 ? 0 : inradius(Body{shapes::ConvexPolyhedron{points}});
  shapes::ConvexPolygon polygon;
  for (const Vec3& p : points) polygon.vertices.push_back({p.x, p.y});
  return points.size() < 3 ? 0 : inradius(Body{polygon});
}

void append(PointShapes& shapes, const Body& body) {
  Points points = points_of(body);
  PointShape type{.first = static_cast<std::int32_t>(shapes.x.size()),
                  .count = static_cast<std::int32_t>(points.all.size()),
                  .circumradius = circumradius(body),
                  .rounding = points.rounding};
  // The origin where it is well inside; else the mean.
  double inner = radius_inside(dimensions(body), points.all);
  double largest = 0;
  for (const Vec3& p : points.all) largest = std::max(largest, norm(p));
  if (largest > 0 && !(inner > 0.01 * largest)) {
    for (const Vec3& p : points.all)
      type.centre = type.centre + (1 / static_cast<double>(type.count)) * p;
    for (Vec3& p : points.all) p = p - type.centre;
    inner = radius_inside(dimensions(body), points.all);
  }
  type.inner = (inner + type.rounding) * (1 - 1e-9);  // hulls are found to about this
  for (const Vec3& p : points.all) {
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
       .prepare = [](const Body& a, const Body& b) -> std::unique_ptr<shapes::PairOverlap> {
         return std::make_unique<PointPair>(a, b);
       },
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
