// checkers/ecmc/certified_leg.hpp
// Purpose   End of a leg of event chains in real numbers, with how far rounding may have moved each
//           disk; or that rounding decides which disk is met, so that no end is the right one.
// Computes  The leg in long double, by all pairs. Each time of flight is an interval: as wide as
//           the errors that the program has by then, and as its own make contact separations, which
//           are large for disks that hardly touch. The next event is sure if its interval
//           ends before all others begin.
// Not here  The comparison (real_leg_checks.cpp).
#pragma once
#include <optional>

#include "models/disks/chains/real_leg.hpp"

namespace touchstone::ecmc {

struct CertifiedEnd {
  disks::RealEnd end;
  std::vector<double> error;  ///< along the motion, for each disk, in diameters
};

/// End of `legs` legs for a program that adds `position_error` at each lifting, or nothing where
/// its rounding may decide about a lifting.
std::optional<CertifiedEnd> certified_end(const disks::RealLeg& leg, std::uint64_t legs,
                                          double position_error);

/// The same leg from where, after so many liftings, an active disk touches the disk that it will
/// lift to: as exactly as doubles can. Nothing where the leg ends before, or rounding decides.
std::optional<disks::RealLeg> from_contact(const disks::RealLeg& leg, std::uint64_t liftings,
                                           double position_error);

}  // namespace touchstone::ecmc
