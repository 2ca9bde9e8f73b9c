#include "trajectories/placing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"

namespace touchstone::trajectories {
namespace {

using shapes::Vec3;

/// Centres outside the box with this lower corner; borders are inside, since numbers are rounded.
std::size_t outside(const shapes::Box& box, const std::vector<Vec3>& centres, Vec3 corner) {
  const auto within = [](double f) { return f >= -1e-9 && f <= 1 + 1e-9; };
  return static_cast<std::size_t>(std::count_if(centres.begin(), centres.end(), [&](const Vec3& r) {
    const Vec3 f = box.fractional(r - corner);
    return !(within(f.x) && within(f.y) && (box.dimensions == 2 || within(f.z)));
  }));
}

}  // namespace

Vec3 whole_sides(const shapes::Box& box, Vec3 apart) {
  const Vec3 f = box.fractional(apart);
  return {std::round(f.x), std::round(f.y), box.dimensions == 2 ? 0 : std::round(f.z)};
}

void place(Frame& frame, const std::vector<Vec3>& centres, const std::optional<Vec3>& corner) {
  const shapes::Box& box = frame.state.box;
  const double half = -0.5;
  const Vec3 centred = box.from_fractional({half, half, box.dimensions == 2 ? 0 : half});
  frame.outside = corner ? outside(box, centres, *corner)
                         : std::min(outside(box, centres, {}), outside(box, centres, centred));
  frame.state.centres.clear();
  frame.turns.clear();
  for (const Vec3& r : centres) {
    frame.state.centres.push_back(box.wrap(r));
    frame.turns.push_back(whole_sides(box, r - frame.state.centres.back()));
  }
}

double box_rounding_of(const Digits& centres, const Digits& sides, const shapes::Box& box) {
  constexpr int kFewestDigits = 6;
  Digits seen = sides;
  if (sides.digits() < kFewestDigits) seen.add(centres);
  const int along_x = 1 + (box.xy != 0 ? 1 : 0) + (box.xz != 0 ? 1 : 0);
  const int along_y = 1 + (box.yz != 0 ? 1 : 0);
  return std::max(along_x, along_y) * seen.rounding();
}

shapes::Body round_body(int dimensions, double diameter, const std::string& where) {
  if (!(diameter > 0))
    throw input_error(where, "shape of the bodies", "type_shapes in the file, or --diameter",
                      "neither");
  if (dimensions == 2) return shapes::checked(shapes::Disk{diameter / 2}, where);
  return shapes::checked(shapes::Ball{diameter / 2}, where);
}

}  // namespace touchstone::trajectories
