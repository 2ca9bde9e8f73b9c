#include "optimized/hpmc/mpi/frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "models/core/errors.hpp"

namespace touchstone::optimized {
namespace {

using nlohmann::json;
using shapes::Vec2;
using shapes::Vec3;

json rows(const std::vector<Vec2>& points) {
  json all = json::array();
  for (const Vec2& r : points) all.push_back({r.x, r.y});
  return all;
}

json rows(const std::vector<Vec3>& points) {
  json all = json::array();
  for (const Vec3& r : points) all.push_back({r.x, r.y, r.z});
  return all;
}

json diameters(std::vector<double> radii) {
  for (double& r : radii) r *= 2;
  return radii;
}

/// HOOMD's shape of a body; null where there is none.
struct Described {
  json operator()(const shapes::Disk& b) const { return sphere(b.radius); }
  json operator()(const shapes::Ball& b) const { return sphere(b.radius); }
  json operator()(const shapes::Ellipse& b) const {
    return {{"type", "Ellipsoid"}, {"a", b.a}, {"b", b.b}};
  }
  json operator()(const shapes::Ellipsoid& b) const {
    return {{"type", "Ellipsoid"}, {"a", b.a}, {"b", b.b}, {"c", b.c}};
  }
  json operator()(const shapes::ConvexPolygon& b) const { return hull("Polygon", b.vertices, 0); }
  json operator()(const shapes::SimplePolygon& b) const { return hull("Polygon", b.vertices, 0); }
  json operator()(const shapes::Spheropolygon& b) const {
    return hull("Polygon", b.vertices, b.rounding);
  }
  json operator()(const shapes::ConvexPolyhedron& b) const {
    return hull("ConvexPolyhedron", b.vertices, 0);
  }
  json operator()(const shapes::Spheropolyhedron& b) const {
    return hull("ConvexPolyhedron", b.vertices, b.rounding);
  }
  json operator()(const shapes::Polyhedron& b) const {
    if (b.rounding != 0 || norm2(b.origin) != 0) return nullptr;
    return {{"type", "Mesh"}, {"vertices", rows(b.vertices)}, {"indices", b.triangles}};
  }
  json operator()(const shapes::SphereUnion& b) const {
    for (const std::uint32_t mask : b.masks)
      if (mask != b.masks.front() || mask == 0) return nullptr;
    return {
        {"type", "SphereUnion"}, {"centers", rows(b.centres)}, {"diameters", diameters(b.radii)}};
  }
  json operator()(const shapes::FacetedEllipsoid&) const { return nullptr; }
  json operator()(const shapes::DimpledBall&) const { return nullptr; }

 private:
  static json sphere(double radius) { return {{"type", "Sphere"}, {"diameter", 2 * radius}}; }
  template <class Points>
  static json hull(const char* type, const Points& vertices, double rounding) {
    return {{"type", type}, {"rounding_radius", rounding}, {"vertices", rows(vertices)}};
  }
};

/// Shapes by species, as the value of a key in quotes.
std::string type_shapes(const std::vector<shapes::Body>& types) {
  json all;
  for (std::size_t k = 0; k < types.size(); ++k) {
    json shape = std::visit(Described{}, types[k]);
    if (shape.is_null())
      throw input_error("--configurations", "bodies", "shapes that HOOMD's files describe",
                        std::string(name(shapes::class_of(types[k]))));
    all[fmt::format("T{}", k)] = std::move(shape);
  }
  std::string quoted;
  for (const char c : all.dump()) quoted += c == '"' ? std::string("\\\"") : std::string(1, c);
  return quoted;
}

}  // namespace

shapes::Configuration last_frame(const std::string& path, const trajectories::Assumed& assumed) {
  const auto reader = trajectories::open_trajectory(path, assumed);
  trajectories::Frame frame;
  while (reader->next(frame)) continue;
  if (frame.state.size() == 0) throw input_error(path, "start", "a frame with bodies", "none");
  return frame.state;
}

std::string frame_text(const shapes::Configuration& bodies, std::uint64_t step) {
  const shapes::Box& box = bodies.box;
  const bool plane = box.dimensions == 2;
  const double height = plane ? 1 : box.lz;
  const std::array<double, 6> m{box.lx,          box.xy * box.ly, box.ly,
                                box.xz * height, box.yz * height, height};
  std::string text = fmt::format(
      "{}\nLattice=\"{:.17g} 0 0 {:.17g} {:.17g} 0 {:.17g} {:.17g} {:.17g}\" "
      "Origin=\"{:.17g} {:.17g} {:.17g}\" Properties=species:S:1:pos:R:3:orientation:R:4 "
      "dimensions={} Step={} type_shapes=\"{}\"\n",
      bodies.size(), m[0], m[1], m[2], m[3], m[4], m[5], -(m[0] + m[1] + m[3]) / 2,
      -(m[2] + m[4]) / 2, plane ? 0 : -m[5] / 2, box.dimensions, step, type_shapes(bodies.types));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec3& r = bodies.centres[i];
    const shapes::Orientation& q = bodies.orientations[i];
    fmt::format_to(std::back_inserter(text),
                   "T{} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", bodies.type[i],
                   r.x, r.y, r.z, q.s, q.x, q.y, q.z);
  }
  return text;
}

}  // namespace touchstone::optimized
