// optimized/ecmc/words/word_chains.cpp: the kernel with words, on threads and on one thread.
#include "optimized/ecmc/team/chain_team.hpp"
#include "optimized/ecmc/words/word_kernels.hpp"

namespace touchstone::optimized {
namespace {

const bool threads = disks::register_chain_scheme(
    {.info = {.name = "ecmc/word-chains",
              .source = "Li et al. 2021, Algorithm 6, one word for each disk",
              .claims = Claims::global_balance | Claims::thread_invariant |
                        Claims::equals_reference | Claims::conserves_particles,
              .backend = "openmp",
              .parallel = true},
     .start = start_team<WordKernel<NativeMemory>>,
     .repairs = true});

/// Plain loads and stores: a deterministic interleaving.
const bool one_thread = disks::register_chain_scheme(
    {.info = {.name = "ecmc/interleaved-chains",
              .source =
                  "Li et al. 2021, Algorithm 4 with alternating chains, one word for each disk",
              .claims =
                  Claims::global_balance | Claims::equals_reference | Claims::conserves_particles},
     .start =
         [](const disks::Leg& leg, const disks::ConstraintGraph& graph,
            const disks::ChainParameters& p) {
           disks::require_valid(p);
           disks::ChainParameters serial = p;
           serial.threads = 1;
           return start_team<WordKernel<SerialMemory>>(leg, graph, serial);
         },
     .repairs = true});

}  // namespace
}  // namespace touchstone::optimized
