#include "checkers/hpmc/legal_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/hpmc/bodies/shrunk.hpp"
#include "models/hpmc/boxes/neighbour_cells.hpp"
#include "models/hpmc/registry.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Configuration;
using shapes::Orientation;
using shapes::Vec3;

constexpr double kUnit = 1e-12;  ///< largest error of the squared length of a quaternion

double longest_edge(const shapes::Box& box) {
  return std::max({box.lx, box.ly, box.dimensions == 2 ? 0 : box.lz});
}

/// Whether a centre is wrapped into the box, up to a part of it.
bool is_inside(const shapes::Box& box, Vec3 r, double tolerance) {
  if (tolerance == 0) return box.wrap(r) == r;
  const Vec3 f = box.fractional(r);
  const double most = 0.5 + 2 * tolerance;
  return std::abs(f.x) <= most && std::abs(f.y) <= most &&
         (box.dimensions == 2 || std::abs(f.z) <= most);
}

/// The state that a rounded one stands for.
Configuration mended(Configuration c) {
  for (Vec3& r : c.centres) r = c.box.wrap(r);
  for (Orientation& q : c.orientations) q = normalised(q);
  return c;
}

}  // namespace

LegalStates::LegalStates(const Configuration& start, double tolerance)
    : type_(start.type), tolerance_(tolerance), rounding_(tolerance * longest_edge(start.box)) {
  for (const shapes::Body& a : start.types)
    for (const shapes::Body& b : start.types) {
      Pair& pair = pairs_.emplace_back();
      pair.whole = prepare_trusted(a, b);
      pair.both_shrink = can_shrink(a) && can_shrink(b);
      if (tolerance > 0)
        pair.shrunk = prepare_trusted(shrunk(a, rounding_ / 2), shrunk(b, rounding_ / 2));
    }
}

void LegalStates::judge(const Configuration& state, const std::string& what,
                        Findings& findings) const {
  findings.expect(state.size() == type_.size() && state.type == type_,
                  what + ": bodies are lost or changed");
  for (std::size_t i = 0; i < state.size(); ++i) {
    findings.expect(is_inside(state.box, state.centres[i], tolerance_),
                    fmt::format("{}: body {} is not wrapped", what, i));
    const double length2 = norm2(state.orientations[i]);
    findings.expect(
        std::abs(length2 - 1) < kUnit + 4 * tolerance_,
        fmt::format("{}: the quaternion of body {} has length {}", what, i, std::sqrt(length2)));
  }
  const std::string found = overlap_in(tolerance_ > 0 ? mended(state) : state);
  findings.expect(found.empty(), what + ": " + found);
}

std::string LegalStates::overlap_in(const Configuration& c) const {
  const double widest = largest_diameter(c);
  const shapes::NeighbourCells cells(c, widest);
  std::string found;
  for (std::size_t i = 0; i < c.size() && found.empty(); ++i)
    cells.around(i, [&](std::size_t j, Vec3 r) {
      if (norm(r) > widest) return;
      if (overlap(pairs_[c.type[i] * c.types.size() + c.type[j]], c.orientations[i],
                  c.orientations[j], r))
        found = fmt::format("bodies {} and {} overlap", i, j);
    });
  return found;
}

bool LegalStates::overlap(const Pair& pair, const Orientation& a, const Orientation& b,
                          Vec3 r) const {
  if (!pair.whole->overlaps(a, b, r)) return false;
  if (rounding_ == 0) return true;
  if (!pair.shrunk->overlaps(a, b, r)) return false;
  if (pair.both_shrink) return true;
  for (int k = 0; k < 27; ++k) {
    const Vec3 way{k % 3 - 1.0, k / 3 % 3 - 1.0, k / 9 - 1.0};
    if (k != 13 && !pair.whole->overlaps(a, b, r + rounding_ / norm(way) * way)) return false;
  }
  return true;
}

}  // namespace touchstone::hpmc
