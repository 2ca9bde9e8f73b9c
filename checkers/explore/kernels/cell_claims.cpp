// checkers/explore/kernels/cell_claims.cpp: configurations and mutants of cell_claims.hpp.
#include "checkers/explore/kernels/cell_claims.hpp"

#include <numeric>

#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {
namespace {

template <std::size_t cells>
KernelCase hopping(int threads, std::int32_t hops) {
  const auto build = [=](KernelProgram& kernel, int fault) {
    ClaimedCells<ExploredMemory, cells> shared;
    std::array<std::int32_t, cells> ones;
    ones.fill(1);
    shared.particles = kernel.cells.cells("particles", ones);
    shared.claim = kernel.cells.cells("claim", std::array<std::int32_t, cells>{});
    with_fault<ClaimFault, 4>(fault, [&](auto constant) {
      for (int t = 0; t < threads; ++t)
        kernel.thread("hop", shared, HopsLeft{hops}, [](auto& m, auto& shared_cells, HopsLeft s) {
          hop<decltype(constant)::value>(m, shared_cells, s);
        });
    });
  };
  const auto property = [](std::span<const Value> memory) -> std::string {
    const auto particles = memory.first(cells);
    if (std::accumulate(particles.begin(), particles.end(), Value{0}) != Value{cells})
      return "a particle is lost or doubled";
    const auto claims = memory.subspan(cells);
    return std::all_of(claims.begin(), claims.end(), [](Value claim) { return claim == 0; })
               ? ""
               : "a cell is claimed for ever";
  };
  return {std::to_string(threads) + " threads, " + std::to_string(cells) + " cells, " +
              std::to_string(hops) + " hops",
          build, property};
}

const bool registered = register_kernel({
    .name = "cell claims",
    .source = "checkers/explore/kernels/cell_claims.hpp",
    .shows = "no cell is claimed twice, no particle is lost or doubled, nobody waits forever",
    .cases = {hopping<3>(2, 1), hopping<3>(3, 1)},
    .reasons = {},
    .faults = {"claimed in order of the hop", "target not claimed", "freed before the hop"},
    .mutants =
        {{"claimed in order of the hop", Judge::sc},
         {"target not claimed", Judge::sc},
         {"freed before the hop", Judge::sc},
         {"claim.wait_exchange acq>rlx", Judge::rc11},
         {"claim.wait_exchange split", Judge::sc},
         {"claim.wait_exchange acq>rlx #2", Judge::rc11},
         {"claim.wait_exchange split #2", Judge::sc},
         {"particles.store dropped", Judge::sc},
         {.mutant = "particles.store postponed",
          .equivalent =
              "both cells are claimed before and after the two statements that change places"},
         {"particles.store dropped #2", Judge::sc},
         {.mutant = "particles.store postponed #2",
          .equivalent = "the cell that is stored to is freed last, and still claimed after the "
                        "other one is free"},
         {"claim.store rel>rlx", Judge::rc11},
         {"claim.store dropped", Judge::sc},
         {.mutant = "claim.store postponed",
          .equivalent = "the two cells are freed in the other order; nothing happens in between"},
         {"claim.store rel>rlx #2", Judge::rc11},
         {"claim.store dropped #2", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
