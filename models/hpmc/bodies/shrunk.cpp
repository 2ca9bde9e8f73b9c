#include "models/hpmc/bodies/shrunk.hpp"

#include <algorithm>

namespace touchstone::shapes {
namespace {

/// Most that a body is shrunk: beyond it the numbers of a state say nothing about contacts.
constexpr double kMostShrunk = 0.5;

}  // namespace

bool can_shrink(const Body& body) {
  return std::holds_alternative<SphereUnion>(body) || inradius(body) > 0;
}

Body shrunk(const Body& body, double moved) {
  if (SphereUnion smaller; const auto* balls = std::get_if<SphereUnion>(&body)) {
    smaller = *balls;
    for (double& radius : smaller.radii)
      radius = std::max(radius - moved, (1 - kMostShrunk) * radius);
    return smaller;
  }
  const double ball = inradius(body);
  return ball > 0 ? scaled(body, 1 - std::min(kMostShrunk, moved / ball)) : body;
}

}  // namespace touchstone::shapes
