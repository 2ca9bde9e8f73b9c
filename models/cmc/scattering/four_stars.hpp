// models/cmc/scattering/four_stars.hpp
// Purpose   Two binaries that meet: the four stars, and what becomes of them.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3; J. M.
//           Fregeau, P. Cheung, S. F. Portegies Zwart, F. A. Rasio, Mon. Not. R. Astron. Soc. 352,
//           1 (2004), section 3 (outcomes of four stars, when an encounter is over); R. A.
//           Mardling, S. J. Aarseth, Mon. Not. R. Astron. Soc. 321, 398 (2001), equation 90 (which
//           triples are stable).
// Units     G = 1. Stars are points.
// Not here  A binary and a single star (three_stars.hpp).
#pragma once
#include "models/cmc/scattering/point_star.hpp"

namespace touchstone::cluster {

/// Stars 0 and 1 are one binary, 2 and 3 the other.
using FourStars = StarsOf<4>;

enum class FourEnding {
  binaries,    ///< two, which leave each other for ever
  binary,      ///< one, and two stars, all of which leave each other
  triple,      ///< a stable one, and a star that leaves it
  ionised,     ///< each star leaves the others, as far as their energies say
  unfinished,  ///< nothing of this, after the longest time
  lost         ///< the scheme could not follow it with the energy that it claims
};

/// End of a meeting of four stars, and which of them is which; 4 stands for none.
struct FourEnd {
  FourEnding ending = FourEnding::unfinished;
  /// Stars of the binary, ascending; of two, that with star 0; of a triple, the inner one.
  std::array<std::size_t, 2> binary = {4, 4};
  std::size_t outer = 4;  ///< third star of a triple
  bool operator==(const FourEnd&) const = default;
};

struct ScatteredFour {
  FourEnd end;
  double time = 0;    ///< since the start
  FourStars stars{};  ///< at that time, in the frame and order of the start
  bool operator==(const ScatteredFour&) const = default;
};

/// The pericentre of the outer orbit over the semi-major axis of the inner one, above which a
/// triple is stable. `outer_mass`: mass of the third star over that of the other two; inclination
/// of the orbits in radians, 0 to pi.
double stable_above(double outer_mass, double outer_eccentricity, double inclination);

}  // namespace touchstone::cluster
