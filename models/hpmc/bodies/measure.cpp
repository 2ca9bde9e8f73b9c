#include "models/hpmc/bodies/measure.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/hpmc/bodies/hull.hpp"
#include "models/hpmc/bodies/mesh.hpp"

namespace touchstone::shapes {
namespace {

using std::numbers::pi;

double area(const std::vector<Vec2>& v) {
  double twice = 0;
  for (std::size_t i = 1; i + 1 < v.size(); ++i) twice += cross(v[i] - v[0], v[i + 1] - v[0]);
  return twice / 2;
}

double ball(double r) { return 4 * pi / 3 * r * r * r; }

/// Steiner: V + A r + (sum of edge lengths times exterior angles / 2) r^2 + 4 pi r^3 / 3.
double rounded_volume(const std::vector<Vec3>& v, double r) {
  if (v.size() == 1) return ball(r);
  if (v.size() == 2) return ball(r) + pi * r * r * norm(v[1] - v[0]);
  const Hull hull = hull_of(v);
  double surface = 0;
  for (const Facet& f : hull.facets)
    for (std::size_t i = 1; i + 1 < f.vertices.size(); ++i)
      surface += norm(cross(v[f.vertices[i]] - v[f.vertices[0]],
                            v[f.vertices[i + 1]] - v[f.vertices[0]])) /
                 2;
  double bend = 0;
  for (const auto& [a, b] : hull.edges) {
    const Facet* sides[2] = {};
    int found = 0;
    for (const Facet& f : hull.facets)
      if (std::count(f.vertices.begin(), f.vertices.end(), a) != 0 &&
          std::count(f.vertices.begin(), f.vertices.end(), b) != 0 && found < 2)
        sides[found++] = &f;
    if (found == 2)
      bend += norm(v[b] - v[a]) *
              std::acos(std::clamp(dot(sides[0]->normal, sides[1]->normal), -1.0, 1.0)) / 2;
  }
  return volume(hull, v) + surface * r + bend * r * r + ball(r);
}

struct Measure {
  using Answer = std::optional<double>;
  Answer operator()(const Disk& d) const { return pi * d.radius * d.radius; }
  Answer operator()(const Ball& b) const { return ball(b.radius); }
  Answer operator()(const SphereUnion& u) const {
    double sum = 0;
    for (std::size_t i = 0; i < u.centres.size(); ++i) {
      sum += ball(u.radii[i]);
      for (std::size_t j = 0; j < i; ++j)
        if (norm(u.centres[i] - u.centres[j]) < u.radii[i] + u.radii[j]) return {};
    }
    return sum;
  }
  Answer operator()(const ConvexPolygon& p) const { return area(p.vertices); }
  Answer operator()(const Spheropolygon& p) const {
    double boundary = 0;
    for (std::size_t i = 0; i < p.vertices.size(); ++i)
      boundary += norm(p.vertices[(i + 1) % p.vertices.size()] - p.vertices[i]);
    return area(p.vertices) + boundary * p.rounding + pi * p.rounding * p.rounding;
  }
  Answer operator()(const SimplePolygon& p) const { return area(p.vertices); }
  Answer operator()(const Ellipse& e) const { return pi * e.a * e.b; }
  Answer operator()(const Ellipsoid& e) const { return 4 * pi / 3 * e.a * e.b * e.c; }
  Answer operator()(const ConvexPolyhedron& p) const {
    return volume(hull_of(p.vertices), p.vertices);
  }
  Answer operator()(const Spheropolyhedron& p) const {
    if (p.vertices.size() > 2 && hull_of(p.vertices).facets.empty()) return {};
    return rounded_volume(p.vertices, p.rounding);
  }
  Answer operator()(const FacetedEllipsoid& f) const {
    if (f.normals.empty()) return (*this)(Ellipsoid{f.a, f.b, f.c});
    return {};
  }
  Answer operator()(const Polyhedron& p) const {
    if (p.triangles.empty()) return ball(p.rounding);
    if (p.rounding == 0) return volume(p);
    return {};
  }
  Answer operator()(const DimpledBall& d) const {
    if (d.dimple_centres.empty()) return ball(d.radius);
    return {};
  }
};

}  // namespace

std::optional<double> measure(const Body& body) { return std::visit(Measure{}, body); }

}  // namespace touchstone::shapes
