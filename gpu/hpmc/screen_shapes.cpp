#include "gpu/hpmc/screen_shapes.hpp"

#include <limits>

namespace touchstone::gpu {
namespace {

using shapes::BodyClass;
using shapes::ScreenBody;

/// Squares of lengths that are smaller are near the least normal number of single precision, below
/// which numbers have few digits or none.
constexpr double kLeastSquare = 1e-30;

/// Appends points, each one load of a device; returns how many.
std::uint32_t append(std::vector<FloatPoint>& all, const std::vector<shapes::FloatPoint>& points) {
  for (const shapes::FloatPoint& p : points) all.push_back({p.x, p.y, p.z, 0});
  return static_cast<std::uint32_t>(points.size());
}

/// Radius of a ball about the origin that is inside a body; 0 where none is known.
double core_of(const shapes::Body& body, const ScreenBody& screen) {
  const BodyClass kind = class_of(body);
  if (kind == BodyClass::disk || kind == BodyClass::ball) return circumradius(body);
  return screen.usable ? screen.inner + screen.rounding : 0;
}

}  // namespace

ScreenShapes::ScreenShapes(const std::vector<shapes::Body>& bodies) {
  for (const shapes::Body& body : bodies) {
    const ScreenBody& screen = bodies_.emplace_back(body);
    sizes_.push_back({circumradius(body), core_of(body, screen)});
    ScreenShape& type = types.emplace_back();
    if (!screen.usable) continue;
    type.first_point = static_cast<std::int32_t>(points.size());
    type.first_dual = static_cast<std::int32_t>(duals.size());
    type.sizes = append(points, screen.points) | append(duals, screen.duals) << 8 |
                 (screen.mirrored_points ? 1u << 16 : 0u) | (screen.mirrored_duals ? 1u << 17 : 0u);
  }
}

std::vector<ScreenPair> ScreenShapes::pairs(double place, double slack) const {
  std::vector<ScreenPair> all;
  const auto single = [](double x) { return static_cast<float>(x); };
  for (std::size_t a = 0; a < types.size(); ++a)
    for (std::size_t b = 0; b < types.size(); ++b) {
      ScreenPair& pair = all.emplace_back();
      const double outer = sizes_[a].circumradius + sizes_[b].circumradius;
      const double length = slack * outer + 4 * place;
      const double core = sizes_[a].core + sizes_[b].core - length;
      const double reach2 = (outer + length) * (outer + length);
      const bool cores = sizes_[a].core > 0 && sizes_[b].core > 0 && core > 0;
      pair.apart2 = reach2 > kLeastSquare ? single(reach2) : std::numeric_limits<float>::infinity();
      pair.overlap2 = cores && core * core > kLeastSquare ? single(core * core) : -1.0f;
      if (!bodies_[a].usable || !bodies_[b].usable) continue;
      const shapes::ScreenMargins margins(bodies_[a], bodies_[b], place, slack);
      pair.slack_a = single(margins.slack_a);
      pair.slack_b = single(margins.slack_b);
      pair.share = single(margins.share);
      pair.inside = single(margins.inside);
    }
  return all;
}

}  // namespace touchstone::gpu
