#include "models/hpmc/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "models/core/errors.hpp"
#include "models/core/registry.hpp"

namespace touchstone::shapes {
namespace {

Registry<ShapeScheme>& registry() {
  static Registry<ShapeScheme> all("scheme");  // filled before main() by the registration lines
  return all;
}

bool is_round(const Body& body) {
  return std::holds_alternative<Disk>(body) || std::holds_alternative<Ball>(body);
}

void require_size(const char* what, double x, double below) {
  if (!(x >= 0 && x < below))
    throw input_error("trial moves", what,
                      std::isinf(below) ? "a finite number, 0 or more"
                                        : fmt::format("a number in [0, {})", below),
                      fmt::format("{}", x));
}

}  // namespace

const std::vector<ShapeScheme>& shape_schemes() { return registry().items(); }

const ShapeScheme& shape_scheme(const std::string& name) { return registry().item(name); }

bool register_shape_scheme(ShapeScheme scheme, const char* file) {
  registering_files().emplace_back(file);
  return registry().add(std::move(scheme));
}

void require_valid(const RunParameters& p) {
  require_size("largest displacement", p.max_displacement, std::numeric_limits<double>::infinity());
  require_size("largest rotation", p.max_rotation, std::numbers::pi);
  if (!(p.translations >= 0 && p.translations <= 1))
    throw input_error("trial moves", "share of translations", "a number in [0, 1]",
                      fmt::format("{}", p.translations));
  if (p.sweeps_per_step < 1 || p.sweeps_per_step > 10000)
    throw input_error("sweeps_per_step", "sweeps", "1 to 10000",
                      fmt::format("{}", p.sweeps_per_step));
  if (p.threads < 1 || p.threads > 1024)
    throw input_error("threads", "number of threads", "1 to 1024", fmt::format("{}", p.threads));
  if (p.ranks < 0 || p.ranks > 1024)
    throw input_error("ranks", "number of ranks", "1 to 1024, or 0 for one for each domain",
                      fmt::format("{}", p.ranks));
  require_valid(p.box);
}

double largest_diameter(const Configuration& c) {
  double largest = 0;
  for (const std::uint32_t t : c.type) largest = std::max(largest, 2 * circumradius(c.types[t]));
  return largest;
}

MoveLaw move_law(const Configuration& c, const RunParameters& p) {
  const bool round = std::all_of(c.type.begin(), c.type.end(),
                                 [&](std::uint32_t t) { return is_round(c.types[t]); });
  return {.displacement = p.max_displacement,
          .tangent = std::tan(p.max_rotation / 2),
          .threshold = round ? std::uint64_t{1} << 32
                             : static_cast<std::uint64_t>(std::llround(p.translations * 0x1p32)),
          .plane = c.box.dimensions == 2};
}

double image_range(const Configuration& c, const RunParameters& p) {
  return largest_diameter(c) + 2 * p.sweeps_per_step * p.max_displacement;
}

void require_runnable(const Configuration& start, const RunParameters& p) {
  require_valid(p);
  require_valid(start);
  if (start.size() == 0) throw input_error("configuration", "bodies", "at least one", "none");
  const double path = p.sweeps_per_step * p.max_displacement;
  const double nearest = start.box.smallest_plane_distance();
  if (!(path < nearest / 2))
    throw input_error(
        "trial moves", "largest displacement times sweeps per step",
        fmt::format("less than half the distance of the nearest planes of the box, {}",
                    nearest / 2),
        fmt::format("{}", path));
}

bool box_is_wide_enough(const Box& box, const Configuration& c, const RunParameters& p) {
  const double path = p.sweeps_per_step * p.max_displacement;
  if (!(path < box.smallest_plane_distance() / 2)) return false;
  const auto w = box.plane_distances();
  // A box that all but collapsed has more images than can be listed (Box::images()).
  const double range = image_range(c, p);
  double images = 1;
  for (const double width : w) images *= 3 + 2 * range / width;
  if (!(images < 1e6)) return false;
  const double frozen = largest_diameter(c) * (1 + 1e-9);
  for (std::size_t k = 0; k < 3; ++k)
    if (p.domains[k] > 1 && !(frozen * p.domains[k] < w[k])) return false;
  return true;
}

OverlapError::OverlapError(std::size_t a, std::size_t b)
    : InputError(input_error("start",
                             fmt::format("bodies {} and {}{}", a, b, a == b ? " (its image)" : ""),
                             "no overlap", "an overlap")) {}

}  // namespace touchstone::shapes
