// models/hpmc/boxes/domain_grid.hpp
// Purpose   The box cut into n1 x n2 x n3 domains along its lattice vectors, each with an active
//           part whose bodies move in a step, and a frozen rest: which domain a body is in, whether
//           it is active, and the common shift at the end of a step.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.4: the upper slab of width d_max, in every
//           direction that is cut, is frozen; active parts of neighbours are then d_max apart.
// Law       Fractional coordinates g = f + 1/2 in [0, 1); domain k has [k/n, (k+1)/n), and of it
//           [k/n, (k+1)/n - d_max/w) is active, w the distance of the planes. Directions that are
//           not cut have no frozen part. The shift is uniform in (-d_max/2, d_max/2) along the
//           normals of the planes of each direction that is cut.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "models/core/random/philox.hpp"
#include "models/hpmc/boxes/box.hpp"
#include "models/hpmc/move.hpp"

namespace touchstone::shapes {

class DomainGrid {
 public:
  /// Throws InputError when a frozen slab fills a domain, for counts below 1, and for a cut along z
  /// in the plane.
  DomainGrid(const Box& box, std::array<int, 3> counts, double largest_diameter);

  std::uint32_t size() const { return static_cast<std::uint32_t>(n_[0] * n_[1] * n_[2]); }
  bool cut(int k) const { return n_[static_cast<std::size_t>(k)] > 1; }
  bool any_cut() const { return size() > 1; }

  /// Domain of a point in the box.
  std::uint32_t domain(Vec3 r) const {
    const auto g = coordinates(r);
    int index[3];
    for (std::size_t k = 0; k < 3; ++k) {
      index[k] = n_[k] == 1 ? 0 : static_cast<int>(std::floor(g[k] * n_[k]));
      index[k] = index[k] < 0 ? 0 : (index[k] >= n_[k] ? n_[k] - 1 : index[k]);
    }
    return static_cast<std::uint32_t>(index[0] + n_[0] * (index[1] + n_[1] * index[2]));
  }
  /// Whether a point is in the active part of a domain.
  bool active(Vec3 r, std::uint32_t domain) const {
    if (!any_cut()) return true;
    const auto g = coordinates(r);
    const auto at = place(domain);
    for (std::size_t k = 0; k < 3; ++k) {
      if (n_[k] == 1) continue;
      if (g[k] < lower(k, at[k]) || g[k] >= lower(k, at[k] + 1) - slab_[k]) return false;
    }
    return true;
  }
  /// Indices of a domain along the three directions.
  std::array<int, 3> place(std::uint32_t domain) const {
    const int d = static_cast<int>(domain);
    return {d % n_[0], d / n_[0] % n_[1], d / (n_[0] * n_[1])};
  }
  /// Whether a body at r, frozen or of another domain, can meet bodies of the active part: at most
  /// d_max below it, or in the domain. `r` may be an image outside the box.
  bool reached(Vec3 r, std::uint32_t domain) const {
    const auto g = coordinates(r);
    const auto at = place(domain);
    for (std::size_t k = 0; k < 3; ++k)
      if (n_[k] > 1 && (g[k] < lower(k, at[k]) - slab_[k] || g[k] >= lower(k, at[k] + 1)))
        return false;
    return true;
  }

  /// Whether a body at r can meet bodies anywhere in a domain: it is there, or at most d_max
  /// outside.
  bool beside(Vec3 r, std::uint32_t domain) const {
    const auto g = coordinates(r);
    const auto at = place(domain);
    for (std::size_t k = 0; k < 3; ++k)
      if (n_[k] > 1 &&
          (g[k] < lower(k, at[k]) - slab_[k] || g[k] >= lower(k, at[k] + 1) + slab_[k]))
        return false;
    return true;
  }

  /// A domain next to another, and what to add to bodies of the other to see them from there.
  struct Neighbour {
    std::uint32_t domain;
    Vec3 image;
  };
  /// One step (-1, 0 or 1 in each direction) from a domain, around the periodic box; nothing where
  /// a step is along a direction that is not cut.
  std::optional<Neighbour> neighbour(std::uint32_t domain, std::array<int, 3> step) const {
    auto at = place(domain);
    double turns[3] = {0, 0, 0};
    for (std::size_t k = 0; k < 3; ++k) {
      if (step[k] != 0 && n_[k] == 1) return std::nullopt;
      at[k] += step[k];
      if (at[k] == n_[k]) turns[k] = -1;
      if (at[k] < 0) turns[k] = 1;
      at[k] += static_cast<int>(turns[k]) * n_[k];
    }
    return Neighbour{static_cast<std::uint32_t>(at[0] + n_[0] * (at[1] + n_[1] * at[2])),
                     box_.from_fractional({turns[0], turns[1], turns[2]})};
  }

  /// The common shift at the end of a step; nothing where nothing is cut.
  Vec3 shift(const Philox& random, std::uint64_t step) const {
    PhiloxStream stream = random.stream(Purpose::shape_shift, step, 0);
    double f[3] = {0, 0, 0};
    for (std::size_t k = 0; k < 3; ++k) {
      const double x = symmetric_number(stream.next());
      if (n_[k] > 1) f[k] = 0.5 * slab_[k] * x;
    }
    return box_.from_fractional({f[0], f[1], f[2]});
  }

 private:
  std::array<double, 3> coordinates(Vec3 r) const {
    const Vec3 f = box_.fractional(r);
    return {f.x + 0.5, f.y + 0.5, f.z + 0.5};
  }
  double lower(std::size_t k, int index) const { return static_cast<double>(index) / n_[k]; }

  Box box_;
  std::array<int, 3> n_;
  std::array<double, 3> slab_ = {0, 0, 0};  ///< d_max / w, a little more for rounding
};

/// Numbers along the three directions whose product is `count`, with the largest share of the box
/// active. Throws InputError where each choice has a domain that its frozen slab fills.
std::array<int, 3> domains_for(const Box& box, double largest_diameter, int count);

}  // namespace touchstone::shapes
