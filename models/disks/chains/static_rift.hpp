// models/disks/chains/static_rift.hpp
// Purpose   The pressure of a frozen configuration by virtual straight event chains: the suite's
//           estimator for every scheme, whatever moves its disks.
// Source    Straight event-chain Monte Carlo: M. Michel, S. C. Kapfer, W. Krauth, J. Chem. Phys.
//           140, 054116 (2014), beta P = (N / V) <x_final - x_initial> / ell; static form: the
//           measure_pressure of the SoftDisks program (B. Li et al., J. Chem. Phys. 157, 234111
//           (2022)).
// Computes  beta P_x d^2 = rho [1 + sum(x_j - x_i at contact) / (N ell)] over one chain of length
//           ell along +x from every disk; P_y likewise with +y.
//           Why it is exact: a chain leaves the uniform law of (configuration, active disk)
//           invariant at every moment of its course, so collisions weighted with their x_j - x_i
//           occur at the same mean rate all along, and that rate is the contact (virial) part of
//           the pressure. The mean is exact for every ell > 0 and every N, and for any sampler
//           whose configurations are uniform; it is not the pressure of a distribution that is
//           not (then it shows a mixture of bias at contact and within ell of it).
//           Each chain starts from the frozen configuration but is a real chain within itself:
//           disks it has displaced stay displaced until it ends. They lie behind the chain and
//           matter only when the chain winds around the box; that case is followed exactly.
// Cost      O(N): two chains per disk, each with about P* / rho collisions per diameter of its
//           length (1 per chain at packing fraction 0.7, measured 0.4 us per disk). Infinite
//           where disks touch all around the box; the variance is finite unless rows of disks
//           fill a side exactly.
// Not here  The contact extrapolation of the paper (contact_fit.hpp).
#pragma once
#include "models/disks/chains/rift_pressure.hpp"
#include "models/disks/configuration.hpp"

namespace touchstone::disks {

/// Length of the virtual chains, in diameters. Longer chains cost more and gain little: the chains
/// of neighbouring disks then meet the same contacts.
inline constexpr double kRiftChain = 0.1;

/// The estimate of one configuration. Overlaps by rounding (1e-6) count as contact. Throws
/// InputError when a side is below 2 diameters, `chain` is not in (0, 0.5], or there are no disks.
RiftPressure static_rift_pressure(const Configuration& c, double chain = kRiftChain);

}  // namespace touchstone::disks
