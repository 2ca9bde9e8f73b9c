#include "checkers/hpmc/random_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "checkers/draws.hpp"
#include "checkers/hpmc/plain_directions.hpp"
#include "models/core/errors.hpp"
#include "models/hpmc/bodies/hull.hpp"
#include "models/hpmc/bodies/mesh.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::hpmc {
namespace {

using namespace shapes;  // every class of bodies

class BodyDraws : public Draws {
 public:
  using Draws::Draws;

  /// Round, long or thin.
  double axis() { return from(0.8, 1) * (one_in(3) ? 0.04 : one_in(3) ? 0.3 : 1.0); }
  /// A direction, each third one of few digits.
  Vec3 on_sphere() {
    const auto& plain = plain_directions();
    if (one_in(3)) return plain[random().below(static_cast<std::uint32_t>(plain.size()))];
    for (;;) {
      const Vec3 v{from(-1, 1), from(-1, 1), from(-1, 1)};
      const double n = norm(v);
      if (n > 0.1 && n <= 1) return (1 / n) * v;
    }
  }

  /// Vertices in order around an ellipse, or with parallel sides; about their mean.
  std::vector<Vec2> convex_outline() {
    const int n = whole(3, 9);
    const double b = axis();
    std::vector<Vec2> v;
    if (one_in(3)) {
      v = {{-1, -b}, {1, -b}, {1, b}, {-1, b}};
    } else if (one_in(3)) {
      v = regular_polygon(n, 1).vertices;
    } else {
      for (const double angle : angles(n)) v.push_back({std::cos(angle), b * std::sin(angle)});
    }
    return about_mean(std::move(v));
  }
  /// Seen whole from the origin, and not convex.
  std::vector<Vec2> star_outline() {
    std::vector<Vec2> v;
    for (const double angle : angles(whole(4, 10))) {
      const double r = from(0.3, 1);
      v.push_back({r * std::cos(angle), r * std::sin(angle)});
    }
    return v;
  }
  std::vector<Vec3> convex_corners() {
    const Vec3 axes{1, axis(), axis()};
    const auto stretched = [&](Vec3 p) { return Vec3{axes.x * p.x, axes.y * p.y, axes.z * p.z}; };
    std::vector<Vec3> v;
    if (one_in(3)) {
      for (int k = 0; k < 8; ++k)
        v.push_back(stretched({k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0}));
    } else if (one_in(3)) {  // a prism
      for (const Vec2& p : regular_polygon(whole(3, 6), 1).vertices)
        for (const double z : {-1.0, 1.0}) v.push_back(stretched({p.x, p.y, z}));
    } else {
      for (int k = whole(4, 12); k > 0; --k) v.push_back(stretched(on_sphere()));
    }
    return about_mean(std::move(v));
  }

 private:
  std::vector<double> angles(int n) {
    std::vector<double> all;
    for (int k = 0; k < n; ++k) all.push_back(2 * std::numbers::pi * (k + from(0.1, 0.9)) / n);
    return all;
  }
  template <class V>
  static std::vector<V> about_mean(std::vector<V> v) {
    V mean{};
    for (const V& p : v) mean = mean + (1.0 / static_cast<double>(v.size())) * p;
    for (V& p : v) p = p - mean;
    return v;
  }
};

/// Seen whole from the origin; concave where corners of a hull are pulled inward.
Polyhedron star_mesh(BodyDraws& draw) {
  std::vector<Vec3> corners;
  do {
    corners.clear();
    for (int k = draw.whole(5, 10); k > 0; --k) corners.push_back(draw.on_sphere());
  } while (!origin_in_hull(corners));
  Polyhedron mesh = mesh_of_hull(corners);
  const bool pulled = !draw.one_in(3);
  for (Vec3& v : mesh.vertices) v = (pulled ? draw.from(0.5, 1) : 1.0) * v;
  if (draw.one_in(3)) mesh.rounding = draw.from(0.02, 0.3);
  return mesh;
}

FacetedEllipsoid cut_ellipsoid(BodyDraws& draw) {
  FacetedEllipsoid f{.a = draw.from(0.3, 1), .b = draw.from(0.3, 1), .c = draw.from(0.3, 1)};
  for (int k = draw.whole(1, 5); k > 0; --k) {
    const Vec3 n = draw.on_sphere();
    f.normals.push_back(n);
    f.offsets.push_back(-draw.from(0.2, 0.95) * norm(Vec3{f.a * n.x, f.b * n.y, f.c * n.z}));
  }
  return f;
}

SphereUnion balls(BodyDraws& draw) {
  SphereUnion u;
  for (int k = draw.whole(1, 5); k > 0; --k) {
    const Vec3 direction = draw.on_sphere();
    u.centres.push_back(draw.from(0, 0.6) * direction);
    u.radii.push_back(draw.from(0.05, 0.4));
  }
  return u;
}

DimpledBall dimpled(BodyDraws& draw) {
  DimpledBall d{.radius = draw.from(0.5, 1)};
  for (int k = draw.whole(1, 3); k > 0; --k) {
    const double away = draw.from(0.9, 1.5) * d.radius;
    d.dimple_centres.push_back(away * draw.on_sphere());
    d.dimple_radii.push_back(draw.from(0.2, 0.9) * away);
  }
  return d;
}

std::vector<Vec3> few_or_many(BodyDraws& draw) {
  if (draw.one_in(4)) return {{}};
  if (draw.one_in(4))
    return {draw.from(-1, -0.2) * Vec3{1, 0, 0}, draw.from(0.2, 1) * Vec3{1, 0, 0}};
  return draw.convex_corners();
}
std::vector<Vec2> few_or_many_of_plane(BodyDraws& draw) {
  if (draw.one_in(4)) return {{}};
  if (draw.one_in(4)) return {{draw.from(-1, -0.2), 0}, {draw.from(0.2, 1), 0}};
  return draw.convex_outline();
}

Body drawn(BodyClass body_class, BodyDraws& draw) {
  switch (body_class) {
    case BodyClass::disk:
      return Disk{draw.from(0.1, 1)};
    case BodyClass::ball:
      return Ball{draw.from(0.1, 1)};
    case BodyClass::sphere_union:
      return balls(draw);
    case BodyClass::convex_polygon:
      return ConvexPolygon{draw.convex_outline()};
    case BodyClass::spheropolygon:
      return Spheropolygon{few_or_many_of_plane(draw), draw.from(0.02, 0.5)};
    case BodyClass::simple_polygon:
      return SimplePolygon{draw.star_outline()};
    case BodyClass::ellipse:
      return Ellipse{1, draw.axis()};
    case BodyClass::ellipsoid:
      return Ellipsoid{1, draw.axis(), draw.axis()};
    case BodyClass::convex_polyhedron:
      return ConvexPolyhedron{draw.convex_corners()};
    case BodyClass::spheropolyhedron:
      return Spheropolyhedron{few_or_many(draw), draw.from(0.02, 0.5)};
    case BodyClass::faceted_ellipsoid:
      return cut_ellipsoid(draw);
    case BodyClass::polyhedron:
      return star_mesh(draw);
    case BodyClass::dimpled_ball:
      return dimpled(draw);
  }
  return Ball{};
}

}  // namespace

Body random_body(BodyClass body_class, PhiloxStream& random) {
  BodyDraws draw(random);
  for (;;) {
    const double size = draw.one_in(2) ? 1 : draw.from(0.1, 1);
    try {
      return checked(scaled(drawn(body_class, draw), size));
    } catch (const InputError&) {  // flat, or through itself: another one
    }
  }
}

}  // namespace touchstone::hpmc
