#include "models/shapes/cases.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"
#include "models/shapes/case_fields.hpp"

namespace touchstone::shapes {
namespace {

constexpr const char* kFormat = "touchstone-overlap/1";

void no_rounding(const Fields& f) {
  if (f.has("sweep_radius") && f.number("sweep_radius") != 0)
    f.refuse("sweep_radius", "0 for this class", f.at("sweep_radius"));
}

Body sphere(const Fields& f) {
  f.allow_only({"diameter", "orientable"});
  return Ball{f.number("diameter") / 2};
}
Body sphere_union(const Fields& f) {
  f.allow_only({"positions", "orientations", "diameters", "overlap_mask"});
  SphereUnion u{.centres = f.points3("positions")};
  for (const double d : f.numbers("diameters")) u.radii.push_back(d / 2);
  if (f.has("orientations")) f.unit_quaternions("orientations");  // of no effect on balls
  if (f.has("overlap_mask"))
    for (const double mask : f.numbers("overlap_mask")) {
      if (!(mask >= 0 && mask <= 4294967295.0 && mask == std::floor(mask)))
        f.refuse("overlap_mask", "whole numbers from 0 to 2^32 - 1", f.at("overlap_mask"));
      u.masks.push_back(static_cast<std::uint32_t>(mask));
    }
  return u;
}
Body convex_polygon(const Fields& f) {
  f.allow_only({"vertices", "sweep_radius"});
  no_rounding(f);
  return ConvexPolygon{f.points2("vertices")};
}
Body spheropolygon(const Fields& f) {
  f.allow_only({"vertices", "sweep_radius"});
  return Spheropolygon{f.points2("vertices"), f.number("sweep_radius")};
}
Body simple_polygon(const Fields& f) {
  f.allow_only({"vertices", "sweep_radius"});
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
  no_rounding(f);
  return ConvexPolyhedron{f.points3("vertices")};
}
Body spheropolyhedron(const Fields& f) {
  f.allow_only({"vertices", "sweep_radius"});
  return Spheropolyhedron{f.points3("vertices"), f.number("sweep_radius")};
}
Vec3 origin(const Fields& f) {
  if (!f.has("origin")) return {};
  const std::vector<double> x = f.numbers("origin", 3);
  return {x[0], x[1], x[2]};
}
Body faceted_ellipsoid(const Fields& f) {
  f.allow_only({"a", "b", "c", "normals", "offsets", "vertices", "origin"});
  return FacetedEllipsoid{
      .a = f.number("a"),
      .b = f.number("b"),
      .c = f.number("c"),
      .normals = f.points3("normals"),
      .offsets = f.numbers("offsets"),
      .vertices = f.has("vertices") ? f.points3("vertices") : std::vector<Vec3>{},
      .origin = origin(f)};
}
Body polyhedron(const Fields& f) {
  f.allow_only({"vertices", "faces", "sweep_radius", "hull_only", "origin", "overlap", "capacity"});
  if (f.has("hull_only") && f.at("hull_only") != 0 && f.at("hull_only") != false)
    f.refuse("hull_only", "0: a solid, not a shell", f.at("hull_only"));
  Polyhedron p{.vertices = f.points3("vertices"),
               .rounding = f.has("sweep_radius") ? f.number("sweep_radius") : 0,
               .origin = origin(f)};
  for (const auto& face : f.index_lists("faces")) {
    if (face.size() == 1 && p.vertices.size() == 1 && face[0] == 0) continue;  // a ball
    if (face.size() < 3) f.refuse("faces", "at least 3 vertices in each", nlohmann::json(face));
    for (std::size_t i = 1; i + 1 < face.size(); ++i)
      p.triangles.push_back({face[0], face[i], face[i + 1]});
  }
  return p;
}
Body sphinx(const Fields& f) {
  f.allow_only({"centers", "diameters"});
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
  static const std::map<std::string, Reader> all = {{"Sphere", sphere},
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
  throw input_error(
      where, "shape_class", one_of(known),
      fmt::format("'{}'; the nearest is '{}'", shape_class, nearest_name(shape_class, known)));
}

CaseShape read_shape(const nlohmann::json& json, const std::string& place) {
  const Fields at_place(json, place);
  at_place.allow_only({"id", "shape_class", "params", "comment", "name"});
  CaseShape shape{
      .id = at_place.whole("id"), .shape_class = at_place.text("shape_class"), .body = {}};
  const std::string where = fmt::format("{} (id {}, {})", place, shape.id, shape.shape_class);
  const Reader read = reader_of(shape.shape_class, where);
  shape.body = checked(read(Fields(at_place.at("params"), where + ": params")), where);
  return shape;
}

bool has_tag(const Fields& f, const std::string& wanted) {
  for (const char* key : {"tag", "tags"}) {
    if (!f.has(key)) continue;
    const nlohmann::json& value = f.at(key);
    if (value.is_string() && value == wanted) return true;
    if (value.is_array())
      for (const nlohmann::json& one : value)
        if (one == wanted) return true;
  }
  return f.has(wanted.c_str()) && f.truth(wanted.c_str());
}

OverlapCase read_case(const nlohmann::json& json, const std::string& place, const CaseFile& file,
                      const std::map<std::int64_t, std::size_t>& shapes) {
  const Fields at_place(json, place);
  at_place.allow_only({"id", "shape_class", "a", "b", "q_a", "q_b", "r_ab", "overlap", "margin",
                       "tag", "tags", "touching_convention", "comment", "source", "group"});
  OverlapCase one{.id = at_place.whole("id"), .shape_class = at_place.text("shape_class")};
  const std::string where = fmt::format("{} (id {}, {})", place, one.id, one.shape_class);
  const Fields f(json, where);
  const auto shape = [&](const char* key) {
    const auto found = shapes.find(f.whole(key));
    if (found == shapes.end()) f.refuse(key, "the id of a shape of the file", f.at(key));
    if (file.shapes[found->second].shape_class != one.shape_class)
      throw input_error(where, key, fmt::format("a shape of class {}", one.shape_class),
                        fmt::format("shape {} of class {}", f.whole(key),
                                    file.shapes[found->second].shape_class));
    return found->second;
  };
  one.a = shape("a");
  one.b = shape("b");
  one.q_a = f.unit_quaternion("q_a");
  one.q_b = f.unit_quaternion("q_b");
  const std::vector<double> r = f.numbers("r_ab", 3);
  one.r_ab = {r[0], r[1], r[2]};
  if (dimensions(file.shapes[one.a].body) == 2) {
    if (one.r_ab.z != 0) f.refuse("r_ab", "a third number of 0: bodies of the plane", f.at("r_ab"));
    for (const char* key : {"q_a", "q_b"}) {
      const Orientation q = f.unit_quaternion(key);
      if (q.x != 0 || q.y != 0) f.refuse(key, "a rotation about z: [s, 0, 0, z]", f.at(key));
    }
  }
  if (f.has("overlap")) one.overlap = f.truth("overlap");
  if (f.has("margin")) one.margin = f.number("margin");
  one.touching_convention = has_tag(f, "touching_convention");
  return one;
}

void require_list(const nlohmann::json& value, const std::string& name, const char* key) {
  if (!value.is_array()) throw input_error(name, key, "a list", value.type_name());
}

}  // namespace

CaseFile read_cases(std::istream& text, const std::string& name) {
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    const std::string text_of = error.what();  // "[json.exception.parse_error.101] parse error at"
    throw InputError(name + ": not JSON: " + text_of.substr(text_of.find("] ") + 2) +
                     " (NaN and infinities are no numbers of JSON)");
  }
  const Fields top(json, name);
  if (top.text("format") != kFormat)
    top.refuse("format", std::string("'") + kFormat + "'", top.at("format"));
  CaseFile file;
  require_list(top.at("shapes"), name, "shapes");
  require_list(top.at("cases"), name, "cases");
  std::map<std::int64_t, std::size_t> places;
  for (const nlohmann::json& shape : top.at("shapes")) {
    file.shapes.push_back(read_shape(shape, fmt::format("{}: shapes[{}]", name, places.size())));
    if (!places.emplace(file.shapes.back().id, places.size()).second)
      throw input_error(fmt::format("{}: shapes[{}]", name, file.shapes.size() - 1), "id",
                        "one that no earlier shape has", fmt::format("{}", file.shapes.back().id));
  }
  for (const nlohmann::json& one : top.at("cases"))
    file.cases.push_back(
        read_case(one, fmt::format("{}: cases[{}]", name, file.cases.size()), file, places));
  return file;
}

CaseFile read_cases(const std::string& path) {
  std::ifstream text(path);
  if (!text)
    throw input_error(path, "cannot be read", "a file of overlap cases", std::strerror(errno));
  return read_cases(text, path);
}

}  // namespace touchstone::shapes
