#include "suite/overlap_cases/plane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace touchstone::shapes {
namespace {

void require_rounding(const Fields& f, const char* key, double out_of_plane, double length,
                      const char* expected) {
  if (out_of_plane == 0) return;
  if (!(out_of_plane <= kOutOfPlane * length))
    f.refuse(key,
             fmt::format("{} (at most {:.2g} of its length, 8 times the machine epsilon, is taken "
                         "for rounding)",
                         expected, kOutOfPlane),
             f.at(key));
  f.note(
      fmt::format("{}: numbers out of the plane are rounding (at most {:.2g} of its length, 8 "
                  "times the machine epsilon) and are taken for 0",
                  key, kOutOfPlane));
}

}  // namespace

Orientation in_plane(const Fields& f, const char* key, const Orientation& q) {
  require_rounding(f, key, std::max(std::abs(q.x), std::abs(q.y)), 1,
                   "a rotation about z: [s, 0, 0, z]");
  return {q.s, 0, 0, q.z};
}

Vec3 in_plane(const Fields& f, const char* key, const Vec3& r) {
  require_rounding(f, key, std::abs(r.z), std::hypot(r.x, r.y),
                   "a third number of 0: bodies of the plane");
  return {r.x, r.y, 0};
}

}  // namespace touchstone::shapes
