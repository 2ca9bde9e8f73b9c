// optimized/ecmc/chains_tiny.cpp
// Purpose   The production code of event chains on small lattices, for exact proofs: of global
//           balance, and of what is lost without what it rests on. Detailed balance does not hold
//           and is not claimed.
// Not here  Faults of the choice and of the length of legs (checkers/balance/mutants/chains.cpp).
#include <algorithm>

#include "models/disks/chains/lattice_chains.hpp"
#include "optimized/ecmc/team/chain_team.hpp"
#include "optimized/ecmc/words/word_kernels.hpp"

namespace touchstone::optimized {
namespace {

using disks::ChainTwin;
using disks::ConstraintGraph;
using disks::FixedCoordinate;
using disks::Leg;
using disks::Ticks;
using Team = ChainTeam<WordKernel<SerialMemory>>;

/// Runs a leg as ecmc/sampler does on one thread.
std::vector<FixedCoordinate> run_team(const Leg& leg, const ConstraintGraph& graph) {
  Team team(leg, graph, {.on_violation = disks::OnViolation::repair, .record = false});
  team.advance(leg.duration);
  return team.positions();
}

/// The first disk in the first site. Without repairs the order in memory shows in results, and it
/// follows positions, which keys know up to translations.
disks::FixedConfiguration from_first_disk(disks::FixedConfiguration c, Ticks site) {
  for (std::vector<FixedCoordinate>* axis : {&c.x, &c.y}) {
    const auto shift = static_cast<FixedCoordinate>(axis->front() / site * site);
    for (FixedCoordinate& coordinate : *axis) coordinate -= shift;
  }
  return c;
}

/// By epochs of about a mean free path, as production, but a violation is not taken back. Epochs
/// are multiples of 2^-8 of a side, and so are positions then.
disks::TwinScheme::Run violations_kept(Ticks site) {
  return [site](const Leg& leg, const ConstraintGraph& graph) {
    const Leg here{from_first_disk(leg.start, site), leg.active, leg.duration};
    Team team(here, graph, {.on_violation = disks::OnViolation::remember, .record = false});
    const Ticks epoch = disks::mean_free_path(leg.start.size()) >> 24 << 24;
    for (Ticks now = 0; now < leg.duration; now += epoch)
      team.advance(std::min(epoch, leg.duration - now));
    return team.positions();
  };
}

TinyModel model(const char* scheme, const ChainTwin& twin) {
  return disks::chain_model(scheme, twin, {disks::choose_at_random, run_team},
                            "Li et al. 2021, Algorithm 6 made a sampler");
}

bool register_twins() {
  for (const std::size_t active : {1u, 2u}) {
    for (const int steps : {1, 2, 3, 5})
      register_tiny(model("ecmc/sampler", {.active = active, .steps = steps}));
    TinyModel wide = model("ecmc/sampler", {.sites = 8, .reach = 2, .active = active, .steps = 5});
    wide.nightly = true;
    register_tiny(std::move(wide));
  }
  return true;
}

bool register_mutants() {
  const ChainTwin fine{.sites = 8, .reach = 2, .steps = 5, .offsets = false};
  for (const ChainTwin& twin :
       {ChainTwin{.offsets = false}, fine, ChainTwin{.active = 2, .offsets = false}}) {
    TinyModel contacts = model("mutant/chains-contacts-at-breakpoints", twin);
    contacts.origin =
        Origin::invented("gaps of a few ticks: a blocked active disk is as good as the one ahead");
    contacts.killed_by = {"global balance"};
    register_tiny(std::move(contacts));
  }
  TinyModel reversible = model("mutant/chains-called-reversible", {});
  for (TinyOperator& leg : reversible.operators)
    leg.claims = Claims::detailed_balance | Claims::global_balance;
  reversible.origin = Origin::invented("a claim too many: chains move forward only");
  reversible.killed_by = {"detailed balance"};
  register_tiny(std::move(reversible));

  const ChainTwin twin{.active = 2, .steps = 5};
  TinyModel kept = disks::chain_model(
      "mutant/chains-violations-kept", twin,
      {disks::choose_at_random, violations_kept(disks::kTicksPerSide / twin.sites)},
      "Li et al. 2021, Algorithm 6, broken on purpose");
  kept.origin =
      Origin::paper("Li et al. 2021, remark 7: horizon violations are noticed but not repaired");
  kept.killed_by = {"stochastic", "global balance"};
  return register_tiny(std::move(kept));
}

const bool registered = register_twins() && register_mutants();

}  // namespace
}  // namespace touchstone::optimized
