// checkers/ecmc/planted_cases.hpp
// Purpose   Legs made by hand, for what random ones seldom have: planted ties, and rows that cannot
//           meet.
// Not here  Random legs (cases.hpp).
#pragma once
#include "checkers/ecmc/cases.hpp"

namespace touchstone::ecmc {

/// Two active disks meet a third at `meeting`, after a lifting of one of them; the second comes
/// `late` ticks later.
struct PlantedTie {
  ChainCase one;
  disks::Ticks meeting = 0;
};
PlantedTie planted_tie(disks::Ticks late);
/// The same at one time, but after a lifting of both, the earlier of which is at `lifted`.
struct PlantedPair {
  PlantedTie tie;
  disks::Ticks lifted = 0;
};
PlantedPair planted_pair();
/// Two such meetings far from each other, the second `later` by so many diameters (below 0:
/// earlier); `meeting` is the earlier one. Between them are rows with a chain each, so that a
/// thread is busy until others come.
PlantedTie planted_ties(double later);

/// A chain that, after its first lifting, meets two disks at once: it goes on with number 0.
ChainCase planted_fork();

/// Rows of disks that cannot touch disks of other rows, with one active disk each: no schedule
/// meets a horizon violation.
ChainCase separate_rows();

}  // namespace touchstone::ecmc
