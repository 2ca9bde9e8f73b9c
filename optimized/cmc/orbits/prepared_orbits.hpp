// optimized/cmc/orbits/prepared_orbits.hpp
// Purpose   Orbits of consecutive stars of a block, ready to be sampled: apsides by search with
//           vectors, then their radii and the bound of the density, one star per lane.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 5, and
//           equations 12 to 15.
// Computes  The same bits as the serial reference.
// Cost      About 100 ns per star at 10^5 stars with AVX-512 (Zen 4), most of it waits for memory.
// Not here  Positions on the orbits (draw_lanes.hpp, sample_positions.cpp).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "optimized/cmc/block.hpp"
#include "optimized/cmc/orbits/apsis_search.hpp"

namespace touchstone::optimized {

enum class Fate : std::uint8_t { moves, stays, leaves };

/// Orbits of up to kAtOnce stars, each array in their order.
struct PreparedOrbits {
  static constexpr std::size_t kAtOnce = 64;
  template <class T>
  using Array = std::array<T, kAtOnce + kApsisPadding>;

  std::size_t first = 0;  ///< in the block
  std::size_t count = 0;
  Array<double> mass, radius, radial_velocity, tangential_velocity;
  Array<double> energy, angular_momentum;
  Array<std::int64_t> inner, outer;  ///< r_inner <= pericentre <= r_{inner+1}, the same outside
  Array<double> q_own, q_last;
  struct alignas(64) Shells {
    std::array<double, 4 * (kAtOnce + kApsisPadding)> record;
    Array<double> next_radius;
  } inner_shell, outer_shell;  ///< ApsisRecords
  Array<double> own_u;
  Array<double> pericentre, apocentre;
  Array<double> at_pericentre, bound;  ///< values of the density in s
  Array<std::int64_t> turns;           ///< all ones where both apsides are turning points
  Array<Fate> fate;
};

/// Stars first ... first + kAtOnce - 1 of the block, or fewer at its end.
void prepare_orbits(const BlockStars& stars, const Field& field, std::size_t first,
                    PreparedOrbits& orbits);

/// From the intervals of the apsides to all that follows from them, for whole vectors of stars.
struct TurningKernel {
  const char* backend;
  bool available;
  void (*turn)(std::size_t first_shell, PreparedOrbits& orbits);
};
std::span<const TurningKernel> turning_kernels();
const TurningKernel& best_turning_kernel();

/// Orbits with less angular momentum are taken for radial: its square would lose digits.
constexpr double kLeastAngularMomentum = 1e-150;

/// Bound stars that get further out than this are taken for unbound.
constexpr double kTidalRadius = 1e6;

}  // namespace touchstone::optimized
