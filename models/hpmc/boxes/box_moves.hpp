// models/hpmc/boxes/box_moves.hpp
// Purpose   Trial moves of the box at constant pressure: which are drawn, with which weight.
// Source    D. Frenkel, B. Smit, Understanding Molecular Simulation, section 5.4 (V and ln V);
//           Anderson, Irrgang, Glotzer 2016, section 2.1 (isobaric ensemble).
// Law       Centres keep their fractional coordinates, orientations stay. Accepted with probability
//           min(1, exp w) if nothing overlaps:
//             volume       V' = V + u                 w = -beta P (V' - V) + N ln(V'/V)
//             log volume   ln V' = ln V + u           w = -beta P (V' - V) + (N + 1) ln(V'/V)
//             length       L_k' = L_k + u, one edge   w = -beta P (V' - V) + N ln(V'/V)
//             shear        tilt + u at constant V     w = 0
//           u is uniform and symmetric. Volume moves sample the density V^N exp(-beta P V) dV,
//           length moves V^N exp(-beta P V) dLx dLy dLz: with both, the shape of the box is free
//           and the measure is that of the lengths only if volume moves are left out.
#pragma once
#include <cstdint>
#include <limits>

#include "models/core/random/philox.hpp"
#include "models/hpmc/boxes/box.hpp"

namespace touchstone::shapes {

enum class BoxMove { volume, log_volume, length, shear };
inline constexpr std::size_t kBoxMoves = 4;

/// Kinds with size 0 are not made; all sizes 0: constant volume.
struct BoxMoves {
  double pressure = 0;    ///< beta P
  double max_volume = 0;  ///< largest |u| of each kind
  double max_log_volume = 0;
  double max_length = 0;
  double max_shear = 0;
  int per_step = 1;

  bool any() const {
    return max_volume > 0 || max_log_volume > 0 || max_length > 0 || max_shear > 0;
  }
};

struct BoxTrial {
  BoxMove kind = BoxMove::volume;
  Box box = {};
  double log_weight = -std::numeric_limits<double>::infinity();
  double log_uniform = 0;  ///< accepted when this is below log_weight

  bool passes() const { return log_uniform < log_weight; }
};

/// Trial `number` of a step. Volumes that would not be positive have weight 0.
BoxTrial draw_box_trial(const Philox& random, std::uint64_t step, std::uint32_t number,
                        const Box& box, std::size_t bodies, const BoxMoves& moves);

/// Throws InputError for sizes and pressures that are negative or not finite.
void require_valid(const BoxMoves& moves);

}  // namespace touchstone::shapes
