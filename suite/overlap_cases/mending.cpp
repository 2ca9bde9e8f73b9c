#include "suite/overlap_cases/mending.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/core/errors.hpp"
#include "models/hpmc/bodies/inner_point.hpp"

namespace touchstone::shapes {
namespace {

/// Whether inner_point() may be asked; checked() says what else is wrong.
bool has_planes(const FacetedEllipsoid& body) {
  return body.a > 0 && body.b > 0 && body.c > 0 && body.normals.size() == body.offsets.size() &&
         std::all_of(body.normals.begin(), body.normals.end(),
                     [](const Vec3& n) { return norm2(n) > 0; });
}

/// Says what checked() changed in a body; empty where it changed nothing.
struct Change {
  const Body& mended;

  std::string operator()(const Polyhedron& read) const {
    if (std::get<Polyhedron>(mended).triangles == read.triangles) return "";
    return "faces: normals that point inward; these faces are turned, the solid is the same";
  }
  template <class Other>
  std::string operator()(const Other& read) const {
    if constexpr (requires { read.vertices; })
      if (std::get<Other>(mended).vertices != read.vertices)
        return "vertices: clockwise; they are reversed, the body is the same";
    return "";
  }
};

}  // namespace

Vec3 inner_point_of(const Fields& f, const FacetedEllipsoid& body) {
  const bool inside = std::all_of(body.offsets.begin(), body.offsets.end(),
                                  [](double offset) { return offset < 0; });
  if (inside || !has_planes(body)) return {};
  const std::optional<Vec3> point = inner_point(body);
  if (!point)
    throw input_error(
        f.where(), "planes", "some of the ellipsoid left inside all of them",
        fmt::format("none that holds a ball of radius {:g} where the ellipsoid is the "
                    "unit ball (of a thinner body, state an inner point: 'origin')",
                    kShallowest));
  f.note(
      fmt::format("origin: not stated, and (0, 0, 0) is not inside; the inner point ({:.17g}, "
                  "{:.17g}, {:.17g}) is computed, which moves nothing",
                  point->x, point->y, point->z));
  return *point;
}

std::vector<Vec3> vertices_or_origin(const Fields& f, std::vector<Vec3> vertices) {
  if (!vertices.empty()) return vertices;
  f.note("vertices: none; the body is taken for a ball of radius sweep_radius");
  return {{}};
}

Body mended(const Fields& f, const Body& body, const std::string& where) {
  Body sound = checked(body, where);
  const std::string change = std::visit(Change{sound}, body);
  if (!change.empty()) f.note(change);
  return sound;
}

}  // namespace touchstone::shapes
