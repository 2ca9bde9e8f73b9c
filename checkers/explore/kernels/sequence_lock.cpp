// checkers/explore/kernels/sequence_lock.cpp: configurations and mutants of sequence_lock.hpp.
#include "checkers/explore/kernels/sequence_lock.hpp"

#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {
namespace {

KernelCase reading(int readers, std::int32_t pairs, std::int32_t attempts) {
  const auto build = [=](KernelProgram& kernel, int fault) {
    SequenceLock<ExploredMemory> shared;
    shared.sequence = kernel.cells.cell<std::int32_t>("sequence", 0);
    shared.first = kernel.cells.cell<std::int32_t>("first", 0);
    shared.second = kernel.cells.cell<std::int32_t>("second", 0);
    with_fault<SequenceLockFault, 5>(fault, [&](auto constant) {
      kernel.thread("writer", shared, PairsWritten{0, pairs},
                    [](auto& m, auto& cells, PairsWritten state) {
                      write_pairs<decltype(constant)::value>(m, cells, state);
                    });
      for (int t = 0; t < readers; ++t)
        kernel.thread("reader", shared, AttemptsLeft{attempts},
                      [](auto& m, auto& cells, AttemptsLeft state) {
                        read_pair<decltype(constant)::value>(m, cells, state);
                      });
    });
  };
  const auto property = [=](std::span<const Value> memory) -> std::string {
    return memory[0] == 2 * pairs && memory[1] == pairs && memory[2] == pairs
               ? ""
               : "the last pair is not there";
  };
  return {std::to_string(readers) + " readers, " + std::to_string(pairs) + " pairs", build,
          property};
}

const bool registered = register_kernel({
    .name = "sequence lock",
    .source = "checkers/explore/kernels/sequence_lock.hpp",
    .shows = "no reader accepts the halves of two different pairs",
    .cases = {reading(1, 2, 2), reading(2, 1, 1)},
    .reasons = {"torn read"},
    .faults = {"no odd number", "even number too early", "no second look", "odd number accepted"},
    .mutants = {{"no odd number", Judge::sc},
                {"even number too early", Judge::sc},
                {"no second look", Judge::sc},
                {"odd number accepted", Judge::sc},
                {"sequence.store dropped", Judge::sc},
                {"sequence.store postponed", Judge::rc11},
                {"fence(rel) dropped", Judge::rc11},
                {"first.store dropped", Judge::sc},
                {.mutant = "first.store postponed",
                 .equivalent = "the halves are written in the other order, and both between the "
                               "same fence and the same release"},
                {"second.store dropped", Judge::sc},
                {"second.store postponed", Judge::sc},
                {"sequence.store rel>rlx", Judge::rc11},
                {"sequence.store dropped #2", Judge::sc},
                {"sequence.load acq>rlx", Judge::rc11},
                {"fence(acq) dropped", Judge::rc11}},
});

}  // namespace
}  // namespace touchstone::explore
