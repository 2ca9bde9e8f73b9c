// checkers/balance/mutants/lattice_faults.hpp
// Purpose   The faulty bodies of checkers/mutants on tiny lattices: the same templates that run on
//           real disks, so that one planted fault is proved here and measured there.
// Not here  The list of mutants (checkerboard.cpp).
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "checkers/mutants/mpmc/faulty_body.hpp"
#include "checkers/mutants/mpmc/faulty_shift.hpp"
#include "checkers/mutants/mpmc/leaving_body.hpp"
#include "models/disks/lattice_checkerboard.hpp"

namespace touchstone::balance {

/// Algorithm 1 with faults. The cells of a colour are slices of their own, unless they share what
/// was copied at the start.
template <class Space>
struct FaultyLattice {
  using State = disks::CellSystem<Space>;
  mutants::FaultyBody<Space> body;
  mutants::Faults faults;

  void sub_sweeps(State& state, ChoiceTape& tape, std::uint64_t sweep, ProofExec& exec,
                  disks::StageCounters& stages) const {
    if (faults.neighbours == mutants::Neighbours::stale)
      body.sub_sweeps(state, tape, sweep, stages);
    else
      body.sub_sweeps(state, tape, sweep, stages, exec);
  }
  void shift_cells(const State& from, State& to, disks::GridShift<int> shift, ProofExec&) const {
    mutants::shift_cells(from, to, shift, faults);
    if (!faults.overflow_reported) drop_last(to);
  }

 private:
  /// One place too few: of a full list the last particle is lost.
  static void drop_last(State& state) {
    for (std::uint32_t cell = 0; cell < state.shape().cells(); ++cell) {
      const auto list = std::as_const(state).list(cell);
      if (list.size() < state.shape().capacity) continue;
      const std::vector<typename Space::Position> kept(list.begin(), list.end() - 1);
      state.clear(cell);
      for (const auto p : kept) state.append(cell, p);
    }
  }
};

/// The choices of a tape, except that the colours always come in the same order.
struct FixedColours {
  struct Stream {
    ChoiceTape::Stream stream;
    bool fixed;
    std::uint32_t below(std::uint32_t n) { return fixed ? n - 1 : stream.below(n); }
  };
  ChoiceTape& tape;
  Stream stream(Purpose purpose, std::uint64_t step, std::uint32_t entity) const {
    return {tape.stream(purpose, step, entity), purpose == Purpose::colour_order};
  }
};

template <class Space>
struct FixedColoursLattice {
  using State = disks::CellSystem<Space>;
  mutants::FaultyBody<Space> body;

  void sub_sweeps(State& state, ChoiceTape& tape, std::uint64_t sweep, ProofExec& exec,
                  disks::StageCounters& stages) const {
    FixedColours fixed{tape};
    body.sub_sweeps(state, fixed, sweep, stages, exec);
  }
  void shift_cells(const State& from, State& to, disks::GridShift<int> shift, ProofExec&) const {
    mutants::shift_cells(from, to, shift, {});
  }
};

/// Moves may end in the next cell. Who has arrived is remembered from cell to cell when each
/// particle moves once: then nothing may be cut out.
template <class Space>
struct LeavingLattice {
  using State = disks::CellSystem<Space>;
  mutants::LeavingBody<Space> body;

  bool each_once;

  void sub_sweeps(State& state, ChoiceTape& tape, std::uint64_t sweep, ProofExec& exec,
                  disks::StageCounters& stages) const {
    if (each_once)
      body.sub_sweeps(state, tape, sweep, stages);
    else
      body.sub_sweeps(state, tape, sweep, stages, exec);
  }
  void shift_cells(const State& from, State& to, disks::GridShift<int> shift, ProofExec&) const {
    mutants::shift_cells(from, to, shift, {});
  }
};

/// Fault of the key of streams: one stream serves all cells of a colour.
class SharedStreamRing : public disks::RingSpace {
 public:
  using RingSpace::RingSpace;
  template <class Random>
  auto cell_random(Random& random, std::uint64_t sweep, std::uint32_t cell) const {
    return random.stream(Purpose::cell_update, sweep, cell % 2);
  }
};

/// Particles that collide closer than four sites.
class LongRing : public disks::RingSpace {
 public:
  using RingSpace::RingSpace;
  bool overlap(Position a, Position b) const { return a - b < 4 && b - a < 4; }
};

/// A mutant of the checkerboard on a lattice, with the claims of the correct algorithm.
template <class Base>
TinyModel faulty_lattice(const std::string& name, disks::LatticeSetup setup,
                         mutants::Faults faults) {
  return disks::lattice_model<Base>(
      {.name = "mutant/" + name,
       .source = "Anderson et al. 2013, Algorithm 1, broken on purpose",
       .claims = Claims::detailed_balance | Claims::global_balance},
      setup, [faults]<class Space>(std::type_identity<Space>, int trials) {
        return FaultyLattice<Space>{
            mutants::FaultyBody<Space>(static_cast<unsigned>(trials), 1, faults), faults};
      });
}

/// Scheme without the colour shuffle; with or without that of the particles.
inline TinyModel fixed_colours(const std::string& name, Claims claims, disks::LatticeSetup setup,
                               mutants::ListOrder order) {
  return disks::lattice_model<disks::RingSpace>(
      {.name = name,
       .source = "Anderson et al. 2013, Algorithm 1 without line 2",
       .claims = claims},
      setup, [order]<class Space>(std::type_identity<Space>, int trials) {
        return FixedColoursLattice<Space>{mutants::FaultyBody<Space>(
            static_cast<unsigned>(trials), 1, mutants::Faults{.order = order})};
      });
}

template <class Base>
TinyModel leaving_lattice(const std::string& name, disks::LatticeSetup setup, bool each_once) {
  return disks::lattice_model<Base>(
      {.name = "mutant/" + name,
       .source = "Anderson et al. 2013, Algorithm 1, broken on purpose",
       .claims = Claims::detailed_balance | Claims::global_balance},
      setup, [each_once]<class Space>(std::type_identity<Space>, int trials) {
        return LeavingLattice<Space>{
            mutants::LeavingBody<Space>(static_cast<unsigned>(trials), each_once), each_once};
      });
}

}  // namespace touchstone::balance
