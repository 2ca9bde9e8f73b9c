#include "checkers/explore/event_chain/suites.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/core/random/philox.hpp"

namespace touchstone::explore {
namespace {

constexpr std::int32_t kDiameter = 5000;
constexpr std::int32_t kLanes[] = {0, 3000, 7000, 10000};
constexpr std::uint32_t kLength = 14000;
constexpr std::uint32_t kShortestLeg = 3000;
constexpr std::uint32_t kLongestLeg = 9000;
constexpr int kMostMisses = 50;

bool overlaps(const std::vector<Configuration::Sphere>& spheres, Configuration::Sphere added) {
  return std::any_of(spheres.begin(), spheres.end(), [&](const Configuration::Sphere& s) {
    const std::int64_t dx = s.x - std::int64_t{added.x};
    const std::int64_t dy = s.y - std::int64_t{added.y};
    return dx * dx + dy * dy <= std::int64_t{kDiameter} * kDiameter;  // no contacts either
  });
}

}  // namespace

Configuration sequential_c4() {
  return {"C4", {{0, 0}, {60, 140}, {150, 50}, {220, 145}}, 100, 150, {0, 1}};
}

Configuration sequential_c5() {
  return {"C5", {{0, 0}, {60, 140}, {150, 50}, {220, 160}, {280, 20}}, 100, 180, {0, 1}};
}

std::vector<Configuration> witnesses() {
  // W1: 21<->22, t_j before x_j. W2: 15<->16. W3: 16<->17, no x recheck. W4: tag not given back.
  return {
      {"W1", {{228, 123}, {24, 182}, {126, 225}, {38, 38}, {27, 289}}, 100, 170, {4, 1}},
      {"W2", {{287, 144}, {168, 220}, {142, 57}, {296, 292}, {395, 59}}, 100, 178, {1, 2}},
      {"W3", {{269, 25}, {7, 4}, {44, 187}, {138, 21}}, 100, 170, {1, 3}},
      {"W4", {{8138, 3000}, {1357, 0}, {359, 7000}, {12594, 7000}}, 5000, 3244, {0, 1}},
  };
}

Configuration random_configuration(std::uint64_t seed, std::uint64_t number,
                                   const FamilyOptions& options) {
  PhiloxStream random = Philox(seed).stream(Purpose::start, number, 0);
  Configuration c;
  c.name = fmt::format("R{}:{}", seed, number);
  c.diameter = kDiameter;
  const std::uint32_t spheres =
      options.fewest_spheres + random.below(options.most_spheres - options.fewest_spheres + 1);
  for (int misses = 0; c.spheres.size() < spheres;) {
    const std::int32_t lane = kLanes[random.below(std::size(kLanes))];
    const Configuration::Sphere added{static_cast<std::int32_t>(random.below(kLength)), lane};
    if (!overlaps(c.spheres, added)) {
      c.spheres.push_back(added);
    } else if (++misses > kMostMisses) {  // jammed
      misses = 0;
      c.spheres.clear();
    }
  }
  while (c.active.size() < options.chains) {
    const auto chosen = static_cast<std::uint8_t>(random.below(spheres));
    if (std::find(c.active.begin(), c.active.end(), chosen) == c.active.end())
      c.active.push_back(chosen);
  }
  c.leg = static_cast<std::int32_t>(kShortestLeg + random.below(kLongestLeg - kShortestLeg + 1));
  return c;
}

}  // namespace touchstone::explore
