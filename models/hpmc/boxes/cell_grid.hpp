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
#include <vector>

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

class CellGrid {
 public:
  CellGrid() = default;
  /// Grid of as many cells as fit, but about one body or more for each; the origin is 0.
  CellGrid(const Box& box, double largest_diameter, std::size_t bodies);

  /// Draws the origin of the cells for this step.
  void set_origin(const Philox& random, std::uint64_t step);
  /// The colours of a sweep in their order.
  std::vector<int> order(const Philox& random, std::uint64_t sweep) const;

  TOUCHSTONE_HD const Box& box() const { return box_; }
  TOUCHSTONE_HD int cells() const { return n_[0] * n_[1] * n_[2]; }
  TOUCHSTONE_HD int colours() const { return period(0) * period(1) * period(2); }
  /// Cells of one colour.
  TOUCHSTONE_HD int active() const { return cells() / colours(); }
  TOUCHSTONE_HD int extent(int k) const { return n_[k]; }

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
    return c.x % period(0) + period(0) * (c.y % period(1) + period(1) * (c.z % period(2)));
  }
  /// Cell number k of a colour.
  TOUCHSTONE_HD GridCell of_colour(int colour, int k) const {
    const int columns = n_[0] / period(0);
    const int rows = n_[1] / period(1);
    return {k % columns * period(0) + colour % period(0),
            k / columns % rows * period(1) + colour / period(0) % period(1),
            k / (columns * rows) * period(2) + colour / (period(0) * period(1))};
  }
  /// The inverse: colours one after another, so that cells of a colour are side by side.
  TOUCHSTONE_HD int place(GridCell c) const {
    const int columns = n_[0] / period(0);
    const int rows = n_[1] / period(1);
    return colour(c) * active() + c.x / period(0) +
           columns * (c.y / period(1) + rows * (c.z / period(2)));
  }

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
  TOUCHSTONE_HD int period(int k) const { return n_[k] > 1 ? 2 : 1; }
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
};

/// Throws InputError unless there is one domain, the box.
void require_no_domains(const std::string& scheme, const std::array<int, 3>& domains);

}  // namespace touchstone::shapes
