// checkers/explore/kernels/word_chains.cpp: cases and mutants of
// optimized/ecmc/words/word_kernel.hpp; its faults are planted by
// checkers/mutants/planted/word_kernel.patch.
#include "checkers/explore/kernels/word_chains.hpp"

#include "checkers/explore/event_chain/suites.hpp"
#include "checkers/explore/kernels/explored_chains.hpp"
#include "optimized/ecmc/words/word_kernel.hpp"
#include "planted/optimized/ecmc/words/word_kernel.hpp"

namespace touchstone::explore {
namespace {

using optimized::DiskWord;
using optimized::planted::WordFault;

/// Fixed number of arrows for each disk, filled up with arrows to itself that are never reached, as
/// in production (optimized/ecmc/placed_arrows.hpp).
template <std::size_t arrows_of_a_disk>
struct WordCells {
  static constexpr std::size_t kMostArrows = arrows_of_a_disk;
  using Arrows = std::array<ChainArrow, kMostArrows>;

  std::array<ExploredCell<DiskWord>, kMostDisks> words;
  std::array<Arrows, kMostDisks> all_arrows;

  WordCells(const std::array<ExploredCell<DiskWord>, kMostDisks>& cells, const ChainLeg& leg)
      : words(cells), all_arrows{} {
    for (DiskIndex i = 0; i < leg.arrows.size(); ++i) {
      all_arrows[i].fill({i, 1});
      std::copy(leg.arrows[i].begin(), leg.arrows[i].end(), all_arrows[i].begin());
    }
  }
  ExploredCell<DiskWord>& word(DiskIndex i) { return words[i]; }
  const Arrows& arrows(DiskIndex i) const { return all_arrows[i]; }
};

template <WordFault fault>
struct WordKernel {
  template <class... Arguments>
  static optimized::Step step(Arguments&&... arguments) {
    if constexpr (fault == WordFault::none)
      return optimized::word_step(arguments...);
    else
      return optimized::planted::word_step<fault>(arguments...);
  }
};

template <std::size_t most_arrows>
void build_with(KernelProgram& program, const ChainLeg& leg, int fault) {
  const auto words = initial<DiskWord>(leg, [&](DiskIndex i, bool active) {
    return optimized::disk_word(leg.x[i], active ? 1 : 0, active);
  });
  const WordCells<most_arrows> cells(cells_of(program, leg, "word", words), leg);
  const ViolatedCell violated = program.cells.cell<std::int32_t>("violated", 0);
  with_fault<WordFault, 3>(fault, [&](auto constant) {
    add_threads<WordKernel<decltype(constant)::value>>(program, leg, cells, violated);
  });
}

void build(KernelProgram& program, const ChainLeg& leg, int fault) {
  std::size_t most = 0;
  for (const auto& arrows : leg.arrows) most = std::max(most, arrows.size());
  if (most <= 3)
    build_with<3>(program, leg, fault);
  else
    build_with<kMostDisks - 1>(program, leg, fault);
}

std::vector<DiskEnd> disks_of(std::span<const Value> memory) {
  std::vector<DiskEnd> disks;
  for (const Value value : memory) {
    const auto word = from_value<DiskWord>(value);
    disks.push_back(
        {optimized::position(word), optimized::time_plus_1(word), optimized::is_active(word)});
  }
  return disks;
}

}  // namespace

KernelCase word_case(const ChainLeg& leg, bool few_events) {
  return chain_case(leg, build, disks_of, few_events);
}

namespace {

std::vector<KernelCase> cases() {
  std::vector<KernelCase> all;
  for (const ChainLeg& leg : standard_legs()) all.push_back(word_case(leg, all.empty()));
  all.push_back(word_case(leg_of(seen_by_the_last_owner(), {0, 1, 0})));
  return all;
}

const bool registered = register_kernel({
    .name = "chains with words",
    .source = "optimized/ecmc/words/word_kernel.hpp",
    .shows = "a leg without a horizon violation ends as with one global clock; disks never overlap",
    .cases = cases(),
    .reasons = {},
    .faults = {"no horizon test", "claim ignored"},
    .mutants = {{"no horizon test", Judge::sc},
                {"claim ignored", Judge::sc},
                {"word.store dropped", Judge::sc},
                {.mutant = "word.store postponed",
                 .equivalent = "the last access of a step, which moves up: the only one after it "
                               "asks whether some thread has given up, and says nothing of disks"},
                {"word.compare_exchange acq>rlx", Judge::views},
                {"word.compare_exchange split", Judge::sc},
                {"word.store rel>rlx", Judge::views},
                {"word.store dropped #2", Judge::sc},
                {"violated.store dropped", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
