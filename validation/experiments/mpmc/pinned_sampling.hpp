// validation/experiments/mpmc/pinned_sampling.hpp
// Purpose   Pressures of few disks without any extrapolation: independent configurations by
//           rejection, some with a disk pinned to a wall or a pair pinned at contact.
// Source    Densities at contact are ratios of acceptances: W. Krauth, Statistical Mechanics:
//           Algorithms and Computations (2006), section 2.2 (partition functions by rejection).
// Computes  p = chance that N uniform centres do not overlap; pB = the same with disk 0 on the left
//           wall; pC = the same with disk 1 at distance 1 from disk 0 in a uniform direction.
//           Units of the diameter; L the side, l = L - 1 that of the centres' box between walls.
//             wall     pi_x = pB / (l p),          beta P d^2 = N pi_x / L
//             contact  g = pC / (l^2 p) with walls, pC / (L^2 p) without,
//                      beta P V = N + [N (N - 1) / 2] pi g + N pi_x (the last term with walls)
// Cost      About 2e7 trials per second and core.
// Not here  Closed forms (models/disks/exact_cases.hpp).
#pragma once
#include <cstddef>
#include <cstdint>

#include "models/core/estimate.hpp"
#include "models/disks/direct_sampling.hpp"
#include "validation/experiment.hpp"

namespace touchstone::validation::mpmc {

enum class Pin { none, wall, contact };

struct FewDisks {
  std::size_t disks;  ///< at most 8
  double side;        ///< in diameters
  disks::Walls walls;
};

/// True when one random placement, with the pin, has no overlap.
bool pinned_trial(const FewDisks& system, Pin pin, PhiloxStream& stream);

/// Acceptance probability from `trials` placements on the bench's threads. The same trials whatever
/// the number of threads. Throws Interrupted.
Estimate acceptance(const FewDisks& system, Pin pin, std::uint64_t trials, std::uint64_t seed,
                    Bench& bench);

/// beta P d^2 by the two routes; the errors of the acceptances propagated to first order.
Estimate wall_pressure(const FewDisks& system, const Estimate& free, const Estimate& wall);
Estimate contact_pressure(const FewDisks& system, const Estimate& free, const Estimate& contact);
/// The same with walls, where the contact route needs the wall density as well.
Estimate contact_pressure(const FewDisks& system, const Estimate& free, const Estimate& contact,
                          const Estimate& wall);

}  // namespace touchstone::validation::mpmc
