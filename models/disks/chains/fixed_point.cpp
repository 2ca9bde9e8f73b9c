#include "models/disks/chains/fixed_point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"
#include "models/disks/chains/fixed_grid.hpp"
#include "models/disks/close_packing.hpp"

namespace touchstone::disks {
namespace {

FixedCoordinate in_fixed_point(double coordinate, double side, std::size_t disk) {
  if (!(coordinate >= 0 && coordinate < side))
    throw input_error(fmt::format("disk {}", disk), "coordinate",
                      fmt::format("at least 0 and below the side {:.6g}", side),
                      fmt::format("{:.6g}", coordinate));
  return static_cast<FixedCoordinate>(static_cast<std::uint64_t>(coordinate / side * 0x1p32 + 0.5));
}

}  // namespace

FixedMetric::FixedMetric(const Box& box) {
  const double longer = std::max(box.width, box.height);
  const double shorter = std::min(box.width, box.height);
  if (!(box.width >= 2) || !(box.height >= 2) || !(longer <= kLongestAspect * shorter))
    throw input_error("event chains", "box",
                      fmt::format("sides of at least 2 diameters, at most {} : 1", kLongestAspect),
                      fmt::format("{:.6g} x {:.6g}", box.width, box.height));
  const double x = box.width / longer;
  const double y = box.height / longer;
  along_ = static_cast<Wide>(std::round(0x1p30 * x * x));
  across_ = static_cast<Wide>(std::round(0x1p30 * y * y));
  diameter_ = static_cast<Wide>(std::ceil(0x1p94 / (longer * longer)));
}

FixedMetric::Wide FixedMetric::square(FixedCoordinate difference) {
  const Wide nearest = std::min<FixedCoordinate>(difference, 0u - difference);
  return nearest * nearest;
}

Ticks FixedMetric::separation(FixedCoordinate across) const {
  const Wide apart = across_ * square(across);
  if (apart >= diameter_) return kNoPair;
  const Wide missing = diameter_ - apart;
  // The square root of doubles is a guess; integers decide.
  auto b = static_cast<Wide>(std::sqrt(static_cast<double>(missing) / static_cast<double>(along_)));
  while (along_ * b * b < missing) ++b;
  while (along_ * (b - 1) * (b - 1) >= missing) --b;  // missing > 0, so b stays positive
  return static_cast<Ticks>(b);
}

Lane FixedMetric::lane(FixedCoordinate across) const {
  const Wide apart = across_ * square(across);
  if (apart >= diameter_) return Lane::none;
  if (4 * apart < diameter_) return Lane::middle;
  return across < 0x80000000u ? Lane::above : Lane::below;
}

bool FixedMetric::overlap(FixedCoordinate along, FixedCoordinate across) const {
  return along_ * square(along) + across_ * square(across) < diameter_;
}

FixedMetric FixedMetric::transposed() const {
  FixedMetric turned = *this;
  std::swap(turned.along_, turned.across_);
  return turned;
}

FixedConfiguration in_fixed_point(const Configuration& c) {
  FixedConfiguration turns{c.box, {}, {}};
  turns.x.reserve(c.size());
  turns.y.reserve(c.size());
  for (std::size_t i = 0; i < c.size(); ++i) {
    turns.x.push_back(in_fixed_point(c.centres[i].x, c.box.width, i));
    turns.y.push_back(in_fixed_point(c.centres[i].y, c.box.height, i));
  }
  return turns;
}

Configuration in_diameters(const FixedConfiguration& turns) {
  Configuration c{turns.box, {}};
  c.centres.reserve(turns.size());
  for (std::size_t i = 0; i < turns.size(); ++i)
    c.centres.push_back(
        {turns.x[i] * 0x1p-32 * turns.box.width, turns.y[i] * 0x1p-32 * turns.box.height});
  return c;
}

FixedConfiguration transposed(const FixedConfiguration& c) {
  return {{c.box.height, c.box.width}, c.y, c.x};
}

FixedConfiguration mirrored(const FixedConfiguration& c) {
  FixedConfiguration mirror = c;
  for (FixedCoordinate& x : mirror.x) x = 0u - x;
  return mirror;
}

void require_apart(const FixedConfiguration& c) {
  if (c.size() == 0)
    throw input_error("initial configuration", "number of disks", "at least 1", "0");
  const double packing = static_cast<double>(c.size()) * std::numbers::pi / 4 / c.box.area();
  if (!(packing <= kClosePacking))
    throw input_error("initial configuration", "packing fraction above close packing",
                      fmt::format("at most pi / sqrt(12) = {:.6f}", kClosePacking),
                      fmt::format("{:.6f}", packing));
  const FixedMetric metric(c.box);
  const FixedGrid grid(c);
  for (std::size_t i = 0; i < c.size(); ++i)
    grid.for_each_near(c.x[i], c.y[i], [&](DiskIndex j) {
      if (j <= i || !metric.overlap(c.x[j] - c.x[i], c.y[j] - c.y[i])) return;
      const Configuration d = in_diameters(c);
      const double distance = std::sqrt(c.box.distance2(d.centres[i], d.centres[j]));
      throw input_error("initial configuration", fmt::format("disks {} and {} overlap", i, j),
                        "a distance of at least 1 diameter", fmt::format("{:.12g}", distance));
    });
}

}  // namespace touchstone::disks
