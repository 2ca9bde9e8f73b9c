// optimized/ecmc/words/word_kernels.hpp
// Purpose   The kernel with words for chain_team.hpp, on threads and on one thread.
#pragma once
#include "models/core/native_memory.hpp"
#include "models/core/serial_memory.hpp"
#include "optimized/ecmc/words/word_disks.hpp"

namespace touchstone::optimized {

/// `Mem` is NativeMemory, or SerialMemory for a team of one.
template <class Mem>
struct WordKernel {
  using Memory = Mem;
  using Disks = WordDisks;
  [[gnu::always_inline]] static Step step(Mem& memory, WordDisks::View& disks, ChainState& chain,
                                          const StepLimits& limits, StepNotes& notes) {
    return word_step(memory, disks, chain, limits, notes);
  }
};

}  // namespace touchstone::optimized
