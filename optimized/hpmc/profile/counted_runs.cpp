// optimized/hpmc/profile/counted_runs.cpp
// Purpose   The serial tree with counters of what its trial moves look at.
// Computes  Whatever vector lanes find is found once more, one after the other, and counted: slow.
// Not here  Clocks (profiled_runs.cpp); what the counts are compared with (benchmarks/hpmc).
#include "models/hpmc/profile.hpp"
#include "optimized/hpmc/tree/domain_run_kernel.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Configuration;
using shapes::MoveCounts;
using shapes::RunParameters;

/// Counts of the one run that counts, on one thread.
MoveCounts counts;

struct CountingTree : BoxTree {
  static void looked(const LeafList& list, const NearQuery& query) {
    counts.boxes += list.count;
    for (std::size_t i = 0; i < list.count; ++i) {
      const std::uint32_t leaf = list.leaves[i];
      if (!list.boxes[leaf].meets(query.box)) continue;
      ++counts.leaves;
      const LeafPoints& points = list.points[leaf];
      const shapes::Vec3 from = query.r - points.origin;
      for (std::uint32_t k = 0; k < kLeafCapacity; ++k) {
        const shapes::Vec3 offset{static_cast<double>(points.x[k]) - from.x,
                                  static_cast<double>(points.y[k]) - from.y,
                                  static_cast<double>(points.z[k]) - from.z};
        if (leaf * kLeafCapacity + k != query.self &&
            norm2(offset) <= static_cast<double>(query.near2))
          ++counts.near;
      }
    }
  }
};

template <class Test>
struct CountingTest : Test {
  using Test::Test;
  template <class... Arguments>
  bool operator()(const Arguments&... arguments) const {
    ++counts.checks;
    return Test::operator()(arguments...);
  }
  void screen(const ScreenPair& pair, const FloatTurn& a, const FloatTurn* turns, NearBodies& near,
              ScreenVerdict& verdict) const {
    ++counts.screens;
    counts.screened += near.count;
    if constexpr (Test::kScreens) Test::screen(pair, a, turns, near, verdict);
  }
};

/// Blocks of random words that the law takes for these sweeps.
std::uint64_t blocks_of(const shapes::MoveLaw& law, const Philox& random, std::size_t bodies,
                        std::uint64_t sweeps) {
  std::uint64_t blocks = 0;
  for (std::uint64_t sweep = 0; sweep < sweeps; ++sweep)
    for (std::uint32_t tag = 0; tag < bodies; ++tag) {
      const PhiloxStream stream = random.stream(Purpose::shape_move, sweep, tag);
      const bool rotation = stream.block(0)[0] >= law.threshold;
      for (std::uint32_t next = 0;; ++next, ++blocks) {
        const PhiloxBlock words = stream.block(next);
        const shapes::Vec3 v{shapes::symmetric_number(words[1]), shapes::symmetric_number(words[2]),
                             law.plane ? 0.0 : shapes::symmetric_number(words[3])};
        if (norm2(v) < 1 || (rotation && law.plane)) break;
      }
      ++blocks;
    }
  return blocks;
}

template <class Test>
MoveCounts counted(const Configuration& c, const RunParameters& p, std::uint64_t steps) {
  DomainRun<CountingTest<Test>, CountingTree> run(c, p);
  counts = {};
  run.advance(steps);
  counts.blocks = blocks_of(move_law(c, p), Philox(p.seed), c.size(),
                            steps * static_cast<std::uint64_t>(p.sweeps_per_step));
  return counts;
}

const bool registered = shapes::register_move_counter(
    {"hpmc/serial-tree", [](const Configuration& c, const RunParameters& p, std::uint64_t steps) {
       return RoundTest::takes(c) ? counted<RoundTest>(c, p, steps)
                                  : counted<ScreenedTest>(c, p, steps);
     }});

}  // namespace
}  // namespace touchstone::optimized
