// checkers/explore/event_chain/configuration.hpp
// Purpose   The few spheres on which Algorithm 5 is explored, in exact integers.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           sections 2.1 to 2.3: disks in the plane, not periodic, all velocities (+1, 0).
// Computes  Contact separations b = sqrt(4 s^2 - dy^2). With integer coordinates b = f sqrt(g)
//           with integers f and g, g free of squares. All positions and times are sums of integer
//           multiples of 1 and of roots of different square-free numbers, which are linearly
//           independent over the rationals. Replacing every sqrt(g) by an integer (in
//           fixed-point units) therefore keeps equal what is equal, whatever the order of the
//           additions (doubles do not: they split states). What is unequal stays unequal, and in
//           order, unless two values agree to some units by accident; the tests repeat the
//           exploration with other units. A position is off by some units, about 1e-8 of the
//           paper's unit of length: of no consequence, since only the order of values counts.
// Not here  Periodic boxes.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace touchstone::explore {

inline constexpr std::size_t kMostSpheres = 8;
inline constexpr std::size_t kMostChains = 4;

/// Spheres in integer units of length; speed 1, so times are lengths.
struct Configuration {
  struct Sphere {
    std::int32_t x;
    std::int32_t y;
    bool operator==(const Sphere&) const = default;
  };
  std::string name;
  std::vector<Sphere> spheres;
  std::int32_t diameter = 0;         ///< 2 s
  std::int32_t leg = 0;              ///< time to the breakpoint
  std::vector<std::uint8_t> active;  ///< the active sphere of every thread
};

/// "n=4 2s=100 leg=150 (0,0) (60,140) (150,50) (220,145) active 0,1": enough to enter it again.
std::string text(const Configuration& configuration);

/// The configuration in fixed-point units, with its arrows.
class Geometry {
 public:
  static constexpr std::int32_t kNoArrow = -1;

  /// `units` of fixed point to a unit of length. 0: as many as are needed, which is 1 when all
  /// contact separations are whole, and 2^20 otherwise.
  /// Throws InputError for overlapping or too many spheres, unknown or repeated active ones, and
  /// lengths that do not fit.
  explicit Geometry(const Configuration& configuration, std::int32_t units = 0);

  std::size_t spheres() const { return x_.size(); }
  std::size_t chains() const { return active_.size(); }
  std::int32_t units() const { return units_; }
  std::int32_t start(std::size_t sphere) const { return x_[sphere]; }
  std::uint8_t active(std::size_t chain) const { return active_[chain]; }
  std::int32_t leg() const { return leg_; }
  /// Contact separation of the arrow i -> j, which exists when j starts ahead of i and they can
  /// touch; kNoArrow otherwise.
  std::int32_t separation(std::size_t i, std::size_t j) const {
    return separation_[i * kMostSpheres + j];
  }

 private:
  std::int32_t units_ = 1;
  std::int32_t leg_ = 0;
  std::vector<std::int32_t> x_;
  std::vector<std::uint8_t> active_;
  std::vector<std::int32_t> separation_;
};

}  // namespace touchstone::explore
