#include "suite/external/body_text.hpp"

#include <fmt/format.h>

#include <variant>

namespace touchstone::external {
namespace {

using shapes::Vec2;
using shapes::Vec3;

std::string points(const std::vector<Vec2>& all) {
  std::string text = fmt::format("{}", all.size());
  for (const Vec2& p : all) text += fmt::format(" {} {}", p.x, p.y);
  return text;
}
std::string points(const std::vector<Vec3>& all) {
  std::string text = fmt::format("{}", all.size());
  for (const Vec3& p : all) text += fmt::format(" {} {} {}", p.x, p.y, p.z);
  return text;
}

/// Three numbers, each after a blank.
std::string numbers(const Vec3& p) { return fmt::format(" {} {} {}", p.x, p.y, p.z); }

/// The line of a type of body.
struct Line {
  std::string operator()(const shapes::Disk& b) const { return fmt::format("disk {}", b.radius); }
  std::string operator()(const shapes::Ball& b) const { return fmt::format("ball {}", b.radius); }
  std::string operator()(const shapes::ConvexPolygon& b) const {
    return "convex_polygon " + points(b.vertices);
  }
  std::string operator()(const shapes::Spheropolygon& b) const {
    return fmt::format("spheropolygon {} {}", b.rounding, points(b.vertices));
  }
  std::string operator()(const shapes::Ellipse& b) const {
    return fmt::format("ellipse {} {}", b.a, b.b);
  }
  std::string operator()(const shapes::Ellipsoid& b) const {
    return fmt::format("ellipsoid {} {} {}", b.a, b.b, b.c);
  }
  std::string operator()(const shapes::ConvexPolyhedron& b) const {
    return "convex_polyhedron " + points(b.vertices);
  }
  std::string operator()(const shapes::Spheropolyhedron& b) const {
    return fmt::format("spheropolyhedron {} {}", b.rounding, points(b.vertices));
  }
  std::string operator()(const shapes::SphereUnion& b) const {
    std::string text = fmt::format("sphere_union {}", b.centres.size());
    for (std::size_t k = 0; k < b.centres.size(); ++k)
      text += fmt::format("{} {} {}", numbers(b.centres[k]), b.radii[k], b.masks[k]);
    return text;
  }
  std::string operator()(const shapes::SimplePolygon& b) const {
    return "simple_polygon " + points(b.vertices);
  }
  std::string operator()(const shapes::FacetedEllipsoid& b) const {
    std::string text = fmt::format("faceted_ellipsoid {} {} {}{} {}", b.a, b.b, b.c,
                                   numbers(b.origin), b.normals.size());
    for (std::size_t k = 0; k < b.normals.size(); ++k)
      text += fmt::format("{} {}", numbers(b.normals[k]), b.offsets[k]);
    return text;
  }
  std::string operator()(const shapes::Polyhedron& b) const {
    std::string text = fmt::format("polyhedron {}{} {} {}", b.rounding, numbers(b.origin),
                                   points(b.vertices), b.triangles.size());
    for (const auto& t : b.triangles) text += fmt::format(" {} {} {}", t[0], t[1], t[2]);
    return text;
  }
  std::string operator()(const shapes::DimpledBall& b) const {
    std::string text =
        fmt::format("dimpled_ball {}{} {}", b.radius, numbers(b.centre), b.dimple_centres.size());
    for (std::size_t k = 0; k < b.dimple_centres.size(); ++k)
      text += fmt::format("{} {}", numbers(b.dimple_centres[k]), b.dimple_radii[k]);
    return text;
  }
};

}  // namespace

std::string body_line(const shapes::Body& body) { return std::visit(Line{}, body); }

std::string placed_line(std::size_t type, Vec3 r, const shapes::Orientation& q) {
  return fmt::format("{} {} {} {} {} {} {} {}\n", type, r.x, r.y, r.z, q.s, q.x, q.y, q.z);
}

}  // namespace touchstone::external
