// reference/cmc/fewbody/scattering.cpp
// Purpose   Follows each meeting of a binary and a single star by itself, from beginning to end.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3; J. M.
//           Fregeau, P. Cheung, S. F. Portegies Zwart, F. A. Rasio, Mon. Not. R. Astron. Soc. 352,
//           1 (2004), section 3.
// Not here  The integration (follow.hpp).
#include <cmath>

#include "reference/cmc/fewbody/follow.hpp"

namespace touchstone::reference {
namespace {

using cluster::Ending;
using cluster::Scattered;
using cluster::ScatteringParameters;
using cluster::ThreeStars;

/// Whether `single` leaves the other two for ever, and these are a binary that it disturbs no more.
bool leaves_binary(const std::vector<Body>& stars, std::size_t single, double tide) {
  const Body& a = stars[(single + 1) % 3];
  const Body& b = stars[(single + 2) % 3];
  const Pair inner = pair(a, b);
  if (!(inner.energy < 0)) return false;
  const Body centre = stick(a, b).body;
  if (!all_leave({centre, stars[single]})) return false;
  return tide_on(centre, inner.semimajor_axis * (1 + inner.eccentricity), stars[single]) < tide;
}

/// Sum of |energy| of the hardest binary and of the third star against it.
double energy_scale(const std::vector<Body>& stars) {
  double binding = 0, sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Body &a = stars[(k + 1) % 3], &b = stars[(k + 2) % 3];
    const double inner = energy_of_pair(a, b);
    if (inner >= binding) continue;
    binding = inner;
    sum = std::abs(inner) + std::abs(energy_of_pair(stick(a, b).body, stars[k]));
  }
  return sum;
}

Scattered scattered(const ThreeStars& start, const ScatteringParameters& parameters) {
  Scattered result;
  const auto over = [&](const std::vector<Body>& stars) {
    for (std::size_t single = 0; single < 3; ++single)
      if (leaves_binary(stars, single, parameters.tide)) {
        result.ending = Ending::binary;
        result.single = single;
        return true;
      }
    if (!all_leave(stars)) return false;
    result.ending = Ending::ionised;
    result.single = 3;  // a try before may have had one
    return true;
  };
  const Followed followed = follow(start, parameters, over, energy_scale);
  if (followed.course != Course::over)
    result = {followed.course == Course::lost ? Ending::lost : Ending::unfinished};
  result.time = followed.time;
  for (std::size_t i = 0; i < 3; ++i)
    result.stars[i] = {start[i].mass, followed.stars[i].position, followed.stars[i].velocity};
  return result;
}

std::vector<Scattered> scatter(std::span<const ThreeStars> starts,
                               const ScatteringParameters& parameters) {
  cluster::require_valid(parameters);
  std::vector<Scattered> all;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    cluster::require_valid(starts[i], i);
    all.push_back(scattered(starts[i], parameters));
  }
  return all;
}

const bool registered = cluster::register_scattering_scheme(
    {.info = {.name = "cmc/scattering-reference",
              .source = "Fregeau et al. 2004, section 3; Prince, Dormand 1981",
              .claims = Claims::conserves_particles,
              .baseline = true},
     .scatter = scatter,
     .scatter_binaries = scatter_binaries,
     .energy_error = kMeetingError});

}  // namespace
}  // namespace touchstone::reference
