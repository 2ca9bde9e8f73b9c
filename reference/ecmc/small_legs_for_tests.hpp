// reference/ecmc/small_legs_for_tests.hpp
// Purpose   Legs for tests: the paper's suites C4 and C5, random small ones, dense ones of 870
//           disks.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           SequentialC4 and SequentialC5; their disks have diameter 0.1 in a box of side 1.
#pragma once
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <utility>

#include "models/core/random/philox.hpp"
#include "models/disks/chains/chain_leg.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/start.hpp"
#include "reference/ecmc/global_time.hpp"

namespace touchstone::reference {

/// A length in units of the box of C4 and C5.
inline disks::Ticks of_box(double length) { return static_cast<disks::Ticks>(length * 0x1p32); }

inline disks::Leg suite(std::vector<disks::Vec<double>> centres, double duration) {
  disks::Configuration c{{10, 10}, {}};
  for (const auto p : centres) c.centres.push_back({10 * p.x, 10 * p.y});
  return {disks::in_fixed_point(c), {0, 1}, of_box(duration)};
}
inline disks::Leg suite_c4() { return suite({{0, 0}, {.06, .14}, {.15, .05}, {.22, .145}}, .15); }
inline disks::Leg suite_c5() {
  return suite({{0, 0}, {.06, .14}, {.15, .05}, {.22, .16}, {.28, .02}}, .18);
}

/// RapidCheck draws small numbers first and in most of its tests; here all are as likely.
inline rc::Gen<std::size_t> full_range(std::size_t first, std::size_t end) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(first, end));
}

/// 1 to 40 disks in boxes of three shapes, up to the density that random insertion reaches, with
/// 1 to 6 active disks; short and long legs (several times around the box).
inline disks::Leg random_leg() {
  const auto disks = *full_range(1, 41);
  const auto active = *full_range(1, std::min<std::size_t>(disks, 6) + 1);
  const auto aspect = *rc::gen::element(disks::kSquare, disks::Aspect{1, 2}, disks::Aspect{3, 1});
  const auto seed = std::uint64_t{*full_range(0, 1000000)};
  const double packing = *rc::gen::element(0.05, 0.2, 0.3, 0.4, 0.6);
  const auto flights = *rc::gen::element(2, 10, 60, 400);
  RC_PRE(disks::box_for(disks, packing, aspect).width >= 2);
  RC_PRE(disks::box_for(disks, packing, aspect).height >= 2);
  RC_PRE(disks >= 20 || packing <= 0.4);  // compression of few disks may jam
  const auto start = disks::in_fixed_point(disks::compressed_start(disks, packing, aspect, seed));
  return {start, disks::spread_active(disks, active),
          static_cast<disks::Ticks>(flights) * disks::mean_free_path(disks)};
}

/// Few different coordinates, so that disks meet several others, or several meet one, at the same
/// time.
inline disks::Leg leg_with_ties() {
  const std::uint64_t seed = *full_range(0, 1000000);
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
  disks::FixedConfiguration c{{6, 6}, {}, {}};
  const disks::FixedMetric metric(c.box);
  for (int trial = 0; trial < 60; ++trial) {
    const disks::FixedCoordinate x = random.next() & 0xF8000000u;  // 32 columns, 16 rows
    const disks::FixedCoordinate y = random.next() & 0xF0000000u;
    bool free = true;
    for (std::size_t j = 0; j < c.size(); ++j)
      free = free && !metric.overlap(x - c.x[j], y - c.y[j]);
    if (!free) continue;
    c.x.push_back(x);
    c.y.push_back(y);
  }
  const std::size_t active =
      1 + random.below(std::min<std::uint32_t>(6, static_cast<std::uint32_t>(c.size())));
  return {c, disks::spread_active(c.size(), active), disks::kTicksPerSide / (1 + random.below(3))};
}

/// Chains of a quarter of the box, one at a time, alternately along x and y (a compressed start is
/// nearly jammed: its graph and its free paths are not those of equilibrium).
inline disks::FixedConfiguration equilibrated(disks::FixedConfiguration c, std::uint32_t chains) {
  PhiloxStream random = Philox(1).stream(Purpose::test, 0, 0);
  for (std::uint32_t k = 0; k < 2 * chains; ++k) {
    const auto first = random.below(static_cast<std::uint32_t>(c.size()));
    c.x = global_time_leg({c, {first}, disks::kTicksPerSide / 4}, disks::near_graph(c)).x;
    c = transposed(c);
  }
  return c;
}

/// 870 disks, compressed to `packing` and equilibrated; one start for each packing fraction.
inline const disks::FixedConfiguration& dense_870(double packing) {
  static std::map<double, disks::FixedConfiguration> starts;
  const auto known = starts.find(packing);
  if (known != starts.end()) return known->second;
  return starts[packing] = equilibrated(
             disks::in_fixed_point(disks::compressed_start(870, packing, disks::kHexagonal870, 1)),
             150);
}

}  // namespace touchstone::reference
