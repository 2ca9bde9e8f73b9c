#include "models/cmc/stars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

void require_as_many(std::size_t found, std::size_t stars, const std::string& where,
                     const char* what) {
  if (found != stars)
    throw input_error(where, fmt::format("number of {}", what), fmt::format("{}", stars),
                      fmt::format("{}", found));
}

[[noreturn]] void refuse(const std::string& where, std::size_t i, const char* what,
                         const std::string& expected, double found) {
  throw input_error(fmt::format("{}: star {}", where, i + 1), what, expected,
                    fmt::format("{:.17g}", found));
}

}  // namespace

void require_valid(const Stars& stars, const std::string& where) {
  const std::size_t n = stars.size();
  require_as_many(stars.mass.size(), n, where, "masses");
  require_as_many(stars.radial_velocity.size(), n, where, "radial velocities");
  require_as_many(stars.tangential_velocity.size(), n, where, "tangential velocities");
  require_as_many(stars.id.size(), n, where, "ids");
  for (std::size_t i = 0; i < n; ++i) {
    if (!(stars.mass[i] > 0) || !std::isfinite(stars.mass[i]))
      refuse(where, i, "mass", "above 0", stars.mass[i]);
    if (!(stars.radius[i] > 0) || !std::isfinite(stars.radius[i]))
      refuse(where, i, "radius", "above 0", stars.radius[i]);
    if (i > 0 && !(stars.radius[i] > stars.radius[i - 1]))
      refuse(where, i, "radius",
             fmt::format("above that of the star before, {:.17g}", stars.radius[i - 1]),
             stars.radius[i]);
    if (!std::isfinite(stars.radial_velocity[i]))
      refuse(where, i, "radial velocity", "a finite number", stars.radial_velocity[i]);
    if (!(stars.tangential_velocity[i] >= 0) || !std::isfinite(stars.tangential_velocity[i]))
      refuse(where, i, "tangential velocity", "0 or more", stars.tangential_velocity[i]);
  }
}

Stars reordered(const Stars& stars, const std::vector<std::uint32_t>& order) {
  Stars result;
  const auto gather = [&](const auto& from, auto& to) {
    to.reserve(order.size());
    for (const std::uint32_t i : order) to.push_back(from[i]);
  };
  gather(stars.mass, result.mass);
  gather(stars.radius, result.radius);
  gather(stars.radial_velocity, result.radial_velocity);
  gather(stars.tangential_velocity, result.tangential_velocity);
  gather(stars.id, result.id);
  return result;
}

std::vector<std::uint32_t> radial_order(const Stars& stars) {
  std::vector<std::uint32_t> order(stars.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return stars.radius[a] != stars.radius[b] ? stars.radius[a] < stars.radius[b]
                                              : stars.id[a] < stars.id[b];
  });
  return order;
}

double kinetic_energy(const Stars& stars) {
  double sum = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) sum += 0.5 * stars.mass[i] * stars.speed2(i);
  return sum;
}

}  // namespace touchstone::cluster
