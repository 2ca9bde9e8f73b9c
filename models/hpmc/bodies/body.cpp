#include "models/hpmc/bodies/body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/hpmc/bodies/hull.hpp"

namespace touchstone::shapes {
namespace {

constexpr std::string_view kNames[] = {"disk",
                                       "ball",
                                       "sphere union",
                                       "convex polygon",
                                       "spheropolygon",
                                       "simple polygon",
                                       "ellipse",
                                       "ellipsoid",
                                       "convex polyhedron",
                                       "spheropolyhedron",
                                       "faceted ellipsoid",
                                       "polyhedron",
                                       "dimpled ball"};
static_assert(std::size(kNames) == kBodyClasses);

template <class V>
double largest_norm(const std::vector<V>& points) {
  double largest = 0;
  for (const V& p : points) largest = std::max(largest, norm(p));
  return largest;
}

struct Circumradius {
  double operator()(const Disk& d) const { return d.radius; }
  double operator()(const Ball& b) const { return b.radius; }
  double operator()(const SphereUnion& u) const {
    double largest = 0;
    for (std::size_t i = 0; i < u.centres.size(); ++i)
      largest = std::max(largest, norm(u.centres[i]) + u.radii[i]);
    return largest;
  }
  double operator()(const ConvexPolygon& p) const { return largest_norm(p.vertices); }
  double operator()(const Spheropolygon& p) const { return largest_norm(p.vertices) + p.rounding; }
  double operator()(const SimplePolygon& p) const { return largest_norm(p.vertices); }
  double operator()(const Ellipse& e) const { return std::max(e.a, e.b); }
  double operator()(const Ellipsoid& e) const { return std::max({e.a, e.b, e.c}); }
  double operator()(const ConvexPolyhedron& p) const { return largest_norm(p.vertices); }
  double operator()(const Spheropolyhedron& p) const {
    return largest_norm(p.vertices) + p.rounding;
  }
  double operator()(const FacetedEllipsoid& f) const { return std::max({f.a, f.b, f.c}); }
  double operator()(const Polyhedron& p) const { return largest_norm(p.vertices) + p.rounding; }
  double operator()(const DimpledBall& d) const { return norm(d.centre) + d.radius; }
};

double inradius_of_polygon(const std::vector<Vec2>& v) {
  if (v.size() < 3) return 0;
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Vec2 edge = v[(i + 1) % v.size()] - v[i];
    smallest = std::min(smallest, cross(edge, -v[i]) / norm(edge));
  }
  return std::max(0.0, smallest);
}

double inradius_of_polyhedron(const std::vector<Vec3>& v) {
  if (v.size() < 4) return 0;
  double smallest = std::numeric_limits<double>::infinity();
  for (const Facet& facet : hull_of(v).facets) smallest = std::min(smallest, facet.offset);
  return std::max(0.0, smallest);
}

struct Inradius {
  double operator()(const Disk& d) const { return d.radius; }
  double operator()(const Ball& b) const { return b.radius; }
  double operator()(const SphereUnion&) const { return 0; }
  double operator()(const ConvexPolygon& p) const { return inradius_of_polygon(p.vertices); }
  double operator()(const Spheropolygon& p) const {
    return inradius_of_polygon(p.vertices) + (origin_in_hull(p.vertices) ? p.rounding : 0);
  }
  double operator()(const SimplePolygon&) const { return 0; }
  double operator()(const Ellipse& e) const { return std::min(e.a, e.b); }
  double operator()(const Ellipsoid& e) const { return std::min({e.a, e.b, e.c}); }
  double operator()(const ConvexPolyhedron& p) const { return inradius_of_polyhedron(p.vertices); }
  double operator()(const Spheropolyhedron& p) const {
    return inradius_of_polyhedron(p.vertices) + (origin_in_hull(p.vertices) ? p.rounding : 0);
  }
  double operator()(const FacetedEllipsoid& f) const {
    double smallest = std::min({f.a, f.b, f.c});
    for (std::size_t i = 0; i < f.normals.size(); ++i)
      smallest = std::min(smallest, -f.offsets[i] / norm(f.normals[i]));
    return std::max(0.0, smallest);
  }
  double operator()(const Polyhedron&) const { return 0; }
  double operator()(const DimpledBall&) const { return 0; }
};

/// Lengths by the factor; the other members stay.
struct Scale {
  double factor;

  void operator()(double& x) const { x *= factor; }
  void operator()(Vec3& v) const { v = factor * v; }
  template <class V>
  void operator()(std::vector<V>& all) const {
    for (V& one : all) one = factor * one;
  }
  Body operator()(const Disk& d) const { return Disk{factor * d.radius}; }
  Body operator()(const Ball& b) const { return Ball{factor * b.radius}; }
  Body operator()(const Ellipse& e) const { return Ellipse{factor * e.a, factor * e.b}; }
  Body operator()(const Ellipsoid& e) const {
    return Ellipsoid{factor * e.a, factor * e.b, factor * e.c};
  }
  Body operator()(SphereUnion u) const {
    (*this)(u.centres);
    (*this)(u.radii);
    return u;
  }
  template <class Polytope>
  Body operator()(Polytope p) const {
    (*this)(p.vertices);
    if constexpr (requires { p.rounding; }) (*this)(p.rounding);
    if constexpr (requires { p.origin; }) (*this)(p.origin);
    return p;
  }
  Body operator()(FacetedEllipsoid f) const {
    for (double* axis : {&f.a, &f.b, &f.c}) *axis *= factor;
    (*this)(f.offsets);
    (*this)(f.vertices);
    (*this)(f.origin);
    return f;
  }
  Body operator()(DimpledBall d) const {
    (*this)(d.radius);
    (*this)(d.centre);
    (*this)(d.dimple_centres);
    (*this)(d.dimple_radii);
    return d;
  }
};

}  // namespace

std::string_view name(BodyClass body_class) { return kNames[static_cast<std::size_t>(body_class)]; }

int dimensions(BodyClass body_class) {
  switch (body_class) {
    case BodyClass::disk:
    case BodyClass::convex_polygon:
    case BodyClass::spheropolygon:
    case BodyClass::simple_polygon:
    case BodyClass::ellipse:
      return 2;
    default:
      return 3;
  }
}

double circumradius(const Body& body) { return std::visit(Circumradius{}, body); }

double inradius(const Body& body) { return std::visit(Inradius{}, body); }

Body scaled(const Body& body, double factor) { return std::visit(Scale{factor}, body); }

}  // namespace touchstone::shapes
