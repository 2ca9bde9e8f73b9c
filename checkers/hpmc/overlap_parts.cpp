// checkers/hpmc/overlap_parts.cpp
// Purpose   Registers the check of meshes of several parts, which may be apart from each other, one
//           inside the other, or cross: a body is the union of its parts, and overlaps another one
//           also where only one part is inside it and no surfaces meet.
// Source    models/hpmc/bodies/mesh.hpp (the union).
// Computes  Each part is a box along the axes. Two unions overlap where a box of one overlaps a box
//           of the other, in all three coordinates; then both are turned alike.
// Cost      0.4 s, 1 s for the reference.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "checkers/draws.hpp"
#include "checkers/hpmc/drawn_systems.hpp"
#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/hpmc/tally.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::OverlapAlgorithm;
using shapes::Vec3;

struct Cuboid {
  Vec3 centre, half;    ///< half its sides
  bool inward = false;  ///< faces are given so; checked() turns them, part by part
};

/// Overlap and nesting of two, or that some faces are too near for an algorithm to say.
struct Relation {
  bool overlap = true, nested = true, clear = true;
};
Relation relation(const Cuboid& a, const Cuboid& b, Vec3 apart) {
  constexpr double kClear = 0.02;
  const Vec3 d = b.centre + apart - a.centre;
  Relation both;
  int inside = 0;  // of how many coordinates that of b is inside; below 0, that of a
  for (const auto& [away, x, y] : {std::tuple{std::abs(d.x), a.half.x, b.half.x},
                                   {std::abs(d.y), a.half.y, b.half.y},
                                   {std::abs(d.z), a.half.z, b.half.z}}) {
    both.overlap = both.overlap && away < x + y;
    both.clear = both.clear && std::abs(away - (x + y)) > kClear &&
                 std::abs(away - std::abs(x - y)) > kClear;
    inside += away < std::abs(x - y) ? (x > y ? 1 : -1) : 0;
  }
  both.nested = std::abs(inside) == 3;
  return both;
}

Body mesh_of(const std::vector<Cuboid>& parts) {
  shapes::Polyhedron mesh;
  for (const Cuboid& one : parts) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (unsigned corner = 0; corner < 8; ++corner)
      mesh.vertices.push_back(one.centre + Vec3{(corner & 1) != 0 ? one.half.x : -one.half.x,
                                                (corner & 2) != 0 ? one.half.y : -one.half.y,
                                                (corner & 4) != 0 ? one.half.z : -one.half.z});
    constexpr std::uint32_t kFaces[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                            {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    for (const auto& [a, b, c, d] : kFaces) {
      const auto [left, right] = one.inward ? std::pair{d, b} : std::pair{b, d};
      mesh.triangles.push_back({first + a, first + left, first + c});
      mesh.triangles.push_back({first + a, first + c, first + right});
    }
  }
  return checked(mesh);
}

Body convex_of(const Cuboid& one) {
  const Body mesh = mesh_of({one});
  return checked(shapes::ConvexPolyhedron{std::get<shapes::Polyhedron>(mesh).vertices});
}

/// The first part is around the origin, which must be in the hull.
std::vector<Cuboid> draw_parts(int most, Draws& draw) {
  std::vector<Cuboid> parts;
  for (int k = draw.whole(1, most); k > 0; --k) {
    const double far = parts.empty() ? 0 : 3, size = draw.scale(0.1, 2.5);
    const auto half = [&] { return size * draw.from(0.7, 1.3); };
    const double x = draw.from(-far, far), y = draw.from(-far, far), z = draw.from(-far, far);
    const double a = half(), b = half(), c = half();
    parts.push_back({{x, y, z}, {a, b, c}, draw.one_in(2)});
  }
  return parts;
}

CheckResult several_parts(const OverlapAlgorithm& algorithm, const CheckContext& context) {
  constexpr int kPairs = 3000;
  const bool convex = !algorithm.takes(BodyClass::polyhedron, BodyClass::polyhedron);
  if (!algorithm.takes(BodyClass::polyhedron,
                       convex ? BodyClass::convex_polyhedron : BodyClass::polyhedron))
    return {.verdict = Verdict::not_run, .detail = "it takes no polyhedra"};
  if (algorithm.answers)
    return {.verdict = Verdict::not_run, .detail = "a program has parts of its own meaning"};
  Tally tally;
  std::uint64_t nested = 0, pairs = 0;
  PhiloxStream random = Philox(part_seed(context, 0x9A27)).stream(Purpose::test, 0, 0);
  Draws draw(random);
  const auto wanted = static_cast<std::uint64_t>(std::ceil(kPairs * context.effort));
  while (pairs < wanted || nested < wanted / 20) {  // parts inside others are what is new here
    const bool one_convex = convex || draw.one_in(4);
    const std::vector<Cuboid> a = draw_parts(3, draw), b = draw_parts(one_convex ? 1 : 3, draw);
    Vec3 apart{draw.from(-3, 3), draw.from(-3, 3), draw.from(-3, 3)};
    if (draw.one_in(2))  // the centres of two parts are near each other
      apart = 0.1 * apart + a.back().centre - b.back().centre;
    bool overlap = false, meets = false, clear = true;
    for (const Cuboid& of_a : a)
      for (const Cuboid& of_b : b) {
        const Relation both = relation(of_a, of_b, apart);
        overlap = overlap || both.overlap;
        meets = meets || (both.overlap && !both.nested);
        clear = clear && both.clear;
      }
    if (!clear) continue;
    ++pairs;
    if (overlap && !meets) ++nested;
    const Body first = mesh_of(a), second = one_convex ? convex_of(b[0]) : mesh_of(b);
    const shapes::Orientation q = draw_orientation(3, draw);
    const Vec3 r = shapes::Rotation(q)(apart);
    const bool swapped = draw.one_in(2);
    const PlacedPair pair{swapped ? &second : &first, swapped ? &first : &second, 10};
    const Placement p{q, q, swapped ? -r : r, {.overlap = overlap, .margin = 0.02}};
    tally.expect(algorithm.prepare(*pair.a, *pair.b)->overlaps(q, q, p.r), pair, p,
                 "several parts");
  }
  return tally.result("unions of boxes overlap where a box does");
}

const bool registered = register_check(
    OverlapCheck{.name = "overlap/parts",
                 .shows = "meshes of several parts are unions, also where one part is inside",
                 .run = several_parts});

}  // namespace
}  // namespace touchstone::hpmc
