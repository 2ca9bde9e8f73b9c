#include "checkers/ecmc/planted_cases.hpp"

#include <algorithm>

#include "models/disks/chains/near_graph.hpp"

namespace touchstone::ecmc {
namespace {

using disks::ConstraintGraph;
using disks::DiskIndex;
using disks::FixedCoordinate;
using disks::kTicksPerSide;
using disks::Leg;
using disks::Ticks;

Ticks flight(const disks::FixedConfiguration& c, DiskIndex i, DiskIndex j) {
  return disks::ahead(c.x[i], c.x[j]) - disks::FixedMetric(c.box).separation(c.y[j] - c.y[i]);
}

/// Moves 3 of four disks from number `first` on, so that it is `late`, and returns the time of the
/// meeting: 1 meets 2, which meets 0; 3 meets 0 too. 2 and 3 pass each other.
Ticks tie(disks::FixedConfiguration& c, DiskIndex first, Ticks late) {
  const Ticks meeting = flight(c, first + 1, first + 2) + flight(c, first + 2, first);
  c.x[first + 3] += static_cast<FixedCoordinate>(flight(c, first + 3, first) - meeting - late);
  return meeting;
}

}  // namespace

ChainCase planted_fork() {
  const auto start =
      disks::in_fixed_point(disks::Configuration{{8, 8}, {{6, 4.625}, {1, 4}, {3, 4}, {6, 3.375}}});
  const Leg leg{start, {1}, kTicksPerSide / 2};
  const ConstraintGraph graph = disks::near_graph(start);
  return {leg, graph, reference_end(leg, graph)};
}

PlantedTie planted_tie(Ticks late) {
  disks::FixedConfiguration c =
      disks::in_fixed_point(disks::Configuration{{8, 8}, {{6, 4}, {1, 4.5}, {3, 4.5}, {2, 3.25}}});
  const Ticks meeting = tie(c, 0, late);
  const Leg leg{c, {1, 3}, kTicksPerSide / 2};
  const ConstraintGraph graph = disks::near_graph(c);
  return {{leg, graph, reference_end(leg, graph)}, meeting};
}

PlantedPair planted_pair() {
  disks::FixedConfiguration c = disks::in_fixed_point(
      disks::Configuration{{8, 8}, {{6, 4}, {1, 4.5}, {3, 4.5}, {1.25, 3.25}, {4.25, 3.25}}});
  const Ticks lifted = flight(c, 1, 2), meeting = lifted + flight(c, 2, 0);
  c.x[3] += static_cast<FixedCoordinate>(flight(c, 3, 4) + flight(c, 4, 0) - meeting);
  const Leg leg{c, {1, 3}, kTicksPerSide / 2};
  const ConstraintGraph graph = disks::near_graph(c);
  return {{{leg, graph, reference_end(leg, graph)}, meeting}, std::min(lifted, flight(c, 3, 4))};
}

PlantedTie planted_ties(double later) {
  constexpr int kRows = 48;
  constexpr double kBetween = 1.25, kHeight = 16 + kBetween * kRows;
  const double first = std::max(0.0, -later), second = std::max(0.0, later);
  disks::Configuration places{{16, kHeight},
                              {{9, 4},
                               {4 - first, 4.5},
                               {6, 4.5},
                               {5 - first, 3.25},
                               {9, kHeight - 4},
                               {4 - second, kHeight - 3.5},
                               {6, kHeight - 3.5},
                               {5 - second, kHeight - 4.75}}};
  Leg leg{{}, {1, 3, 5, 7}, 8 * kTicksPerSide};
  for (int row = 0; row < kRows; ++row) {
    leg.active.push_back(static_cast<DiskIndex>(places.size()));
    for (const double x : {0.5, 2.0, 3.75, 6.0, 9.0, 11.25, 14.0})
      places.centres.push_back({x, 8 + kBetween * row});
  }
  leg.start = disks::in_fixed_point(places);
  const Ticks meeting = std::min(tie(leg.start, 0, 0), tie(leg.start, 4, 0));
  const ConstraintGraph graph = disks::near_graph(leg.start);
  return {{leg, graph, reference_end(leg, graph)}, meeting};
}

ChainCase separate_rows() {
  const disks::Configuration c{{8, 8},
                               {{1, 1},
                                {3, 1.125},
                                {6, 1.25},
                                {0, 3},
                                {2, 3.25},
                                {4.5, 3.5},
                                {1.5, 5},
                                {5, 5.25},
                                {0.5, 7},
                                {4, 6.75},
                                {6, 7}}};
  const auto start = disks::in_fixed_point(c);
  const Leg leg{start, {0, 4, 7, 9}, 3 * kTicksPerSide};
  const ConstraintGraph graph = disks::near_graph(start);
  return {leg, graph, reference_end(leg, graph)};
}

}  // namespace touchstone::ecmc
