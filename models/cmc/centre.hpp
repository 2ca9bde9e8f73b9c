// models/cmc/centre.hpp
// Purpose   Averages over the innermost stars that the time steps of equations 8 to 10 share.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 2.
// Units     N-body units (stars.hpp).
#pragma once
#include <cstddef>

#include "models/cmc/stars.hpp"

namespace touchstone::cluster {

/// Number of stars that equations 8 to 10 average over.
constexpr std::size_t kCentralStars = 300;

/// The innermost stars of a cluster.
struct Centre {
  std::size_t stars = 0;
  double mass = 0;        ///< sum over all of them
  double dispersion = 0;  ///< root mean square of velocities in one direction
  double volume = 0;      ///< within the outermost of them
};

/// Centre of these stars, which may end behind it.
Centre centre_of(const Stars& stars);

}  // namespace touchstone::cluster
