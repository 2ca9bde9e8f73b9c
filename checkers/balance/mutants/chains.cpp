// checkers/balance/mutants/chains.cpp
// Purpose   Event chains on small lattices, with one fault each in who is active and how long, with
//           the verdicts that must fail on it.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021).
#include <algorithm>

#include "models/disks/chains/lattice_chains.hpp"
#include "reference/ecmc/global_time.hpp"

namespace touchstone::balance {
namespace {

using disks::ChainTwin;
using disks::ConstraintGraph;
using disks::DiskIndex;
using disks::FixedConfiguration;
using disks::FixedCoordinate;
using disks::Leg;
using disks::Ticks;
using disks::TwinScheme;

std::vector<FixedCoordinate> run(const Leg& leg, const ConstraintGraph& graph) {
  return reference::global_time_leg(leg, graph).x;
}

/// Distance that a disk can go before it meets another; one box length if it meets none.
Ticks room(const FixedConfiguration& c, const ConstraintGraph& graph, DiskIndex i) {
  Ticks least = disks::kTicksPerSide;
  for (const disks::Arrow& arrow : graph.from(i))
    least = std::min(least, disks::ahead(c.x[i], c.x[arrow.to]) - arrow.separation);
  return least;
}

std::vector<DiskIndex> lowest_numbers(const FixedConfiguration&, const ConstraintGraph&,
                                      std::size_t active, ChoiceTape::Stream) {
  std::vector<DiskIndex> first;
  for (DiskIndex i = 0; i < active; ++i) first.push_back(i);
  return first;
}

std::vector<DiskIndex> most_room(const FixedConfiguration& c, const ConstraintGraph& graph,
                                 std::size_t, ChoiceTape::Stream) {
  DiskIndex best = 0;
  for (DiskIndex i = 1; i < c.size(); ++i)
    if (room(c, graph, i) > room(c, graph, best)) best = i;
  return {best};
}

/// Whole sites until the first lifting, so that the end is a configuration of the lattice.
Ticks until_lifting(const Leg& leg, const ConstraintGraph& graph, Ticks site) {
  const auto liftings = reference::global_time_leg(leg, graph).liftings;
  return liftings.empty() ? leg.duration : liftings.front().time / site * site;
}

TwinScheme::Run stops_at_lifting(Ticks site) {
  return [site](const Leg& leg, const ConstraintGraph& graph) {
    Leg shorter = leg;
    shorter.duration = until_lifting(leg, graph, site);
    return shorter.duration == 0 ? leg.start.x : run(shorter, graph);
  };
}

/// The first lifting goes to the disk that is neither in front nor active.
TwinScheme::Run wrong_neighbour(Ticks site) {
  return [site](const Leg& leg, const ConstraintGraph& graph) {
    const auto liftings = reference::global_time_leg(leg, graph).liftings;
    if (liftings.empty()) return run(leg, graph);
    Leg part = leg;
    part.duration = until_lifting(leg, graph, site);
    if (part.duration > 0) part.start.x = run(part, graph);
    part.active = {3 - liftings.front().from - liftings.front().to};  // of three disks
    part.duration = leg.duration - part.duration;
    return run(part, graph);
  };
}

bool add(const char* name, const ChainTwin& twin, const TwinScheme& rules, const Origin& origin) {
  TinyModel mutant = disks::chain_model(std::string("mutant/chains-") + name, twin, rules,
                                        "Li et al. 2021, broken on purpose");
  mutant.origin = origin;
  mutant.killed_by = {"global balance"};
  return register_tiny(std::move(mutant));
}

bool register_mutants() {
  const ChainTwin twin;
  const Ticks site = disks::kTicksPerSide / twin.sites;
  for (const std::size_t active : {1u, 2u})
    add("lowest-number-active", {.active = active}, {lowest_numbers, run},
        Origin::invented("seeded fault: active disks are not chosen at random"));
  return add("most-room-active", twin, {most_room, run},
             Origin::invented(
                 "seeded fault: the choice of the active disk looks at the configuration")) &&
         add("stop-at-lifting", twin, {disks::choose_at_random, stops_at_lifting(site)},
             Origin::invented("seeded fault: the length of a leg depends on the configuration")) &&
         add("lift-to-wrong-neighbour", twin, {disks::choose_at_random, wrong_neighbour(site)},
             Origin::invented("seeded fault: motion is handed to a disk that is not in contact"));
}

const bool registered = register_mutants();

}  // namespace
}  // namespace touchstone::balance
