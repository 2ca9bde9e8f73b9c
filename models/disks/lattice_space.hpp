// models/disks/lattice_space.hpp
// Purpose   Tiny twins of the plane with a handful of states, on which the body of a checkerboard
//           scheme is enumerated exactly.
// Source    Ring: two particles may not occupy the same or adjacent sites; on L sites there are
//           L/(L-N) C(L-N, N) configurations: 336 for L = 16, N = 6. Torus: hard squares of two
//           by two sites.
// Not here  Cells and lists of the twins (lattice_checkerboard.hpp), building the transition matrix
//           (checkers/balance).
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
  int cell_width() const { return width_; }

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

/// A site of a two-dimensional lattice.
struct Site {
  int x = 0;
  int y = 0;
  friend constexpr bool operator==(Site, Site) = default;
};

/// Two dimensions; positions are sites of a cell, 0 .. width-1 along x and y; particles are squares
/// of two by two sites, trial moves one site along x or y.
class TorusSpace {
 public:
  using Coordinate = int;
  using Position = Site;
  static constexpr int kDimensions = 2;

  explicit TorusSpace(int cell_width) : width_(cell_width) {}
  Site cell_width() const { return {width_, width_}; }

  template <class Random>
  auto cell_random(Random& random, std::uint64_t sweep, std::uint32_t cell) const {
    return random.stream(Purpose::cell_update, sweep, cell);
  }
  template <class Stream>
  Position proposed(Position p, Stream& stream, unsigned) const {
    const CellOffset step = kDirections[stream.below(4)];
    return {p.x + step.x, p.y + step.y};
  }
  bool inside(Position p) const { return p.x >= 0 && p.x < width_ && p.y >= 0 && p.y < width_; }
  bool overlap(Position a, Position b) const {
    return a.x - b.x < 2 && b.x - a.x < 2 && a.y - b.y < 2 && b.y - a.y < 2;
  }
  Position translated(Position p, CellOffset offset) const {
    return {p.x + offset.x * width_, p.y + offset.y * width_};
  }

  /// A distance of 0 .. width/2 sites in one of the four directions.
  template <class Random>
  GridShift<int> draw_shift(Random& random, std::uint64_t sweep) const {
    auto stream = random.stream(Purpose::grid_shift, sweep, 0);
    const CellOffset direction = kDirections[stream.below(4)];
    return {direction, static_cast<int>(stream.below(static_cast<std::uint32_t>(width_ / 2 + 1)))};
  }
  Position shifted(Position p, GridShift<int> shift) const {
    return {p.x - shift.direction.x * shift.distance, p.y - shift.direction.y * shift.distance};
  }

 private:
  int width_;
};

static_assert(SpaceFor<RingSpace, ChoiceTape>);
static_assert(SpaceFor<RingSpace, const Philox>);
static_assert(SpaceFor<TorusSpace, ChoiceTape>);

}  // namespace touchstone::disks
