#include "suite/external/body_text.hpp"

#include <fmt/format.h>

#include <variant>

#include "suite/external/program.hpp"

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
  template <class Other>
  std::string operator()(const Other&) const {
    throw Refused("external schemes: the protocol has no bodies of this class");
  }
};

}  // namespace

std::string body_line(const shapes::Body& body) { return std::visit(Line{}, body); }

std::string placed_line(std::size_t type, Vec3 r, const shapes::Orientation& q) {
  return fmt::format("{} {} {} {} {} {} {} {}\n", type, r.x, r.y, r.z, q.s, q.x, q.y, q.z);
}

}  // namespace touchstone::external
