// checkers/explore/kernels/chain_handover.cpp: cases and mutants of chain_handover.hpp.
#include "checkers/explore/kernels/chain_handover.hpp"

#include "checkers/explore/event_chain/global_time.hpp"
#include "checkers/explore/event_chain/suites.hpp"
#include "checkers/explore/kernels/chain_cases.hpp"

namespace touchstone::explore {
namespace {

template <std::size_t spheres>
Arrows<spheres> arrows_of(const Geometry& geometry) {
  static_assert(Arrows<spheres>::kNoArrow == Geometry::kNoArrow);
  Arrows<spheres> arrows;
  for (std::size_t i = 0; i < spheres; ++i)
    for (std::size_t j = 0; j < spheres; ++j) arrows.separation[i][j] = geometry.separation(i, j);
  return arrows;
}

template <std::size_t spheres>
void add_chains(KernelProgram& kernel, const Geometry& geometry, int fault) {
  std::array<std::int32_t, spheres> x;
  std::array<std::int32_t, spheres> tag{};
  for (std::size_t i = 0; i < spheres; ++i) x[i] = geometry.start(i);
  for (std::size_t chain = 0; chain < geometry.chains(); ++chain)
    tag[geometry.active(chain)] = static_cast<std::int32_t>(chain) + 1;
  ChainCells<ExploredMemory, spheres> shared;
  shared.x = kernel.cells.cells("x", x);
  shared.t = kernel.cells.cells("t", std::array<std::int32_t, spheres>{});
  shared.tag = kernel.cells.cells("tag", tag);
  shared.violated = kernel.cells.cell<std::int32_t>("violated", 0);
  with_fault<ChainFault, 5>(fault, [&](auto constant) {
    for (std::size_t chain = 0; chain < geometry.chains(); ++chain) {
      const ChainState start{geometry.leg(), geometry.active(chain), x[geometry.active(chain)], 0};
      kernel.thread(
          "chain", shared, start,
          [arrows = arrows_of<spheres>(geometry), me = static_cast<std::int32_t>(chain) + 1](
              auto& m, auto& cells, ChainState state) {
            run_chain<decltype(constant)::value>(m, cells, arrows, me, state);
          },
          2 * spheres);
    }
  });
}

/// Compares with the same leg run on one global clock, unless the horizon was violated.
std::string compared(const LegEnd& end, std::span<const Value> memory) {
  const std::size_t spheres = end.x.size();
  if (memory[3 * spheres] != 0) return {};
  for (std::size_t i = 0; i < spheres; ++i) {
    const std::string sphere = " of sphere " + std::to_string(i) + " is wrong";
    if (memory[i] != end.x[i]) return "the position" + sphere;
    if (memory[spheres + i] != end.t[i]) return "the local time" + sphere;
    if (memory[2 * spheres + i] != (end.active[i] ? kStalled : kStatic)) return "the tag" + sphere;
  }
  return {};
}

}  // namespace

KernelCase chain_case(const Configuration& configuration) {
  const Geometry geometry(configuration);
  const auto build = [geometry](KernelProgram& kernel, int fault) {
    switch (geometry.spheres()) {
      case 3:
        return add_chains<3>(kernel, geometry, fault);
      case 4:
        return add_chains<4>(kernel, geometry, fault);
      case 5:
        return add_chains<5>(kernel, geometry, fault);
      default:
        throw input_error("chain handover", "spheres", "3 to 5",
                          std::to_string(geometry.spheres()));
    }
  };
  const auto property = [end = global_time_leg(geometry)](std::span<const Value> memory) {
    return compared(end, memory);
  };
  return {configuration.name, build, property, false};
}

namespace {

/// Found by search: setting a sphere free after a failed recheck has to be a release (20), which
/// takes a third thread to see: one that read the old position before the first owner came.
Configuration give_back() {
  return {"W5", {{1808, 10000}, {6831, 7000}, {1143, 3000}, {12161, 3000}}, 5000, 3196, {2, 1, 0}};
}

std::vector<KernelCase> legs() {
  std::vector<KernelCase> result = {chain_case(sequential_c4()), chain_case(sequential_c5())};
  for (const Configuration& witness : witnesses()) result.push_back(chain_case(witness));
  result.push_back(chain_case(give_back()));
  return result;
}

const bool registered = register_kernel({
    .name = "chain handover",
    .source = "checkers/explore/kernels/chain_handover.hpp",
    .shows = "a leg without a horizon violation ends as with one global clock",
    .cases = legs(),
    .reasons = {},
    .faults = {"no recheck", "no horizon test", "time read before position", "claim ignored"},
    .mutants = {{"no recheck", Judge::sc},
                {"no horizon test", Judge::sc},
                {"time read before position", Judge::sc},
                {"claim ignored", Judge::sc},
                {"x.load acq>rlx", Judge::views},
                {"violated.store dropped", Judge::sc},
                {"t.store dropped", Judge::sc},
                {"t.store postponed", Judge::sc},
                {"x.store rel>rlx", Judge::views},
                {"x.store dropped", Judge::sc},
                {.mutant = "x.store postponed",
                 .equivalent = "22 and 24: a stalled tag says no more than that a claim fails, and "
                               "the claim of a sphere that is still active fails as well"},
                {"tag.store dropped", Judge::sc},
                {"tag.compare_exchange acq>rlx", Judge::views},
                {"tag.compare_exchange split", Judge::sc},
                {"tag.store rel>rlx", Judge::views},
                {"tag.store dropped #2", Judge::sc},
                {.mutant = "t.store dropped #2",
                 .equivalent =
                     "14: no claim of the target succeeds before its new owner writes its local "
                     "time again, a later one, and does so before its position and its tag"},
                {.mutant = "t.store postponed #2",
                 .equivalent = "14 and 15: two relaxed stores to different cells, both before the "
                               "release of the position; neither sphere can be claimed in between"},
                {"t.store dropped #3", Judge::sc},
                {"t.store postponed #3", Judge::sc},
                {"x.store rel>rlx #2", Judge::views},
                {"x.store dropped #2", Judge::sc},
                {"x.store postponed #2", Judge::sc},
                {"tag.store rel>rlx #2", Judge::views},
                {"tag.store dropped #3", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
