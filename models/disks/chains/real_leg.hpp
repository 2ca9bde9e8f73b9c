// models/disks/chains/real_leg.hpp
// Purpose   Legs of straight event chains with coordinates in real numbers, as programs of users
//           have them; and the schemes that run such legs.
// Source    E. P. Bernard, W. Krauth, D. B. Wilson, Phys. Rev. E 80, 056704 (2009).
// Not here  Legs in fixed-point coordinates, which are compared bit for bit (chain_registry.hpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/core/registry.hpp"
#include "models/core/scheme.hpp"
#include "models/disks/configuration.hpp"

namespace touchstone::disks {

/// All active disks move along +x or +y at the same speed. One that meets a disk stops there, and
/// that one is active instead.
struct RealLeg {
  Configuration start;
  std::vector<std::size_t> active;  ///< at least one, all different
  bool along_x = true;              ///< else along y
  double length = 0;                ///< in diameters, for each active disk
};

/// Overlap of two disks of a start that touch, as rounding leaves it; in diameters.
inline constexpr double kTouchingOverlap = 1e-12;

/// Throws InputError: overlaps beyond kTouchingOverlap, sides below two diameters, active disks
/// that are none, twice the same or not there, lengths that are not positive.
void require_valid(const RealLeg& leg);

/// State at the end of a leg.
struct RealEnd {
  std::vector<Vec<double>> centres;
  std::vector<std::size_t> active;  ///< in any order
  std::uint64_t liftings = 0;       ///< since the start
};

/// "0 3 7"
std::string disk_numbers(const std::vector<std::size_t>& disks);

class RealLegRun {
 public:
  virtual ~RealLegRun() = default;
  /// Runs so many legs, each from where the one before it ended, with the disks active then.
  virtual void advance(std::uint64_t legs) = 0;
  virtual RealEnd end() const = 0;
};

struct RealLegScheme {
  SchemeInfo info;
  /// Throws InputError for legs that are not valid or that it cannot run.
  std::function<std::unique_ptr<RealLegRun>(const RealLeg&, int threads)> start;
  /// Claimed error of a coordinate, in diameters, that one lifting adds.
  double position_error = 1e-13;
  bool mutant = false;  ///< a deliberately broken scheme
};

/// All correct schemes, sorted by name.
Registry<RealLegScheme>& real_leg_schemes();

}  // namespace touchstone::disks
