// checkers/explore/kernels/tag_chains.cpp: cases and mutants of optimized/ecmc/tags/tag_kernel.hpp;
// its faults are planted by checkers/mutants/planted/tag_kernel.patch.
#include "checkers/explore/kernels/tag_chains.hpp"

#include "checkers/explore/event_chain/suites.hpp"
#include "checkers/explore/kernels/explored_chains.hpp"
#include "optimized/ecmc/tags/tag_kernel.hpp"
#include "planted/optimized/ecmc/tags/tag_kernel.hpp"

namespace touchstone::explore {
namespace {

using optimized::DiskTag;
using optimized::planted::TagFault;

struct TagCells {
  std::array<ExploredCell<FixedCoordinate>, kMostDisks> positions;
  std::array<ExploredCell<std::uint32_t>, kMostDisks> times;
  std::array<ExploredCell<DiskTag>, kMostDisks> tags;
  FixedArrows all_arrows;

  ExploredCell<FixedCoordinate>& x(DiskIndex i) { return positions[i]; }
  ExploredCell<std::uint32_t>& t(DiskIndex i) { return times[i]; }
  ExploredCell<DiskTag>& tag(DiskIndex i) { return tags[i]; }
  std::span<const ChainArrow> arrows(DiskIndex i) const { return all_arrows.from(i); }
};

template <class Orders>
struct TagKernel {
  template <class... Arguments>
  static optimized::Step step(Arguments&&... arguments) {
    return optimized::tag_step<Orders>(arguments...);
  }
};

template <TagFault fault>
struct FaultyTagKernel {
  template <class... Arguments>
  static optimized::Step step(Arguments&&... arguments) {
    return optimized::planted::tag_step<optimized::AcquireRelease, fault>(arguments...);
  }
};

template <class... Kernels>
void add_variant(int number, KernelProgram& program, const ChainLeg& leg, const TagCells& cells,
                 ViolatedCell violated) {
  int i = 0;
  ((i++ == number ? add_threads<Kernels>(program, leg, cells, violated) : void()), ...);
}

using Ours = optimized::AcquireRelease;

void build(KernelProgram& program, const ChainLeg& leg, int fault) {
  const auto x = initial<FixedCoordinate>(leg, [&](DiskIndex i, bool) { return leg.x[i]; });
  const auto t =
      initial<std::uint32_t>(leg, [](DiskIndex, bool active) { return active ? 1u : 0u; });
  const auto tag = initial<DiskTag>(
      leg, [](DiskIndex, bool active) { return active ? optimized::kActive : optimized::kStatic; });
  const TagCells cells{cells_of(program, leg, "x", x), cells_of(program, leg, "t", t),
                       cells_of(program, leg, "tag", tag), FixedArrows(leg)};
  const ViolatedCell violated = program.cells.cell<std::int32_t>("violated", 0);
  add_variant<TagKernel<Ours>, FaultyTagKernel<TagFault::no_second_look>,
              FaultyTagKernel<TagFault::no_horizon_test>,
              FaultyTagKernel<TagFault::time_before_position>,
              FaultyTagKernel<TagFault::claim_ignored>, TagKernel<optimized::PaperDefault>,
              TagKernel<optimized::PaperAcquireOnly>, TagKernel<optimized::PaperReleaseOnly>,
              TagKernel<optimized::PaperRelaxed>, TagKernel<optimized::PaperSeqCst>,
              TagKernel<optimized::AllSeqCst>, TagKernel<optimized::PaperPlain>>(
      fault, program, leg, cells, violated);
}

std::vector<DiskEnd> disks_of(std::span<const Value> memory) {
  const std::size_t n = memory.size() / 3;
  std::vector<DiskEnd> disks;
  for (std::size_t i = 0; i < n; ++i)
    disks.push_back({from_value<FixedCoordinate>(memory[i]),
                     from_value<std::uint32_t>(memory[n + i]),
                     from_value<DiskTag>(memory[2 * n + i]) == optimized::kActive});
  return disks;
}

}  // namespace

KernelCase tag_case(const ChainLeg& leg, bool few_events) {
  return chain_case(leg, build, disks_of, few_events);
}

namespace {

std::vector<KernelCase> cases() {
  std::vector<KernelCase> all;
  for (const ChainLeg& leg : standard_legs()) all.push_back(tag_case(leg, all.empty()));
  all.push_back(tag_case(leg_of(give_back())));
  return all;
}

const bool registered = register_kernel({
    .name = "chains with tags",
    .source = "optimized/ecmc/tags/tag_kernel.hpp",
    .shows = "a leg without a horizon violation ends as with one global clock; disks never overlap",
    .cases = cases(),
    .reasons = {},
    .faults = {"no second look", "no horizon test", "time read before position", "claim ignored",
               "paper: default orders", "paper: acquire only", "paper: release only",
               "paper: relaxed", "paper: seq_cst tags", "all seq_cst",
               "paper: plain positions and times"},
    .mutants = {{"no second look", Judge::sc},
                {"no horizon test", Judge::sc},
                {"time read before position", Judge::sc},
                {"claim ignored", Judge::sc},
                {"paper: default orders", Judge::views},
                {"paper: acquire only", Judge::views},
                {"paper: release only", Judge::views},
                {"paper: relaxed", Judge::views},
                {"paper: seq_cst tags", Judge::views},
                {.mutant = "all seq_cst",
                 .equivalent = "no fault: every order is at least as strong as in the kernel"},
                {"paper: plain positions and times", Judge::rc11},
                {"x.load acq>rlx", Judge::views},
                {"t.store dropped", Judge::sc},
                {"t.store postponed", Judge::sc},
                {"x.store rel>rlx", Judge::views},
                {"x.store dropped", Judge::sc},
                {.mutant = "x.store postponed",
                 .equivalent = "22: the last access of a step; the only one after it asks whether "
                               "some thread has given up, and says nothing of disks"},
                {"tag.compare_exchange acq>rlx", Judge::views},
                {"tag.compare_exchange split", Judge::sc},
                {"tag.store rel>rlx", Judge::views},
                {"tag.store dropped", Judge::sc},
                {.mutant = "tag.store postponed",
                 .equivalent = "20 and 21: the tag of the disk ahead and the time of the own one, "
                               "which stays active; nobody who claims the one reads the other"},
                {.mutant = "t.store dropped #2",
                 .equivalent =
                     "14: no claim of the target succeeds before its new owner writes its local "
                     "time again, a later one, and does so before its position and its tag"},
                {.mutant = "t.store postponed #2",
                 .equivalent = "14 and 15: two relaxed stores to different cells, both before the "
                               "release of the position; neither disk can be claimed in between"},
                {"t.store dropped #3", Judge::sc},
                {"t.store postponed #3", Judge::sc},
                {"x.store rel>rlx #2", Judge::views},
                {"x.store dropped #2", Judge::sc},
                {"x.store postponed #2", Judge::sc},
                {"tag.store rel>rlx #2", Judge::views},
                {"tag.store dropped #2", Judge::sc},
                {"violated.store dropped", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
