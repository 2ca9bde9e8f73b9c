// models/hpmc/boxes/cell_grid.hpp
// Purpose   The checkerboard of hard shapes: cells at least as wide as the largest body, their
//           colours, their neighbours through the periodic boundary, and the order of a sweep.
// Source    Anderson, Irrgang, Glotzer, Comput. Phys. Commun. 204, 21 (2016), section 2.5.2; J. A.
//           Anderson et al., J. Comput. Phys. 254, 27 (2013), section 3.1.
// Law       A step begins with an origin drawn uniformly in the box, from which fractional
//           coordinates count; direction k has an even number n_k of cells, or one where two do not
//           fit. Each sweep goes through the colours in a random order; in a cell of the colour
//           each body has one trial (move.hpp), by tag or in reverse (reverse_order() of the sweep
//           and the cell). A trial that leaves its cell is rejected, so that cells of a colour are
//           always a cell apart, no pair across them can overlap, and who is in a cell is settled.
// Not here  Who runs it: reference/hpmc/checkerboard.cpp, gpu/hpmc.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "models/core/random/philox.hpp"
#include "models/hpmc/configuration.hpp"

namespace touchstone::shapes {

struct GridCell {
  int x = 0;
  int y = 0;
  int z = 0;
  TOUCHSTONE_HD friend constexpr bool operator==(GridCell a, GridCell b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
  }
};

/// A cell near another, and the lattice vector to add to the centres of its bodies.
struct NearCell {
  GridCell cell = {};
  Vec3 image = {};
  bool home = true;  ///< the lattice vector is 0
};

/// Colours of a sweep, one after another; there are at most two along each direction.
struct ColourOrder {
  static constexpr int kMost = 8;
  int colour[kMost] = {0, 1, 2, 3, 4, 5, 6, 7};
  int count = 0;
  const int* begin() const { return colour; }
  const int* end() const { return colour + count; }
};

class CellGrid {
 public:
  CellGrid() = default;
  /// Grid of as many cells as fit, but about one body or more for each; the origin is 0.
  CellGrid(const Box& box, double largest_diameter, std::size_t bodies);

  /// Draws the origin of the cells for this step.
  TOUCHSTONE_HD void set_origin(const Philox& random, std::uint64_t step) {
    PhiloxStream stream = random.stream(Purpose::shape_shift, step, 0);
    const double x = stream.uniform();
    const double y = stream.uniform();
    const double z = stream.uniform();
    origin_ = {x, y, box_.dimensions == 2 ? 0 : z};
  }
  /// An origin that was drawn elsewhere; fractional.
  TOUCHSTONE_HD void set_origin(Vec3 origin) { origin_ = origin; }
  TOUCHSTONE_HD Vec3 origin() const { return origin_; }
  /// The colours of a sweep in their order.
  TOUCHSTONE_HD ColourOrder order(const Philox& random, std::uint64_t sweep) const {
    ColourOrder all;
    all.count = colours();
    PhiloxStream stream = random.stream(Purpose::colour_order, sweep, 0);
    for (int i = all.count; i > 1; --i) {
      const std::uint32_t k = stream.below(static_cast<std::uint32_t>(i));
      const int last = all.colour[i - 1];
      all.colour[i - 1] = all.colour[k];
      all.colour[k] = last;
    }
    return all;
  }

  TOUCHSTONE_HD const Box& box() const { return box_; }
  TOUCHSTONE_HD int cells() const { return n_[0] * n_[1] * n_[2]; }
  TOUCHSTONE_HD int colours() const { return 1 << (halved_[0] + halved_[1] + halved_[2]); }
  /// Cells of one colour.
  TOUCHSTONE_HD int active() const { return active_; }
  TOUCHSTONE_HD int extent(int k) const { return n_[k]; }
  /// Cells on either side that may hold a body's neighbours.
  TOUCHSTONE_HD int reach(int k) const { return reach_[k]; }
  /// Vector from a cell to the next along each direction.
  TOUCHSTONE_HD Vec3 cell_vector(int k) const {
    return (1.0 / n_[k]) * (k == 0 ? box_.a1() : k == 1 ? box_.a2() : box_.a3());
  }
  /// Middle of a cell, to rounding.
  TOUCHSTONE_HD Vec3 middle(GridCell c) const {
    return box_.from_fractional({origin_.x + (c.x + 0.5) * share_[0],
                                 origin_.y + (c.y + 0.5) * share_[1],
                                 box_.dimensions == 2 ? 0 : origin_.z + (c.z + 0.5) * share_[2]});
  }

