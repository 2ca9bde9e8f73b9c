#include "trajectories/type_shapes.hpp"

#include "models/core/errors.hpp"
#include "suite/overlap_cases/case_shapes.hpp"
#include "suite/overlap_cases/case_text.hpp"

namespace touchstone::trajectories {
namespace {

using nlohmann::json;

const json& field(const json& shape, const char* key, const std::string& where) {
  if (!shape.contains(key))
    throw input_error(where, "shape", std::string("the key '") + key + "'",
                      shapes::printable(shape.dump()));
  return shape.at(key);
}

double rounding_of(const json& shape, const std::string& where) {
  if (!shape.contains("rounding_radius") || shape["rounding_radius"].is_null()) return 0;
  if (!shape["rounding_radius"].is_number())
    throw input_error(where, "rounding_radius", "a number", shape["rounding_radius"].dump());
  return shape["rounding_radius"];
}

shapes::Body read(const char* shape_class, const json& parameters, const std::string& where) {
  shapes::Remarks remarks;
  return shapes::read_body(shape_class, parameters, where, remarks);
}

shapes::Body polygon(const json& shape, const std::string& where) {
  const json& vertices = field(shape, "vertices", where);
  if (const double rounding = rounding_of(shape, where); rounding != 0)
    return read("ConvexSpheropolygon", {{"vertices", vertices}, {"sweep_radius", rounding}}, where);
  try {
    return read("ConvexPolygon", {{"vertices", vertices}}, where);
  } catch (const InputError&) {  // HPMC writes both kinds of polygons alike
    return read("SimplePolygon", {{"vertices", vertices}}, where);
  }
}

shapes::Body polyhedron(const json& shape, const std::string& where) {
  const json& vertices = field(shape, "vertices", where);
  const double rounding = rounding_of(shape, where);
  if (rounding == 0) return read("ConvexPolyhedron", {{"vertices", vertices}}, where);
  return read("ConvexSpheropolyhedron", {{"vertices", vertices}, {"sweep_radius", rounding}},
              where);
}

}  // namespace

shapes::Body body_of_shape(const json& shape, int dimensions, const std::string& where) {
  const bool plane = dimensions == 2;
  const std::string type = shape.is_object() && shape.contains("type") && shape["type"].is_string()
                               ? shape["type"].get<std::string>()
                               : "";
  if (type == "Sphere")
    return read(plane ? "Disk" : "Sphere", {{"diameter", field(shape, "diameter", where)}}, where);
  if (type == "Ellipsoid") {
    json axes = {{"a", field(shape, "a", where)}, {"b", field(shape, "b", where)}};
    if (!plane) axes["c"] = field(shape, "c", where);
    return read(plane ? "Ellipse" : "Ellipsoid", axes, where);
  }
  if (type == "Polygon" && plane) return polygon(shape, where);
  if (type == "ConvexPolyhedron" && !plane) return polyhedron(shape, where);
  if (type == "Mesh" && !plane)
    return read(
        "Polyhedron",
        {{"vertices", field(shape, "vertices", where)}, {"faces", field(shape, "indices", where)}},
        where);
  if (type == "SphereUnion" && !plane)
    return read("SphereUnion",
                {{"positions", field(shape, "centers", where)},
                 {"diameters", field(shape, "diameters", where)}},
                where);
  throw input_error(where, "shape",
                    plane ? "a type of Sphere, Ellipsoid, Polygon in the plane"
                          : "a type of Sphere, Ellipsoid, ConvexPolyhedron, Mesh, SphereUnion",
                    shapes::printable(shape.dump()));
}

}  // namespace touchstone::trajectories
