// checkers/ecmc/graph_checks.hpp
// Purpose   Checks of what all event chains stand on: constraint graphs, contact separations and
//           the search for overlaps. Schemes and the single clock that they are compared with share
//           this code, so that no comparison of one with another sees a fault in it.
// Not here  The code (models/disks/chains), its mutants (checkers/mutants/ecmc/graph_mutants.cpp).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/core/origin.hpp"
#include "models/disks/chains/constraint_graph.hpp"

namespace touchstone::ecmc {

/// Code that makes constraint graphs, or wrong code of the same form.
struct GraphCode {
  using Configuration = disks::FixedConfiguration;
  using Graph = disks::ConstraintGraph;

  std::string name;  ///< "ecmc/..." or "mutant/..."
  /// Arrows to the nearest disk ahead in each of three lanes, found by so many threads.
  std::function<Graph(const Configuration&, int threads)> near;
  /// Arrows that no others imply.
  std::function<Graph(const Configuration&, const Graph&, int threads)> minimal;
  /// Contact separation in ticks, or kNoPair.
  std::function<disks::Ticks(const disks::Box&, disks::FixedCoordinate across)> separation;
  /// Throws InputError for overlaps.
  std::function<void(const Configuration&)> require_apart;
  /// Throws InputError for the graph of another configuration.
  std::function<void(const Graph&, const Configuration&)> require_match;
};

inline constexpr const char* kThreeLanes = "graph/three lanes";
inline constexpr const char* kMinimalArrows = "graph/minimal arrows";
inline constexpr const char* kSeparations = "graph/contact separations";
inline constexpr const char* kOverlaps = "graph/overlaps";
inline constexpr const char* kRefusals = "graph/bad input";

/// The code that ships, under another name.
GraphCode constraint_graphs(const std::string& name);

/// Registers the checks of graph code as jobs; for a mutant `killed_by` names one of them.
bool register_graph_code(const GraphCode& code, const std::optional<std::string>& killed_by = {},
                         const Origin& origin = {});

/// Checks of contact separations, overlaps and input (geometry_checks.cpp).
CheckResult check_separations(const GraphCode& code, const CheckContext& context);
CheckResult check_overlaps(const GraphCode& code, const CheckContext& context);
CheckResult check_refusals(const GraphCode& code, const CheckContext& context);

/// Configurations without overlaps: few and many disks, dilute and dense, boxes of several shapes,
/// a lattice, and coordinates at the borders of cells and bands.
std::vector<disks::FixedConfiguration> graph_starts(const CheckContext& context);

}  // namespace touchstone::ecmc
