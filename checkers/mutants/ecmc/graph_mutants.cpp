// checkers/mutants/ecmc/graph_mutants.cpp
// Purpose   Mutants of constraint graphs, contact separations and the search for overlaps.
#include <algorithm>
#include <utility>

#include "checkers/ecmc/graph_checks.hpp"
#include "models/disks/chains/near_graph.hpp"

namespace touchstone::mutants {
namespace {

using disks::ConstraintGraph;
using disks::DiskIndex;
using disks::FixedConfiguration;
using ecmc::GraphCode;

GraphCode faulty(const char* name) {
  return ecmc::constraint_graphs(std::string("mutant/graph-") + name);
}

/// Without the arrows that lead beyond the border of the box.
GraphCode no_wrap() {
  GraphCode code = faulty("no-arrows-beyond-the-border");
  code.near = [](const FixedConfiguration& c, int threads) {
    auto targets = disks::near_graph(c, threads).targets();
    for (DiskIndex i = 0; i < c.size(); ++i)
      std::erase_if(targets[i], [&](DiskIndex j) { return c.x[j] < c.x[i]; });
    return ConstraintGraph(c, targets);
  };
  return code;
}

GraphCode not_minimal() {
  GraphCode code = faulty("keeps-implied-arrows");
  code.minimal = [](const FixedConfiguration&, const ConstraintGraph& graph, int) { return graph; };
  return code;
}

GraphCode one_tick_short() {
  GraphCode code = faulty("separations-one-tick-short");
  code.separation = [sound = code.separation](const disks::Box& box, disks::FixedCoordinate dy) {
    return std::max<disks::Ticks>(sound(box, dy) - 1, disks::kNoPair);
  };
  return code;
}

/// Disks closer than a diameter by no more than a thousandth of it.
GraphCode tolerant() {
  GraphCode code = faulty("tolerates-overlaps");
  code.require_apart = [sound = code.require_apart](FixedConfiguration c) {
    c.box.width *= 1.001;
    c.box.height *= 1.001;
    sound(c);
  };
  return code;
}

GraphCode any_graph() {
  GraphCode code = faulty("takes-any-graph");
  code.require_match = [](const ConstraintGraph&, const FixedConfiguration&) {};
  return code;
}

const bool registered =
    register_graph_code(
        no_wrap(), ecmc::kThreeLanes,
        Origin::invented("seeded fault: the nearest disk ahead is across the border of the box")) &&
    register_graph_code(not_minimal(), ecmc::kMinimalArrows,
                        Origin::paper("Li 2021, section 3.1: arrows that others imply are kept")) &&
    register_graph_code(one_tick_short(), ecmc::kSeparations,
                        Origin::invented("seeded fault: square roots are rounded down")) &&
    register_graph_code(
        tolerant(), ecmc::kOverlaps,
        Origin::invented(
            "seeded fault: overlaps of a thousandth of a diameter count as rounding")) &&
    register_graph_code(
        any_graph(), ecmc::kRefusals,
        Origin::invented("seeded fault: the graph of another configuration is accepted"));

}  // namespace
}  // namespace touchstone::mutants
