// checkers/balance/models/with_replacement.cpp
// Purpose   The other cure of the second pitfall: instead of shuffling the list of a cell, every
//           trial draws its particle anew, with replacement. Then the order of the list has no
//           effect, and the checker must say so.
// Source    Li et al., J. Chem. Phys. 157, 234111 (2022): the program behind their MPMC rows.
#include <utility>

#include "models/disks/lattice_checkerboard.hpp"

namespace touchstone::balance {
namespace {

template <class Space>
class WithReplacement {
 public:
  using State = disks::CellSystem<Space>;
  static constexpr bool kKeepsLists = true;
  explicit WithReplacement(int trials) : trials_(static_cast<unsigned>(trials)) {}

  void sub_sweeps(State& state, ChoiceTape& tape, std::uint64_t sweep, ProofExec& exec,
                  disks::StageCounters& stages) const {
    const int first = static_cast<int>(tape.stream(Purpose::colour_order, sweep, 0).below(2));
    for (const std::size_t q : {0u, 1u})
      exec.for_each_slice(
          state.cells_of_colour(), [&](std::size_t, std::size_t from, std::size_t to) {
            const int colour = q == 0 ? first : 1 - first;
            for (auto k = static_cast<std::uint32_t>(from); k < to; ++k)
              update(state, state.cell_of_colour(colour, k), tape, sweep, q, stages);
          });
  }
  /// Every particle to its new cell; those that stay first.
  void shift_cells(const State& from, State& to, disks::GridShift<int> shift, ProofExec&) const {
    const Space& space = from.space();
    for (std::uint32_t cell = 0; cell < from.shape().cells(); ++cell) {
      to.clear(cell);
      for (const auto p : from.list(cell))
        if (space.inside(space.shifted(p, shift))) to.append(cell, space.shifted(p, shift));
      for (const auto p : from.list(from.shape().neighbour(cell, shift.direction)))
        if (!space.inside(space.shifted(p, shift)))
          to.append(cell, space.translated(space.shifted(p, shift), shift.direction));
    }
  }

 private:
  void update(State& state, std::uint32_t cell, ChoiceTape& tape, std::uint64_t sweep,
              std::size_t q, disks::StageCounters& stages) const {
    const auto list = state.list(cell);
    if (list.empty()) return;
    auto stream = state.space().cell_random(tape, sweep, cell);
    for (unsigned s = 0; s < trials_; ++s) {
      auto& particle = list[stream.below(static_cast<std::uint32_t>(list.size()))];
      const auto moved = state.space().proposed(particle, stream, s);
      const bool accepted = state.space().inside(moved) && !overlaps(state, cell, &particle, moved);
      if (accepted) particle = moved;
      ++stages.trials[stages.at(q, s)];
      stages.accepted[stages.at(q, s)] += accepted ? 1 : 0;
    }
  }
  static bool overlaps(const State& state, std::uint32_t cell, const int* self, int moved) {
    for (const disks::CellOffset offset : disks::neighbourhood<Space>())
      for (const int& p : state.list(state.shape().neighbour(cell, offset)))
        if (&p != self && state.space().overlap(moved, state.space().translated(p, offset)))
          return true;
    return false;
  }

  unsigned trials_;
};

bool register_rings() {
  for (const int trials : {1, 2, 3}) {
    TinyModel ring = disks::lattice_model<disks::RingSpace>(
        {.name = "variant/drawn-with-replacement",
         .source = "Li et al. 2022",
         .claims = Claims::detailed_balance | Claims::global_balance},
        {.particles = 6, .trials_per_cell = trials},
        []<class Space>(std::type_identity<Space>, int n) { return WithReplacement<Space>(n); });
    ring.family = "mpmc";
    register_tiny(std::move(ring));
  }
  return true;
}

const bool registered = register_rings();

}  // namespace
}  // namespace touchstone::balance
