// reference/ecmc/chains_tiny.cpp
// Purpose   Event chains with one clock on small lattices, for exact proofs.
#include "models/disks/chains/lattice_chains.hpp"
#include "reference/ecmc/global_time.hpp"

namespace touchstone::reference {
namespace {

std::vector<disks::FixedCoordinate> run(const disks::Leg& leg,
                                        const disks::ConstraintGraph& graph) {
  return global_time_leg(leg, graph).x;
}

bool register_twins() {
  for (const std::size_t active : {1u, 2u})
    for (const int steps : {1, 5})
      register_tiny(disks::chain_model("ecmc/sampler-reference", {.active = active, .steps = steps},
                                       {disks::choose_at_random, run},
                                       "Li et al. 2021, Algorithm 2 made a sampler"));
  return true;
}

const bool registered = register_twins();

}  // namespace
}  // namespace touchstone::reference
