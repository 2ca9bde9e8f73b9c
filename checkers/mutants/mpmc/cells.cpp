// checkers/mutants/mpmc/cells.cpp
// Purpose   Mutants of grids of cells, near pairs, shifts, ten-bit arithmetic and tiny lattices.
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "checkers/balance/wrapped_system.hpp"
#include "checkers/mpmc/cell_checks.hpp"
#include "checkers/mpmc/lattice_checks.hpp"

namespace touchstone::mutants {
namespace {

CellCode faulty(const char* name) { return plane_cells(std::string("mutant/cells-") + name); }

/// The paper's floor(L / sqrt 2), made even, leaves some cells wider than sqrt 2.
CellCode too_wide() {
  CellCode code = faulty("wider-than-sqrt-2");
  code.grid = [sound = code.grid](const disks::Box& box) {
    disks::GridShape shape = sound(box);
    const auto columns = static_cast<std::uint32_t>(box.width / std::numbers::sqrt2) / 2 * 2;
    if (columns > 2) shape.columns = columns;
    return shape;
  };
  return code;
}

CellCode no_pairs_across_the_border() {
  CellCode code = faulty("no-pairs-across-the-border");
  code.near_pairs = [sound = code.near_pairs](const disks::Configuration& c, double range) {
    auto pairs = sound(c, range);
    std::erase_if(pairs, [&](const CellCode::Pair& pair) {
      return std::abs(c.centres[pair.i].x - c.centres[pair.j].x) > c.box.width / 2;
    });
    return pairs;
  };
  return code;
}

CellCode cut_off() {
  CellCode code = faulty("ten-bits-cut-off");
  code.in_ten_bits = [sound = code.in_ten_bits](double value) {
    const double near = sound(value);
    return std::abs(near) > std::abs(value) ? near * (1 - 0x1p-10) : near;
  };
  return code;
}

/// A direction of the four gives no shift; positions that users see never show it.
CellCode never_up() {
  CellCode code = faulty("never-shift-up");
  code.shift = [sound = code.shift](disks::Vec<double> cell, std::uint64_t seed,
                                    std::uint64_t sweep) {
    disks::GridShift<double> shift = sound(cell, seed, sweep);
    if (shift.direction.y == 1) shift.direction.y = -1;
    return shift;
  };
  return code;
}

/// Chains that are held to be independent share their shifts.
CellCode any_seed() {
  CellCode code = faulty("shift-of-any-seed");
  code.shift = [sound = code.shift](disks::Vec<double> cell, std::uint64_t, std::uint64_t sweep) {
    return sound(cell, 1, sweep);
  };
  return code;
}

CellCode seventeen_bits() {
  CellCode code = faulty("shift-of-17-bits");
  code.shift = [sound = code.shift](disks::Vec<double> cell, std::uint64_t seed,
                                    std::uint64_t sweep) {
    return sound(cell, seed, sweep & 0x1FFFF);
  };
  return code;
}

/// No word is rejected.
CellCode first_word() {
  CellCode code = faulty("choice-by-the-first-word");
  code.below = [](PhiloxStream& words, std::uint32_t n) {
    return static_cast<std::uint32_t>(std::uint64_t{words.next()} * n >> 32);
  };
  return code;
}

LatticeCode first_site_empty() {
  LatticeCode code = tiny_lattices("mutant/lattice-first-site-empty");
  code.configurations = [](const disks::LatticeSetup& setup) {
    const disks::LatticeGeometry geometry(setup);
    auto keys = geometry.configurations();
    std::erase_if(keys, [&](StateKey key) { return geometry.unpack(key).front() == 0; });
    return keys;
  };
  return code;
}

LatticeCode moves_of_two() {
  LatticeCode code = tiny_lattices("mutant/lattice-moves-of-two-sites");
  code.ring_move = [](int, int site, ChoiceTape::Stream& stream) {
    return stream.below(2) == 0 ? site - 2 : site + 2;
  };
  return code;
}

/// Counts all trials of the first stage as accepted.
class Flattered final : public WrappedSystem {
 public:
  using WrappedSystem::WrappedSystem;
  void count_stages(std::vector<TinyStageCount>& counts) const override {
    inner_->count_stages(counts);
    counts.front().accepted = counts.front().trials;
  }
};

LatticeCode accepts_all() {
  LatticeCode code = tiny_lattices("mutant/lattice-first-trials-all-accepted");
  code.models = [sound = code.models] {
    std::vector<TinyModel> models = sound();
    for (TinyModel& model : models)
      model.make = [make = model.make] { return std::make_unique<Flattered>(make()); };
    return models;
  };
  return code;
}

const bool registered =
    register_cell_code(
        too_wide(), kGrids,
        Origin::paper("Anderson 2013, section 3.1: rounding of m down leaves cells too wide")) &&
    register_cell_code(no_pairs_across_the_border(), kNearPairs,
                       Origin::invented("seeded fault: the search does not go around the box")) &&
    register_cell_code(never_up(), kShifts,
                       Origin::invented("generated mutant: one of four directions read as none")) &&
    register_cell_code(any_seed(), kShifts,
                       Origin::invented("seeded fault: a constant in place of the seed")) &&
    register_cell_code(seventeen_bits(), kShifts,
                       Origin::invented("seeded fault: the number of the sweep is cut off")) &&
    register_cell_code(first_word(), kChoices,
                       Origin::invented("generated mutant: what is done with a rejected word")) &&
    register_cell_code(
        cut_off(), kTenBits,
        Origin::invented("seeded fault: bits are cut off, so that errors have one sign")) &&
    register_lattice_code(
        first_site_empty(), kLatticeStates,
        Origin::invented("seeded fault: the search for states begins at the second site")) &&
    register_lattice_code(
        moves_of_two(), kLatticeMoves,
        Origin::invented("seeded fault: symmetric, so that balance does not see it")) &&
    register_lattice_code(
        accepts_all(), kLatticeCounts,
        Origin::invented("seeded fault: trials of the first index are all counted as accepted"));

}  // namespace
}  // namespace touchstone::mutants
