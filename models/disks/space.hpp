// models/disks/space.hpp
// Purpose   Interface of a checkerboard scheme to its particles, and nothing more: how a trial
//           position is proposed, which positions overlap, what lies inside a cell, how a cell
//           grid moves. The real plane and its tiny lattice twins obey the same concept, so that
//           the body that is proved is the body that ships.
// Source    Anderson et al. 2013, Algorithms 1, 2 and 4.
// Not here  Cells and their lists (cell_system.hpp); the lattice twins (lattice_space.hpp).
#pragma once
#include <array>
#include <concepts>
#include <cstdint>

#include "models/core/random/philox.hpp"
#include "models/disks/cell_stream.hpp"
#include "models/disks/configuration.hpp"

namespace touchstone::disks {

/// Offset to a neighbouring cell, in cells: -1, 0 or 1 each.
struct CellOffset {
  int x = 0;
  int y = 0;
  TOUCHSTONE_HD friend constexpr bool operator==(CellOffset, CellOffset) = default;
};

/// The directions a grid moves in: -x, +x, -y, +y for k = 0 to 3.
TOUCHSTONE_HD constexpr CellOffset direction_of(std::uint32_t k) {
  return {k == 0 ? -1 : (k == 1 ? 1 : 0), k == 2 ? -1 : (k == 3 ? 1 : 0)};
}
inline constexpr std::array<CellOffset, 4> kDirections{direction_of(0), direction_of(1),
                                                       direction_of(2), direction_of(3)};

/// Lines 15-17: the grid moves by `distance` along `direction` (the paper's f and d).
template <class Coordinate>
struct GridShift {
  CellOffset direction;
  Coordinate distance{};
};

template <class S, class Random>
concept SpaceFor = requires(const S space, Random& random, typename S::Position p,
                            GridShift<typename S::Coordinate> shift) {
  { S::kDimensions } -> std::convertible_to<int>;
  space.cell_random(random, std::uint64_t{}, std::uint32_t{});
  { space.inside(p) } -> std::same_as<bool>;
  { space.overlap(p, p) } -> std::same_as<bool>;
  { space.translated(p, CellOffset{}) } -> std::same_as<typename S::Position>;
  { space.draw_shift(random, std::uint64_t{}) } -> std::same_as<GridShift<typename S::Coordinate>>;
  { space.shifted(p, shift) } -> std::same_as<typename S::Position>;
};

/// Hard disks of diameter 1 in the plane; positions are relative to the lower left corner of
/// their cell, 0 < x <= cell width, so that single precision keeps its digits in any box.
template <class Real>
class PlaneSpace {
 public:
  using Coordinate = Real;
  using Position = Vec<Real>;
  static constexpr int kDimensions = 2;

  TOUCHSTONE_HD PlaneSpace(Vec<Real> cell_width, Real max_displacement)
      : width_(cell_width), max_displacement_(max_displacement) {}

  TOUCHSTONE_HD Vec<Real> cell_width() const { return width_; }
  TOUCHSTONE_HD Real max_displacement() const { return max_displacement_; }

  TOUCHSTONE_HD CellStream cell_random(const Philox& random, std::uint64_t sweep,
                                       std::uint32_t cell) const {
    return {random, sweep, cell};
  }

  /// Algorithm 2 line 12, for trial number s of the cell.
  TOUCHSTONE_HD Position proposed(Position p, CellStream& stream, unsigned s) const {
    return p + stream.displacement(s, max_displacement_);
  }

  /// Half open as in Algorithm 4, so that moves and shifts agree on who owns a boundary.
  TOUCHSTONE_HD bool inside(Position p) const {
    return p.x > 0 && p.y > 0 && p.x <= width_.x && p.y <= width_.y;
  }

  /// Algorithm 2 line 19.
  TOUCHSTONE_HD bool overlap(Position a, Position b) const {
    const Real dx = a.x - b.x;
    const Real dy = a.y - b.y;
    return dx * dx + dy * dy < Real(1);
  }

  /// The position of a particle of a neighbouring cell in the coordinates of this cell.
  TOUCHSTONE_HD Position translated(Position p, CellOffset offset) const {
    return {p.x + static_cast<Real>(offset.x) * width_.x,
            p.y + static_cast<Real>(offset.y) * width_.y};
  }

  /// Algorithm 1 lines 15-16: a distance in [0, w/2), one of the four directions.
  TOUCHSTONE_HD GridShift<Real> draw_shift(const Philox& random, std::uint64_t sweep) const {
    PhiloxStream stream = random.stream(Purpose::grid_shift, sweep, 0);
    const CellOffset direction = direction_of(stream.below(4));
    const Real width = direction.x != 0 ? width_.x : width_.y;
    return {direction, static_cast<Real>(stream.uniform() * (static_cast<double>(width) / 2))};
  }

  /// Algorithm 4 line 9: D - f d. The two cells that decide who owns the particle both evaluate
  /// this expression and no other.
  TOUCHSTONE_HD Position shifted(Position p, GridShift<Real> shift) const {
    return {p.x - static_cast<Real>(shift.direction.x) * shift.distance,
            p.y - static_cast<Real>(shift.direction.y) * shift.distance};
  }

 private:
  Vec<Real> width_;
  Real max_displacement_;
};

static_assert(SpaceFor<PlaneSpace<float>, const Philox>);
static_assert(SpaceFor<PlaneSpace<double>, const Philox>);

}  // namespace touchstone::disks