  /// The image of a point that lies in the cells. Points that do keep their bits.
  TOUCHSTONE_HD Vec3 home(Vec3 r) const {
    const Vec3 f = box_.fractional(r) - origin_;
    const double nx = std::floor(f.x);
    const double ny = std::floor(f.y);
    const double nz = box_.dimensions == 2 ? 0 : std::floor(f.z);
    if (nx != 0 || ny != 0 || nz != 0) r = r - nx * box_.a1() - ny * box_.a2() - nz * box_.a3();
    return r;
  }
  /// Position back in the box at the end of a step; a body that stayed where it was keeps its bits.
  TOUCHSTONE_HD Vec3 wrapped(Vec3 before, Vec3 now) const {
    const Vec3 r = home(before);
    return r.x == now.x && r.y == now.y && r.z == now.z ? before : box_.wrap(now);
  }
  /// Cell of a point that lies in the cells.
  TOUCHSTONE_HD GridCell cell(Vec3 r) const {
    const Vec3 f = box_.fractional(r) - origin_;
    return {inside(f.x, 0), inside(f.y, 1), box_.dimensions == 2 ? 0 : inside(f.z, 2)};
  }
  /// Whether a point is still in a cell.
  TOUCHSTONE_HD bool stays(Vec3 r, GridCell cell) const {
    const Vec3 f = box_.fractional(r) - origin_;
    return std::floor(f.x * n_[0]) == cell.x && std::floor(f.y * n_[1]) == cell.y &&
           (box_.dimensions == 2 || std::floor(f.z * n_[2]) == cell.z);
  }

  /// The number that random streams know a cell by.
  TOUCHSTONE_HD std::uint32_t number(GridCell c) const {
    return static_cast<std::uint32_t>(c.x + n_[0] * (c.y + n_[1] * c.z));
  }
  TOUCHSTONE_HD int colour(GridCell c) const {
    return (c.x & halved_[0]) + ((c.y & halved_[1]) << halved_[0]) +
           ((c.z & halved_[2]) << (halved_[0] + halved_[1]));
  }
  /// Cell number k of a colour.
  TOUCHSTONE_HD GridCell of_colour(int colour, int k) const {
    const int columns = n_[0] >> halved_[0];
    const int rows = n_[1] >> halved_[1];
    const int row = k / columns;
    const int layer = n_[2] == 1 ? 0 : row / rows;
    return {((k - row * columns) << halved_[0]) + (colour & halved_[0]),
            ((row - layer * rows) << halved_[1]) + (colour >> halved_[0] & halved_[1]),
            (layer << halved_[2]) + (colour >> (halved_[0] + halved_[1]))};
  }
  /// The inverse: colours one after another, so that cells of a colour are side by side.
  TOUCHSTONE_HD int place(GridCell c) const { return part(0, c.x) + part(1, c.y) + part(2, c.z); }
  /// Share of direction k in the place of a cell: places are sums of three.
  TOUCHSTONE_HD int part(int k, int i) const {
    return (i & halved_[k]) * colour_stride_[k] + (i >> halved_[k]) * stride_[k];
  }
  /// The same for the cell below or above, around the periodic box.
  TOUCHSTONE_HD int part_below(int k, int i) const { return part(k, i == 0 ? n_[k] - 1 : i - 1); }
  TOUCHSTONE_HD int part_above(int k, int i) const { return part(k, i == n_[k] - 1 ? 0 : i + 1); }

  /// Number of cells, images and the cell itself included, that may hold a body's neighbours.
  TOUCHSTONE_HD int near_cells() const { return width(0) * width(1) * width(2); }
  TOUCHSTONE_HD NearCell near(GridCell c, int k) const {
    const int x = c.x + k % width(0) - reach_[0];
    const int y = c.y + k / width(0) % width(1) - reach_[1];
    const int z = c.z + k / (width(0) * width(1)) - reach_[2];
    const int tx = turns(x, n_[0]);
    const int ty = turns(y, n_[1]);
    const int tz = turns(z, n_[2]);
    return {{x - tx * n_[0], y - ty * n_[1], z - tz * n_[2]},
            tx * box_.a1() + ty * box_.a2() + (box_.dimensions == 2 ? Vec3{} : tz * box_.a3()),
            tx == 0 && ty == 0 && tz == 0};
  }

 private:
  TOUCHSTONE_HD int width(int k) const { return 2 * reach_[k] + 1; }
  /// Rounding may put a point on the border outside.
  TOUCHSTONE_HD int inside(double f, int k) const {
    const int c = static_cast<int>(std::floor(f * n_[k]));
    return c < 0 ? 0 : (c >= n_[k] ? n_[k] - 1 : c);
  }
  TOUCHSTONE_HD static int turns(int a, int n) { return a >= 0 ? a / n : -((n - 1 - a) / n); }

  Box box_ = {};
  Vec3 origin_ = {};  ///< fractional
  int n_[3] = {1, 1, 1};
  int reach_[3] = {0, 0, 0};  ///< in cells
  // Made of these, so that nothing is divided for each cell.
  double share_[3] = {1, 1, 1};       ///< 1 / n_
  int halved_[3] = {0, 0, 0};         ///< 1 where there are two colours along a direction
  int stride_[3] = {1, 1, 1};         ///< step in place from a cell to the next of its colour
  int colour_stride_[3] = {1, 1, 1};  ///< step in place from a colour to the next
  int active_ = 1;
};

/// Throws InputError unless there is one domain, the box.
void require_no_domains(const std::string& scheme, const std::array<int, 3>& domains);

}  // namespace touchstone::shapes
