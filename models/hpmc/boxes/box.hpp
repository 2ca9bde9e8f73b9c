// models/hpmc/boxes/box.hpp
// Purpose   Triclinic periodic boxes of two and three dimensions: lattice vectors, wrapping,
//           distances of opposite planes, and the images that can matter to an interaction of given
//           range.
// Source    HPMC 4.8.2: a1 = (Lx, 0, 0), a2 = (xy Ly, Ly, 0), a3 = (xz Lz, yz Lz, Lz), centred at
//           0. Anderson, Irrgang, Glotzer 2016, section 3.2 (images).
// Use       In the plane Lz and the tilts of z are not used, and z stays as it is.
#pragma once
#include <array>
#include <cmath>
#include <vector>

#include "models/core/host_device.hpp"
#include "models/hpmc/vector.hpp"

namespace touchstone::shapes {

struct Box {
  double lx = 1;
  double ly = 1;
  double lz = 1;
  double xy = 0;
  double xz = 0;
  double yz = 0;
  int dimensions = 3;

  static constexpr Box square(double side) { return {side, side, 1, 0, 0, 0, 2}; }
  static constexpr Box cube(double side) { return {side, side, side, 0, 0, 0, 3}; }
  friend constexpr bool operator==(const Box&, const Box&) = default;

  TOUCHSTONE_HD constexpr Vec3 a1() const { return {lx, 0, 0}; }
  TOUCHSTONE_HD constexpr Vec3 a2() const { return {xy * ly, ly, 0}; }
  TOUCHSTONE_HD constexpr Vec3 a3() const { return {xz * lz, yz * lz, lz}; }
  /// Area of a box of the plane.
  constexpr double volume() const { return dimensions == 2 ? lx * ly : lx * ly * lz; }

  /// Coordinates along the lattice vectors, in [-1/2, 1/2) for points inside.
  TOUCHSTONE_HD Vec3 fractional(Vec3 p) const {
    if (dimensions == 2) return {(p.x - xy * p.y) / lx, p.y / ly, p.z};
    return {(p.x - (xz - yz * xy) * p.z - xy * p.y) / lx, (p.y - yz * p.z) / ly, p.z / lz};
  }
  TOUCHSTONE_HD Vec3 from_fractional(Vec3 f) const {
    if (dimensions == 2) return {f.x * lx + f.y * xy * ly, f.y * ly, f.z};
    return f.x * a1() + f.y * a2() + f.z * a3();
  }

  /// The image of `p` in the box. Points inside keep their bits.
  TOUCHSTONE_HD Vec3 wrap(Vec3 p) const {
    const Vec3 f = fractional(p);
    const double nz = dimensions == 2 ? 0 : turns(f.z);
    const double ny = turns(f.y);
    const double nx = turns(f.x);
    if (nx != 0 || ny != 0 || nz != 0) p = p - nx * a1() - ny * a2() - nz * a3();
    return p;
  }

  /// Image of r that is in the box: the shortest one where the box is not tilted; tilted boxes may
  /// have a shorter one, so that overlap is asked of all images().
  Vec3 nearest(Vec3 r) const { return wrap(r); }

  /// Distances of opposite planes (two of them in the plane; the third is then infinite).
  std::array<double, 3> plane_distances() const;
  double smallest_plane_distance() const;

  /// Lattice vectors A, 0 first, such that a ball of diameter `range` about some point of the box
  /// can meet one about another point of the box moved by A: all |A| for which the box, grown by
  /// range / 2, meets its copy. Sorted: the same box gives the same list.
  std::vector<Vec3> images(double range) const;

 private:
  TOUCHSTONE_HD static double turns(double f) {
    return f >= -0.5 && f < 0.5 ? 0.0 : std::floor(f + 0.5);
  }
};

/// Throws InputError for sides that are not positive, numbers that are not finite, and a number of
/// dimensions other than 2 and 3.
void require_valid(const Box& box);

}  // namespace touchstone::shapes
