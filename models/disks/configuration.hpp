// models/disks/configuration.hpp
// Purpose   Hard disks of diameter 1 in a periodic rectangular box: the state that every estimator
//           reads and every scheme starts from and returns to.
// Source    Anderson et al., J. Comput. Phys. 254, 27 (2013), section 4: lengths in units of sigma,
//           the disk diameter.
// Not here  Cell systems (cell_system.hpp), starts (start.hpp), hard walls (exact_cases.hpp).
#pragma once
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "models/core/host_device.hpp"

namespace touchstone::disks {

/// Vector; in single precision a device loads both coordinates at once.
template <class Real>
struct alignas(sizeof(Real) == 4 ? 8 : alignof(Real)) Vec {
  Real x{};
  Real y{};
  TOUCHSTONE_HD friend constexpr Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
  TOUCHSTONE_HD friend constexpr Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y}; }
  TOUCHSTONE_HD friend constexpr bool operator==(Vec a, Vec b) { return a.x == b.x && a.y == b.y; }
};

/// A periodic box; sides in disk diameters.
struct Box {
  double width = 0;
  double height = 0;

  double area() const { return width * height; }

  /// The image of `p` with 0 <= x < width, 0 <= y < height.
  Vec<double> wrap(Vec<double> p) const { return {wrap(p.x, width), wrap(p.y, height)}; }

  /// b - a by the nearest image; exact for points already wrapped.
  Vec<double> nearest(Vec<double> a, Vec<double> b) const {
    return {nearest(b.x - a.x, width), nearest(b.y - a.y, height)};
  }

  double distance2(Vec<double> a, Vec<double> b) const {
    const Vec<double> d = nearest(a, b);
    return d.x * d.x + d.y * d.y;
  }

 private:
  static double wrap(double x, double side) {
    if (x >= 0 && x < side) return x;
    const double wrapped = x - side * std::floor(x / side);
    // -1e-20 + side rounds to side, -5e-324 / side to zero; a NaN stays a NaN.
    return wrapped < 0 || wrapped >= side ? 0.0 : wrapped;
  }
  static double nearest(double d, double side) {
    if (d > side / 2) return d - side;
    if (d < -side / 2) return d + side;
    return d;
  }
};

struct Configuration {
  Box box;
  std::vector<Vec<double>> centres;  ///< wrapped into the box

  std::size_t size() const { return centres.size(); }
  double density() const { return static_cast<double>(size()) / box.area(); }
  double packing_fraction() const { return density() * std::numbers::pi / 4; }
};

/// Smallest distance between two centres by comparing all pairs (images included when the box is
/// narrower than two diameters would need: the nearest image decides). O(N^2): an oracle for tests.
double smallest_distance_all_pairs(const Configuration& configuration);

/// Smallest distance, found with a cell list; infinity when no pair is closer than `range`.
/// O(N); range >= 1.
double smallest_distance(const Configuration& configuration, double range = 1.0);

/// No two disks overlap by more than `tolerance` (single precision states are legal in their own
/// arithmetic and exported with a rounding of about 1e-6) and all centres are inside the box.
bool is_legal(const Configuration& configuration, double tolerance = 0.0);

/// Throws InputError when disks overlap, lie outside the box, or the box is narrower than two
/// diameters (a disk would meet two images of another).
void require_legal_start(const Configuration& configuration);

}  // namespace touchstone::disks
