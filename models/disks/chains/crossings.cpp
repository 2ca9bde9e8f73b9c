#include "models/disks/chains/crossings.hpp"

#include <algorithm>
#include <cstdint>

#include "models/disks/chains/fixed_bands.hpp"

namespace touchstone::disks {
namespace {

/// A difference of centres by the nearest image; 33 bits. The axes have their own scales, which
/// does not matter for crossing.
struct Vector {
  std::int64_t x, y;
  friend Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y}; }
  friend Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y}; }
};
Vector nearest(FixedCoordinate x, FixedCoordinate y) {
  return {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
}

/// Whether p lies left (1) or right (-1) of the direction of `line`, or on it (0). Exact: products
/// of 34-bit numbers.
int side(Vector line, Vector p) {
  __extension__ typedef __int128 Wide;
  const Wide area = Wide{line.x} * p.y - Wide{line.y} * p.x;
  return area > 0 ? 1 : area < 0 ? -1 : 0;
}

/// Do the arrows along a from the origin, and along b from `start`, cross?
bool cross(Vector a, Vector start, Vector b) {
  const Vector origin{0, 0};
  const Vector end = start + b;
  return side(a, start) * side(a, end) < 0 && side(b, origin - start) * side(b, a - start) < 0;
}

class Drawing {
 public:
  Drawing(const FixedConfiguration& c, const ConstraintGraph& graph)
      : c_(c), graph_(graph), bands_(c) {
    for (DiskIndex i = 0; i < c.size(); ++i)
      for (const Arrow& arrow : graph.from(i))
        longest_ = std::max(longest_, ahead(c.x[i], c.x[arrow.to]));
  }

  /// Crossings of arrows of i with those of disks that are not further ahead than i; of two at the
  /// same x, of the one with the lower number.
  std::size_t behind(DiskIndex i) const {
    std::size_t count = 0;
    const std::size_t all = bands_.bands();
    const std::size_t middle = bands_.band(c_.y[i]);
    // Arrows go up or down by less than a diameter: those of five bands can meet.
    const std::size_t wide = std::min<std::size_t>(all, 5);
    for (std::size_t k = 0; k < wide; ++k) count += in_band(i, (middle + all + k - wide / 2) % all);
    return count;
  }

 private:
  std::size_t in_band(DiskIndex i, std::size_t band) const {
    const std::size_t begin = bands_.begin(band);
    const std::size_t size = bands_.begin(band + 1) - begin;
    const auto position = [&](std::size_t k) -> const FixedBands::Disk& {
      return bands_.at(begin + k);
    };
    std::size_t at = 0;  // the first disk of the band that is ahead of i
    for (std::size_t step = size; step > 0;) {
      const std::size_t half = step / 2;
      const FixedBands::Disk& disk = position(at + half);
      const bool ahead_of_i = disk.x != c_.x[i] ? disk.x > c_.x[i] : disk.number >= i;
      step = ahead_of_i ? half : step - half - 1;
      if (!ahead_of_i) at += half + 1;
    }
    std::size_t count = 0;
    for (std::size_t left = size; left > 0; --left) {
      at = at == 0 ? size - 1 : at - 1;
      const FixedBands::Disk& disk = position(at);
      if (ahead(disk.x, c_.x[i]) > longest_) break;
      if (disk.number != i) count += between(disk.number, i);
    }
    return count;
  }
  std::size_t between(DiskIndex i, DiskIndex j) const {
    std::size_t count = 0;
    const Vector start = nearest(c_.x[j] - c_.x[i], c_.y[j] - c_.y[i]);
    for (const Arrow& a : graph_.from(i))
      for (const Arrow& b : graph_.from(j)) {
        if (a.to == j || b.to == i || a.to == b.to) continue;
        if (cross(along(i, a), start, along(j, b))) ++count;
      }
    return count;
  }
  Vector along(DiskIndex i, const Arrow& arrow) const {
    return {ahead(c_.x[i], c_.x[arrow.to]), nearest(0, c_.y[arrow.to] - c_.y[i]).y};
  }

  const FixedConfiguration& c_;
  const ConstraintGraph& graph_;
  FixedBands bands_;
  Ticks longest_ = 0;
};

}  // namespace

std::size_t count_crossings(const FixedConfiguration& c, const ConstraintGraph& graph) {
  const Drawing drawing(c, graph);
  std::size_t count = 0;
  for (DiskIndex i = 0; i < c.size(); ++i) count += drawing.behind(i);
  return count;
}

}  // namespace touchstone::disks
