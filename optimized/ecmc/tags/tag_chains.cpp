// optimized/ecmc/tags/tag_chains.cpp: Algorithm 6 on threads, with each of the memory orders of
// section 3.2. On x86 all are right; in the C++ memory model the schedule explorer refutes those of
// the paper:
//   touchstone explore --kernel 'chains with tags' --mutant 'paper: relaxed' --model views
#include "models/core/native_memory.hpp"
#include "optimized/ecmc/tags/tag_disks.hpp"
#include "optimized/ecmc/team/chain_team.hpp"

namespace touchstone::optimized {
namespace {

template <class Orders>
struct TagKernel {
  using Memory = NativeMemory;
  using Disks = TagDisks;
  [[gnu::always_inline]] static Step step(NativeMemory& memory, TagDisks::View& disks,
                                          ChainState& chain, const StepLimits& limits,
                                          StepNotes& notes) {
    return tag_step<Orders>(memory, disks, chain, limits, notes);
  }
};

template <class Orders>
bool add(const std::string& suffix, const std::string& orders) {
  return disks::register_chain_scheme(
      {.info = {.name = "ecmc/tag-chains" + suffix,
                .source = "Li et al. 2021, Algorithm 6, " + orders,
                .claims = Claims::global_balance | Claims::thread_invariant |
                          Claims::equals_reference | Claims::conserves_particles,
                .backend = "openmp",
                .parallel = true},
       .start = start_team<TagKernel<Orders>>,
       .repairs = true,
       .variant = !suffix.empty()},
      __FILE__);
}

const bool registered[] = {
    add<AcquireRelease>("", "positions acquire and release"),
    add<PaperDefault>("-paper", "tags acquire and release, as published (right on x86 only)"),
    add<PaperAcquireOnly>("-acquire-only", "tags acquire only (right on x86 only)"),
    add<PaperReleaseOnly>("-release-only", "tags release only (right on x86 only)"),
    add<PaperRelaxed>("-relaxed", "everything relaxed (right on x86 only)"),
    add<PaperSeqCst>("-sequential-tags", "tags sequentially consistent (right on x86 only)"),
    add<AllSeqCst>("-sequential", "everything sequentially consistent")};

}  // namespace
}  // namespace touchstone::optimized
