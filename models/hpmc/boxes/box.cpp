#include "models/hpmc/boxes/box.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "models/core/errors.hpp"

namespace touchstone::shapes {
namespace {

/// More would take minutes and gigabytes; box_is_wide_enough() refuses such boxes before.
constexpr double kMostImages = 1e7;

}  // namespace

std::array<double, 3> Box::plane_distances() const {
  if (dimensions == 2)
    return {lx / std::sqrt(1 + xy * xy), ly, std::numeric_limits<double>::infinity()};
  const double tilt = xy * yz - xz;
  return {lx / std::sqrt(1 + xy * xy + tilt * tilt), ly / std::sqrt(1 + yz * yz), lz};
}

double Box::smallest_plane_distance() const {
  const auto all = plane_distances();
  return std::min({all[0], all[1], all[2]});
}

std::vector<Vec3> Box::images(double range) const {
  // A point of the box and an image of another are apart, along the normal of a pair of planes, by
  // more than (|n| - 1) w; they interact only below `range`.
  const auto w = plane_distances();
  int reach[3] = {0, 0, 0};
  double count = 1;
  for (int k = 0; k < dimensions; ++k) {
    const double widths = range / w[static_cast<std::size_t>(k)];
    count *= 3 + 2 * widths;
    if (!(count < kMostImages))
      throw input_error("box", "images in range of a body", fmt::format("below {}", kMostImages),
                        fmt::format("about {}", count));
    reach[k] = 1 + static_cast<int>(std::floor(widths));
  }
  struct Image {
    int steps;
    int n[3];
  };
  std::vector<Image> all;
  for (int i = -reach[0]; i <= reach[0]; ++i)
    for (int j = -reach[1]; j <= reach[1]; ++j)
      for (int k = -reach[2]; k <= reach[2]; ++k)
        all.push_back({std::abs(i) + std::abs(j) + std::abs(k), {i, j, k}});
  std::stable_sort(all.begin(), all.end(),
                   [](const Image& a, const Image& b) { return a.steps < b.steps; });
  std::vector<Vec3> vectors;
  for (const Image& image : all)
    vectors.push_back(image.n[0] * a1() + image.n[1] * a2() +
                      (dimensions == 2 ? Vec3{} : image.n[2] * a3()));
  return vectors;
}

void require_valid(const Box& box) {
  if (box.dimensions != 2 && box.dimensions != 3)
    throw input_error("box", "dimensions", "2 or 3", fmt::format("{}", box.dimensions));
  const auto require = [](const char* what, double x, bool well, const char* expected) {
    if (!(std::isfinite(x) && well)) throw input_error("box", what, expected, fmt::format("{}", x));
  };
  require("side Lx", box.lx, box.lx > 0, "a positive finite number");
  require("side Ly", box.ly, box.ly > 0, "a positive finite number");
  require("tilt xy", box.xy, true, "a finite number");
  if (box.dimensions == 2) return;
  require("side Lz", box.lz, box.lz > 0, "a positive finite number");
  require("tilt xz", box.xz, true, "a finite number");
  require("tilt yz", box.yz, true, "a finite number");
}

}  // namespace touchstone::shapes
