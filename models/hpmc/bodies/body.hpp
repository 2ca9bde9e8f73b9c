// models/hpmc/bodies/body.hpp
// Purpose   Hard bodies of the plane and of space: what they are and what is refused as one.
// Source    Anderson, Irrgang, Glotzer, Comput. Phys. Commun. 204, 21 (2016), section 2.2; classes
//           and conventions of the public HPMC 4.8.2.
// Use       Body body = checked(ConvexPolygon{vertices});   // throws InputError, or mends (below)
//           Then: circumradius(body), measure(body) (measure.hpp); overlap of two bodies through
//           prepare() of overlap.hpp, whose PairOverlap is what simulations call.
// Mended    Vertices of polygons that go clockwise are reversed. Faces of meshes are turned so that
//           their normals point outward.
// Refused   Numbers that are not finite, too few vertices, vertices twice, polygons that are flat,
//           not convex (in a convex class) or cross themselves, flat polyhedra, meshes that are not
//           closed, are flat or pass through themselves, radii, axes and diameters that are not
//           positive, a dimple that takes all of its ball, an origin outside a convex body (on its
//           surface is legal). Parts of a mesh without a common vertex may cross.
// Not here  Named bodies (named.hpp), boxes (box.hpp), files of cases (cases.hpp).
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/hpmc/vector.hpp"

namespace touchstone::shapes {

struct Disk {
  double radius = 0.5;
};
struct Ball {
  double radius = 0.5;
};
/// Balls that are moved as one; pairs whose masks have no common bit do not see each other.
struct SphereUnion {
  std::vector<Vec3> centres = {};
  std::vector<double> radii = {};
  std::vector<std::uint32_t> masks = {};  ///< as many as centres; checked() fills in ones
};
/// Counter-clockwise.
struct ConvexPolygon {
  std::vector<Vec2> vertices = {};
};
/// Hull of the vertices and a disk: one vertex is a disk, two are a stadium.
struct Spheropolygon {
  std::vector<Vec2> vertices = {};
  double rounding = 0;
};
/// Need not be convex; counter-clockwise.
struct SimplePolygon {
  std::vector<Vec2> vertices = {};
};
struct Ellipse {
  double a = 1;
  double b = 1;
};
struct Ellipsoid {
  double a = 1;
  double b = 1;
  double c = 1;
};
/// The hull of its vertices; those inside the hull change nothing.
struct ConvexPolyhedron {
  std::vector<Vec3> vertices = {};
};
/// Hull of the vertices and a ball: one vertex is a ball, two are a spherocylinder.
struct Spheropolyhedron {
  std::vector<Vec3> vertices = {};
  double rounding = 0;
};
/// {x: (x/a)^2 + (y/b)^2 + (z/c)^2 <= 1, normal . x + offset <= 0 for every plane}
struct FacetedEllipsoid {
  double a = 1;
  double b = 1;
  double c = 1;
  std::vector<Vec3> normals = {};    ///< normals of any length: the offset scales with it
  std::vector<double> offsets = {};  ///< as many as normals
  std::vector<Vec3> vertices = {};   ///< a hint of other codes; not used
  Vec3 origin = {};                  ///< an interior point
};
/// A closed mesh of triangles around a solid, and a ball; one vertex without triangles is a ball.
struct Polyhedron {
  std::vector<Vec3> vertices = {};
  std::vector<std::array<std::uint32_t, 3>> triangles = {};
  double rounding = 0;
  Vec3 origin = {};
};
/// Balls without dimples: inside the first ball, outside all dimples.
struct DimpledBall {
  double radius = 0.5;
  Vec3 centre = {};
  std::vector<Vec3> dimple_centres = {};
  std::vector<double> dimple_radii = {};
};

using Body = std::variant<Disk, Ball, SphereUnion, ConvexPolygon, Spheropolygon, SimplePolygon,
                          Ellipse, Ellipsoid, ConvexPolyhedron, Spheropolyhedron, FacetedEllipsoid,
                          Polyhedron, DimpledBall>;

/// The alternatives of Body, in its order.
enum class BodyClass {
  disk,
  ball,
  sphere_union,
  convex_polygon,
  spheropolygon,
  simple_polygon,
  ellipse,
  ellipsoid,
  convex_polyhedron,
  spheropolyhedron,
  faceted_ellipsoid,
  polyhedron,
  dimpled_ball
};
inline constexpr std::size_t kBodyClasses = std::variant_size_v<Body>;

inline BodyClass class_of(const Body& body) { return static_cast<BodyClass>(body.index()); }
std::string_view name(BodyClass body_class);
/// 2 or 3.
int dimensions(BodyClass body_class);
inline int dimensions(const Body& body) { return dimensions(class_of(body)); }

/// The body, mended as said above; throws InputError for what is refused. `where` begins the error,
/// as "shape 3".
Body checked(Body body, const std::string& where = "body");

/// Radius of the smallest ball about the body's origin that holds the body. For faceted ellipsoids
/// and dimpled balls a bound: that of the ellipsoid or ball.
double circumradius(const Body& body);
/// Radius of the largest ball about the body's origin that is certainly inside it; 0 where that is
/// not known (unions, concave and dimpled bodies).
double inradius(const Body& body);

/// The same body, larger by a factor.
Body scaled(const Body& body, double factor);

}  // namespace touchstone::shapes
