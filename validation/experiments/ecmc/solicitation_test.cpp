#include "validation/experiments/ecmc/solicitation.hpp"

#include <gtest/gtest.h>

#include "models/disks/chains/near_graph.hpp"
#include "validation/experiments/ecmc/equilibrated_start.hpp"

namespace touchstone::validation::ecmc {
namespace {

struct Seen {
  std::vector<Solicitation> graphs;
  std::vector<std::size_t> never;  ///< unused arrows of the last graph, at each stop
};
Seen seen(const disks::FixedConfiguration& c, std::vector<disks::ConstraintGraph> graphs,
          const std::vector<std::uint64_t>& stops) {
  Seen result;
  for (auto& graph : graphs) result.graphs.emplace_back(std::move(graph));
  run_chain(c, result.graphs, stops,
            [&](std::size_t) { result.never.push_back(result.graphs.back().never_solicited()); });
  return result;
}

TEST(Solicitation, ALongChainLiftsAlongArrowsAndUsesMoreAndMore) {
  const auto c = equilibrated_start(200, 0.7, disks::kHexagonal, 1);
  const auto lanes = disks::near_graph(c);
  const auto minimal = disks::minimal_graph(c, lanes);
  const Seen all = seen(c, {lanes, minimal}, {1, 200, 2000, 2000, 40000});
  ASSERT_EQ(all.never.size(), 5u);
  EXPECT_EQ(all.never[0], minimal.arrows() - 1);
  EXPECT_GT(all.never[1], all.never[2]);
  EXPECT_EQ(all.never[2], all.never[3]);
  EXPECT_GT(all.never[3], all.never[4]);
  EXPECT_LT(all.never[4], minimal.arrows() / 4);
  EXPECT_EQ(all.graphs[0].forbidden(), 0u);
  EXPECT_EQ(all.graphs[1].forbidden(), 0u);
  // Arrows that are implied are never lifted along.
  EXPECT_EQ(lanes.arrows() - all.graphs[0].never_solicited(),
            minimal.arrows() - all.graphs[1].never_solicited());
}

TEST(Solicitation, AMissingArrowIsSeen) {  // twin
  const auto c = equilibrated_start(200, 0.7, disks::kHexagonal, 1);
  const auto lanes = disks::near_graph(c);
  const Seen whole = seen(c, {lanes}, {2000});
  auto targets = disks::minimal_graph(c, lanes).targets();
  targets[0].clear();  // the chain begins there
  const Seen part = seen(c, {lanes, {c, targets}}, {2000});
  EXPECT_GT(part.graphs[1].forbidden(), 0u);
  EXPECT_EQ(part.graphs[1].first_forbidden().substr(0, 4), "0 ->");
  EXPECT_EQ(part.graphs[0].forbidden(), 0u);
  EXPECT_EQ(part.graphs[0].never_solicited(), whole.graphs[0].never_solicited());
}

}  // namespace
}  // namespace touchstone::validation::ecmc
