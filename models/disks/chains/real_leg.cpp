#include "models/disks/chains/real_leg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"

namespace touchstone::disks {

void require_valid(const RealLeg& leg) {
  const Box& box = leg.start.box;
  if (!(box.width >= 2 && box.height >= 2))
    throw input_error("leg", "sides of the box", "two diameters or more",
                      fmt::format("{} {}", box.width, box.height));
  if (!is_legal(leg.start, kTouchingOverlap))
    throw input_error("leg", "start", "disks that do not overlap, in the box", "others");
  std::vector<std::size_t> active = leg.active;
  std::sort(active.begin(), active.end());
  if (active.empty() || active.back() >= leg.start.size() ||
      std::adjacent_find(active.begin(), active.end()) != active.end())
    throw input_error("leg", "active disks",
                      fmt::format("different ones of the {}", leg.start.size()),
                      disk_numbers(leg.active));
  if (!(leg.length > 0 && std::isfinite(leg.length)))
    throw input_error("leg", "length", "above 0", fmt::format("{}", leg.length));
}

std::string disk_numbers(const std::vector<std::size_t>& disks) {
  std::string text;
  for (const std::size_t i : disks) text += fmt::format("{}{}", text.empty() ? "" : " ", i);
  return text;
}

Registry<RealLegScheme>& real_leg_schemes() {
  static Registry<RealLegScheme> all("scheme");  // filled before main() by the registration lines
  return all;
}

}  // namespace touchstone::disks
