// The kernels in vector lanes, every one that this machine can run, against each other and against
// star after star: the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "models/cmc/plummer.hpp"
#include "models/cmc/shell_potential.hpp"
#include "optimized/cmc/encounter_lanes.hpp"
#include "optimized/cmc/orbits/draw_lanes.hpp"
#include "optimized/cmc/orbits/prepared_orbits.hpp"

namespace touchstone::optimized {
namespace {

using cluster::Block;
using cluster::Lfsr113;
using cluster::Stars;

struct Cluster {
  Stars stars;
  Field field;
  std::vector<double> old_radius, old_speed2, work;
  std::vector<std::uint8_t> leaves;
  std::vector<std::uint32_t> interval;
  std::vector<Lfsr113> streams;
  std::vector<BlockCounts> counts;
  std::vector<SampledBlock> blocks;
};

/// A Plummer model, some of whose stars escape and some of whose orbits are circular or radial.
Cluster cluster_of(std::size_t n, std::size_t ranks) {
  Cluster c;
  c.stars = cluster::plummer::sample(n, 3);
  c.field.update(c.stars.radius, c.stars.mass);
  for (std::size_t i = 0; i < n; ++i) {
    if (i % 97 == 3) c.stars.radial_velocity[i] = 4;
    if (i % 89 == 5) c.stars.tangential_velocity[i] = 0;
    if (i % 89 == 15) c.stars.tangential_velocity[i] = 1e-30;
    if (i % 83 != 7) continue;
    c.stars.radial_velocity[i] = 0;
    c.stars.tangential_velocity[i] =
        std::sqrt((c.field.enclosed(i + 1) - 0.5 * c.stars.mass[i]) / c.stars.radius[i]);
  }
  for (auto* array : {&c.old_radius, &c.old_speed2, &c.work}) array->resize(n);
  c.leaves.resize(n);
  c.interval.resize(n);
  c.streams = cluster::separate_streams(7, ranks);
  c.counts.resize(ranks);
  return c;
}

void cut(Cluster& c) {
  const auto parts = cluster::partition(c.stars.size(), c.streams.size());
  for (std::size_t r = 0; r < parts.size(); ++r) {
    const auto part = [&](auto& array) {
      return std::span(array).subspan(parts[r].first, parts[r].size());
    };
    Stars& s = c.stars;
    c.blocks.push_back(
        {{parts[r].first + 1, part(s.mass), part(s.radius), part(s.radial_velocity),
          part(s.tangential_velocity)},
         {part(c.old_radius), part(c.old_speed2), part(c.work), part(c.leaves), part(c.interval)},
         &c.streams[r],
         &c.counts[r]});
  }
}

TEST(DrawLanes, EveryVectorUnitSamplesAsOneStarAfterAnother) {
  for (const auto& [stars, blocks, lanes] :
       {std::array<std::size_t, 3>{3000, 11, 8}, {3000, 3, 3}, {500, 20, 8}, {60, 1, 8}}) {
    const std::size_t n = stars, ranks = blocks, at_once = lanes;
    Cluster expected = cluster_of(n, ranks);
    cut(expected);
    OrbitScratch scratch;
    for (SampledBlock& b : expected.blocks)
      *b.counts = sample_positions(b.stars, expected.field, b.moves, scratch, *b.random);
    for (const DrawKernel& kernel : draw_kernels()) {
      if (!kernel.available) continue;
      Cluster found = cluster_of(n, ranks);
      cut(found);
      std::size_t taken = 0;
      LaneTeam team(found.field, scratch.orbits(std::min(at_once, kernel.lanes)),
                    [&] { return taken < ranks ? &found.blocks[taken++] : nullptr; });
      kernel.draw(team);
      EXPECT_EQ(found.stars, expected.stars) << kernel.backend << ", " << ranks << " ranks";
      EXPECT_EQ(found.streams, expected.streams) << kernel.backend;
      EXPECT_EQ(found.work, expected.work) << kernel.backend;
      EXPECT_EQ(found.old_speed2, expected.old_speed2) << kernel.backend;
      EXPECT_EQ(found.leaves, expected.leaves) << kernel.backend;
      EXPECT_EQ(found.interval, expected.interval) << kernel.backend;
      for (std::size_t r = 0; r < ranks; ++r) {
        EXPECT_EQ(found.counts[r].trials, expected.counts[r].trials) << kernel.backend;
        EXPECT_EQ(found.counts[r].above_bound, expected.counts[r].above_bound) << kernel.backend;
        EXPECT_EQ(found.counts[r].escaped_energy, expected.counts[r].escaped_energy);
      }
    }
  }
}

TEST(TurningLanes, EveryVectorUnitFindsTheSameApsides) {
  Cluster c = cluster_of(500, 1);
  cut(c);
  PreparedOrbits expected{};
  prepare_orbits(c.blocks[0].stars, c.field, 128, expected);
  for (const TurningKernel& kernel : turning_kernels()) {
    if (!kernel.available) continue;
    PreparedOrbits found = expected;
    found.pericentre.fill(-1);
    found.bound.fill(-1);
    kernel.turn(129, found);
    for (std::size_t i = 0; i < expected.count; ++i) {
      if (expected.fate[i] != Fate::moves) continue;
      EXPECT_EQ(found.pericentre[i], expected.pericentre[i]) << kernel.backend;
      EXPECT_EQ(found.apocentre[i], expected.apocentre[i]) << kernel.backend;
      EXPECT_EQ(found.at_pericentre[i], expected.at_pericentre[i]) << kernel.backend;
      EXPECT_EQ(found.bound[i], expected.bound[i]) << kernel.backend;
      // A radial orbit passes the centre, within the innermost radius of the field.
      EXPECT_LE(c.field.radius(static_cast<std::size_t>(found.inner[i])),
                found.pericentre[i] + cluster::kInnermost);
      EXPECT_GE(c.field.radius(static_cast<std::size_t>(found.outer[i]) + 1), found.apocentre[i]);
    }
  }
}

/// The blocks' pairs, most of them in lanes, against those that no batch can hold.
TEST(EncounterLanes, EveryVectorUnitDeflectsAsOnePairAfterAnother) {
  constexpr std::size_t kPairs = 64;
  Lfsr113 random(9);
  std::array<std::uint32_t, kPairs> azimuth{}, axis{};
  for (std::size_t j = 0; j < kPairs; ++j) {
    azimuth[j] = random.next();
    axis[j] = random.next();
  }
  const auto after = [&](const EncounterKernel& kernel) {
    Cluster c = cluster_of(400, 1);
    // Pairs that move together, and pairs whose relative velocity is radial.
    Stars& s = c.stars;
    s.radial_velocity[103] = s.radial_velocity[102];
    for (const std::size_t i : {102u, 103u, 104u, 105u}) s.tangential_velocity[i] = 0;
    kernel.deflect({kPairs, s.mass.data() + 100, s.radial_velocity.data() + 100,
                    s.tangential_velocity.data() + 100, c.field.radii() + 91, c.field.radii() + 111,
                    azimuth.data(), axis.data(), 0.01, 400});
    return c.stars;
  };
  const Stars portable = after(encounter_kernels().back());
  EXPECT_NE(portable, cluster_of(400, 1).stars);
  for (const EncounterKernel& kernel : encounter_kernels())
    if (kernel.available) {
      EXPECT_EQ(after(kernel), portable) << kernel.backend;
    }
}

}  // namespace
}  // namespace touchstone::optimized
