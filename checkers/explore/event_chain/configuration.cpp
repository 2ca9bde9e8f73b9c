#include "checkers/explore/event_chain/configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

constexpr std::int32_t kFineUnits = 1 << 20;
constexpr std::int64_t kLongest = std::int64_t{1} << 29;  // sums of four fit into 32 bits

/// n = factor^2 * square_free.
struct Root {
  std::int64_t factor = 1;
  std::int64_t square_free = 1;
};
Root root_of(std::int64_t n) {
  Root root{1, n};
  for (std::int64_t p = 2; p * p <= root.square_free; ++p)
    while (root.square_free % (p * p) == 0) {
      root.square_free /= p * p;
      root.factor *= p;
    }
  return root;
}

std::int64_t squared_separation(const Configuration& c, std::size_t i, std::size_t j) {
  const std::int64_t dy = c.spheres[j].y - std::int64_t{c.spheres[i].y};
  return std::int64_t{c.diameter} * c.diameter - dy * dy;
}

void check(const Configuration& c) {
  const auto fail = [&](const std::string& what, const std::string& expected,
                        const std::string& found) {
    throw input_error("event-chain configuration " + c.name, what, expected, found);
  };
  const std::size_t n = c.spheres.size();
  if (n == 0 || n > kMostSpheres)
    fail("spheres", fmt::format("1 to {}", kMostSpheres), std::to_string(n));
  if (c.active.empty() || c.active.size() > kMostChains)
    fail("active spheres", fmt::format("1 to {}", kMostChains), std::to_string(c.active.size()));
  for (std::size_t chain = 0; chain < c.active.size(); ++chain)
    if (c.active[chain] >= n || std::count(c.active.begin(), c.active.end(), c.active[chain]) > 1)
      fail("active spheres", fmt::format("different ones, 0 to {}", n - 1),
           std::to_string(c.active[chain]));
  if (c.diameter <= 0 || c.leg <= 0)
    fail("diameter and leg", "positive", fmt::format("{} and {}", c.diameter, c.leg));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const std::int64_t dx = c.spheres[j].x - std::int64_t{c.spheres[i].x};
      if (dx * dx < squared_separation(c, i, j))
        fail("spheres", "no overlap", fmt::format("{} overlaps {}", j, i));
    }
}

}  // namespace

std::string text(const Configuration& c) {
  std::string spheres;
  for (const auto& [x, y] : c.spheres) spheres += fmt::format(" ({},{})", x, y);
  std::string active;
  for (const std::uint8_t sphere : c.active)
    active += (active.empty() ? "" : ",") + std::to_string(sphere);
  return fmt::format("n={} 2s={} leg={}{} active {}", c.spheres.size(), c.diameter, c.leg, spheres,
                     active);
}

Geometry::Geometry(const Configuration& c, std::int32_t units) : units_(units), active_(c.active) {
  check(c);
  const std::size_t n = c.spheres.size();
  const auto arrow = [&](std::size_t i, std::size_t j) {
    return c.spheres[i].x < c.spheres[j].x && squared_separation(c, i, j) > 0;
  };
  bool whole = true;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (arrow(i, j)) whole = whole && root_of(squared_separation(c, i, j)).square_free == 1;
  if (units_ == 0) units_ = whole ? 1 : kFineUnits;
  const auto fixed = [&](std::int64_t length) {
    if (std::abs(length) * units_ > kLongest)
      throw input_error("event-chain configuration " + c.name, "length",
                        fmt::format("at most {}", kLongest / units_), std::to_string(length));
    return static_cast<std::int32_t>(length * units_);
  };
  fixed(c.diameter);
  leg_ = fixed(c.leg);
  for (const Configuration::Sphere& sphere : c.spheres) x_.push_back(fixed(sphere.x));
  separation_.assign(kMostSpheres * kMostSpheres, kNoArrow);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      if (!arrow(i, j)) continue;
      const Root root = root_of(squared_separation(c, i, j));
      const double one = std::sqrt(static_cast<double>(root.square_free)) * units_;
      separation_[i * kMostSpheres + j] =
          static_cast<std::int32_t>(root.factor * std::llround(one));
    }
}

}  // namespace touchstone::explore
