#include "suite/overlap_cases/case_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"
#include "suite/overlap_cases/case_text.hpp"
#include "suite/overlap_cases/mending.hpp"

namespace touchstone::shapes {
namespace {

constexpr std::size_t kMostParts = 4096;   ///< vertices of polygons and meshes, balls of unions
constexpr std::size_t kMostOfHulls = 512;  ///< vertices of which all threes may span a facet
constexpr std::size_t kMostSurfaces = 64;  ///< planes or dimples, whose threes meet in points
constexpr double kSmallest = 1 / kLargestNumber;
constexpr double kMostRatio = 1e6;

void no_rounding(const Fields& f) {
  if (f.has("sweep_radius") && f.number("sweep_radius") != 0)
    f.refuse("sweep_radius", "0 for this class", f.at("sweep_radius"));
}

/// So many parts that the exact references still answer within minutes.
void limit(const Fields& f, const char* key, std::size_t most) {
  const nlohmann::json& list = f.at(key);
  if (list.size() > most)
    throw input_error(f.where(), fmt::format("number of {}", key), fmt::format("at most {}", most),
                      fmt::format("{}", list.size()));
}

Body disk(const Fields& f) {
  f.allow_only({"diameter"});
  return Disk{f.number("diameter") / 2};
}
Body sphere(const Fields& f) {
  f.allow_only({"diameter", "orientable"});
  return Ball{f.number("diameter") / 2};
}
Body sphere_union(const Fields& f) {
  f.allow_only({"positions", "orientations", "diameters", "overlap_mask"});
  limit(f, "positions", kMostParts);
  SphereUnion u{.centres = f.points3("positions")};
  for (const double d : f.numbers("diameters", std::max<std::size_t>(1, u.centres.size())))
    u.radii.push_back(d / 2);
  if (f.has("orientations")) f.unit_quaternions("orientations");  // of no effect on balls
  if (f.has("overlap_mask"))
    for (const double mask : f.numbers("overlap_mask")) {
      if (!(mask >= 0 && mask <= 4294967295.0 && mask == std::floor(mask)))
        f.refuse("overlap_mask", "integers from 0 to 2^32 - 1", f.at("overlap_mask"));
      u.masks.push_back(static_cast<std::uint32_t>(mask));
    }
  return u;
}
Body convex_polygon(const Fields& f) {
  f.allow_only({"vertices", "sweep_radius"});
  limit(f, "vertices", kMostParts);
  no_rounding(f);
  return ConvexPolygon{f.points2("vertices")};
}
Body spheropolygon(const Fields& f) {
  f.allow_only({"vertices", "sweep_radius"});
  limit(f, "vertices", kMostParts);
  return Spheropolygon{f.points2("vertices"), f.number("sweep_radius")};
}
Body simple_polygon(const Fields& f) {
  f.allow_only({"vertices", "sweep_radius"});
  limit(f, "vertices", kMostParts);
  no_rounding(f);
  return SimplePolygon{f.points2("vertices")};
}
Body ellipse(const Fields& f) {
  f.allow_only({"a", "b"});
  return Ellipse{f.number("a"), f.number("b")};
}
Body ellipsoid(const Fields& f) {
  f.allow_only({"a", "b", "c"});
  return Ellipsoid{f.number("a"), f.number("b"), f.number("c")};
}
Body convex_polyhedron(const Fields& f) {
  f.allow_only({"vertices", "sweep_radius"});
  limit(f, "vertices", kMostOfHulls);
  no_rounding(f);
  return ConvexPolyhedron{f.points3("vertices")};
}
Body spheropolyhedron(const Fields& f) {
  f.allow_only({"vertices", "sweep_radius"});
  limit(f, "vertices", kMostOfHulls);
  return Spheropolyhedron{vertices_or_origin(f, f.points3("vertices")), f.number("sweep_radius")};
}
Vec3 origin(const Fields& f) {
  const std::vector<double> x = f.numbers("origin", 3);
  return {x[0], x[1], x[2]};
}
Body faceted_ellipsoid(const Fields& f) {
  f.allow_only({"a", "b", "c", "normals", "offsets", "vertices", "origin"});
  limit(f, "normals", kMostSurfaces);
  FacetedEllipsoid body{
      .a = f.number("a"),
      .b = f.number("b"),
      .c = f.number("c"),
      .normals = f.points3("normals"),
      .offsets = f.numbers("offsets"),
      .vertices = f.has("vertices") ? f.points3("vertices") : std::vector<Vec3>{}};
  body.origin = f.has("origin") ? origin(f) : inner_point_of(f, body);
  return body;
}
/// Triangles from the first vertex of a face, which cover it when they are turned alike.
void add_fan(const Fields& f, const std::vector<std::uint32_t>& face, Polyhedron& p) {
  const auto most = std::max_element(face.begin(), face.end());
  if (*most >= p.vertices.size())
    f.refuse("faces", fmt::format("vertices from 0 to {}", p.vertices.size() - 1), face);
  Vec3 whole{};
  std::vector<Vec3> normals;
  for (std::size_t i = 1; i + 1 < face.size(); ++i) {
    p.triangles.push_back({face[0], face[i], face[i + 1]});
    const Vec3 first = p.vertices[face[0]];
    normals.push_back(cross(p.vertices[face[i]] - first, p.vertices[face[i + 1]] - first));
    whole = whole + normals.back();
  }
  for (const Vec3& normal : normals)
    if (dot(normal, whole) < -1e-9 * norm2(whole))
      f.refuse("faces",
               "faces that are convex, or are seen whole from their first vertex (or triangles)",
               face);
}
Body polyhedron(const Fields& f) {
  f.allow_only({"vertices", "faces", "sweep_radius", "hull_only", "origin", "overlap", "capacity"});
  limit(f, "vertices", kMostParts);
  limit(f, "faces", kMostParts);
  if (f.has("hull_only") && f.at("hull_only") != 0 && f.at("hull_only") != false)
    f.refuse("hull_only", "0: a solid, not a shell", f.at("hull_only"));
  if (f.at("vertices").empty()) f.refuse("vertices", "at least one point", f.at("vertices"));
  Polyhedron p{.vertices = f.points3("vertices"),
               .rounding = f.has("sweep_radius") ? f.number("sweep_radius") : 0,
               .origin = f.has("origin") ? origin(f) : Vec3{}};
  for (const auto& face : f.index_lists("faces")) {
    if (face.size() == 1 && p.vertices.size() == 1 && face[0] == 0) continue;  // a ball
    if (face.size() < 3) f.refuse("faces", "at least 3 vertices in each", nlohmann::json(face));
    add_fan(f, face, p);
  }
  return p;
}
Body sphinx(const Fields& f) {
  f.allow_only({"centers", "diameters"});
  limit(f, "centers", kMostSurfaces);
  const std::vector<Vec3> centres = f.points3("centers");
  const std::vector<double> diameters = f.numbers("diameters");
  if (centres.empty() || centres.size() != diameters.size())
    f.refuse("diameters", fmt::format("{} numbers, as many as centers", centres.size()),
             f.at("diameters"));
  DimpledBall d{.radius = diameters[0] / 2, .centre = centres[0]};
  for (std::size_t i = 1; i < centres.size(); ++i) {
    if (!(diameters[i] < 0))
      f.refuse("diameters", "one ball, then dimples (below 0)", f.at("diameters"));
    d.dimple_centres.push_back(centres[i]);
    d.dimple_radii.push_back(-diameters[i] / 2);
  }
  return d;
}

using Reader = Body (*)(const Fields&);
Reader reader_of(const std::string& shape_class, const std::string& where) {
  static const std::map<std::string, Reader> all = {{"Disk", disk},
                                                    {"Sphere", sphere},
                                                    {"SphereUnion", sphere_union},
                                                    {"ConvexPolygon", convex_polygon},
                                                    {"ConvexSpheropolygon", spheropolygon},
                                                    {"SimplePolygon", simple_polygon},
                                                    {"Ellipse", ellipse},
                                                    {"Ellipsoid", ellipsoid},
                                                    {"ConvexPolyhedron", convex_polyhedron},
                                                    {"ConvexSpheropolyhedron", spheropolyhedron},
                                                    {"FacetedEllipsoid", faceted_ellipsoid},
                                                    {"Polyhedron", polyhedron},
                                                    {"Sphinx", sphinx}};
  const auto place = all.find(shape_class);
  if (place != all.end()) return place->second;
  std::vector<std::string> known;
  for (const auto& [name, reader] : all) known.push_back(name);
  throw input_error(where, "shape_class", one_of(known),
                    fmt::format("'{0}'; the nearest is '{1}'", printable(shape_class),
                                nearest_name(printable(shape_class), known)));
}

/// Powers of lengths up to the sixth neither overflow nor vanish.
void require_size(const Body& body, const std::string& where) {
  const double size = circumradius(body);
  if ((size > 0 && size < kSmallest) || size > kLargestNumber)
    throw input_error(where, "size",
                      fmt::format("a circumradius from {:g} to {:g}", kSmallest, kLargestNumber),
                      fmt::format("{:g}", size));
}

/// Contact functions take inverses of squares of axes, which lose twice the digits of the ratio.
void require_ratio(std::initializer_list<double> axes, const std::string& where) {
  const auto [least, most] = std::minmax(axes);
  if (least > 0 && most > kMostRatio * least)
    throw input_error(where, "half axes", fmt::format("a ratio of at most {:g}", kMostRatio),
                      fmt::format("{:g}", most / least));
}
void require_ratio(const Body& body, const std::string& where) {
  if (const auto* e = std::get_if<Ellipse>(&body)) require_ratio({e->a, e->b}, where);
  if (const auto* e = std::get_if<Ellipsoid>(&body)) require_ratio({e->a, e->b, e->c}, where);
  if (const auto* f = std::get_if<FacetedEllipsoid>(&body))
    require_ratio({f->a, f->b, f->c}, where);
}

}  // namespace

Body read_body(const std::string& shape_class, const nlohmann::json& params,
               const std::string& where, Remarks& remarks) {
  const Reader read = reader_of(shape_class, where);
  const Fields f(params, where + ": params", remarks);
  const Body body = read(f);
  require_size(body, where);
  require_ratio(body, where);
  return mended(f, body, where);
}

}  // namespace touchstone::shapes
