// models/disks/lattice_space.hpp
// Purpose   Tiny twins of the plane with a handful of states, on which the body of a checkerboard
//           scheme is enumerated exactly.
// Source    Hard-core lattice gas: two particles may not occupy the same or adjacent sites. On a
//           ring of L sites there are L/(L-N) C(L-N, N) configurations: 336 for L = 16, N = 6.
// Not here  Building the transition matrix (checkers/balance).
#pragma once
#include <cstdint>

#include "models/core/choice_tape.hpp"
#include "models/disks/space.hpp"

namespace touchstone::disks {

/// One dimension; positions are sites 0 .. width-1 of a cell, trial moves one site left or right.
class RingSpace {
 public:
  using Coordinate = int;
  using Position = int;
  static constexpr int kDimensions = 1;

  explicit RingSpace(int cell_width) : width_(cell_width) {}

  template <class Random>
  auto cell_random(Random& random, std::uint64_t sweep, std::uint32_t cell) const {
    return random.stream(Purpose::cell_update, sweep, cell);
  }
  template <class Stream>
  Position proposed(Position p, Stream& stream, unsigned) const {
    return p + (stream.below(2) == 0 ? -1 : 1);
  }
  bool inside(Position p) const { return p >= 0 && p < width_; }
  bool overlap(Position a, Position b) const { return a - b < 2 && b - a < 2; }
  Position translated(Position p, CellOffset offset) const { return p + offset.x * width_; }

  /// A distance of 0 .. width/2 sites to the left or right.
  template <class Random>
  GridShift<int> draw_shift(Random& random, std::uint64_t sweep) const {
    auto stream = random.stream(Purpose::grid_shift, sweep, 0);
    const CellOffset direction = kDirections[stream.below(2)];
    return {direction, static_cast<int>(stream.below(static_cast<std::uint32_t>(width_ / 2 + 1)))};
  }
  Position shifted(Position p, GridShift<int> shift) const {
    return p - shift.direction.x * shift.distance;
  }

 private:
  int width_;
};

static_assert(SpaceFor<RingSpace, ChoiceTape>);
static_assert(SpaceFor<RingSpace, const Philox>);

}  // namespace touchstone::disks
