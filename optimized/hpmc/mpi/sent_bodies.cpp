#include "optimized/hpmc/mpi/sent_bodies.hpp"

#include "touchstone_external.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Vec2;
using shapes::Vec3;
using Row = std::vector<double>;

Vec3 in_space(const Row& r) { return {r.at(0), r.at(1), r.at(2)}; }

std::vector<Vec2> plane(const external::Body::Rows& rows) {
  std::vector<Vec2> all;
  for (const Row& r : rows) all.push_back({r.at(0), r.at(1)});
  return all;
}

std::vector<Vec3> space(const external::Body::Rows& rows) {
  std::vector<Vec3> all;
  for (const Row& r : rows) all.push_back(in_space(r));
  return all;
}

shapes::Polyhedron polyhedron(const external::Body& b) {
  shapes::Polyhedron mesh{
      .vertices = space(b.vertices), .rounding = b.rounding, .origin = in_space(b.origin)};
  for (const auto& [i, j, k] : b.triangles)
    mesh.triangles.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j),
                              static_cast<std::uint32_t>(k)});
  return mesh;
}

shapes::Body unchecked(const external::Body& b) {
  const Row& a = b.half_axes;
  if (b.name == "disk") return shapes::Disk{b.radius};
  if (b.name == "ball") return shapes::Ball{b.radius};
  if (b.name == "sphere_union")
    return shapes::SphereUnion{space(b.centres), b.radii, {b.masks.begin(), b.masks.end()}};
  if (b.name == "convex_polygon") return shapes::ConvexPolygon{plane(b.vertices)};
  if (b.name == "spheropolygon") return shapes::Spheropolygon{plane(b.vertices), b.rounding};
  if (b.name == "simple_polygon") return shapes::SimplePolygon{plane(b.vertices)};
  if (b.name == "ellipse") return shapes::Ellipse{a.at(0), a.at(1)};
  if (b.name == "ellipsoid") return shapes::Ellipsoid{a.at(0), a.at(1), a.at(2)};
  if (b.name == "convex_polyhedron") return shapes::ConvexPolyhedron{space(b.vertices)};
  if (b.name == "spheropolyhedron") return shapes::Spheropolyhedron{space(b.vertices), b.rounding};
  if (b.name == "faceted_ellipsoid")
    return shapes::FacetedEllipsoid{a.at(0),   a.at(1), a.at(2),           space(b.normals),
                                    b.offsets, {},      in_space(b.origin)};
  if (b.name == "polyhedron") return polyhedron(b);
  if (b.name == "dimpled_ball")
    return shapes::DimpledBall{b.radius, in_space(b.origin), space(b.centres), b.radii};
  throw external::Refused("no bodies of the class '" + b.name + "'");
}

}  // namespace

shapes::Body sent_body(const external::Body& body) { return shapes::checked(unchecked(body)); }

}  // namespace touchstone::optimized
