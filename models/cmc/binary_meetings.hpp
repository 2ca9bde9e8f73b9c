// models/cmc/binary_meetings.hpp
// Purpose   Meetings of binaries with single stars in a cluster: how likely one is in a time step,
//           how it begins, and what the cluster has after it.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, steps 2 and
//           3, and equation 10; J. M. Fregeau, F. A. Rasio, Astrophys. J. 658, 1047 (2007) (few
//           bodies in a Monte Carlo cluster).
// Units     N-body units (stars.hpp): G = 1. Times of steps are in t_dyn N / ln(gamma N).
// Computes  A meeting begins at infinity with the relative speed of two neighbours, and ends there:
//           the speed of the star that leaves is what the energies of the binaries leave to it, so
//           that energy is kept to rounding.
// Not here  The way between (scattering); which pairs there are (reference/cmc).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/cmc/binaries.hpp"
#include "models/cmc/scattering/meeting.hpp"

namespace touchstone::cluster {

/// The binaries of a run, and how they meet single stars.
struct BinaryPopulation {
  std::vector<Binary> binaries;  ///< ascending by id; ids are below kFreed
  /// X_bs: a meeting has a pericentre of at most so many semi-major axes.
  double closeness = 2;
  /// Longest step as a part of the time of equation 10, in (0, 1]: few binaries may expect one
  /// meeting or more in it. The public program's number; the paper has none.
  double part_of_time = 5e-3;
  /// Name of the scheme that follows meetings.
  std::string scattering = "cmc/scattering-reference";
};

/// Added to the id of a binary that was ionised: the id of the star that was its second one.
constexpr std::uint32_t kFreed = 0x80000000u;

/// Throws InputError for binaries that are not those of the stars, ids of kFreed or more, a
/// closeness that is not above 0, a part outside (0, 1], and schemes that do not exist.
void require_valid(const BinaryPopulation& population, const Stars& stars);

/// The binary of an id, or nullptr.
const Binary* binary_of(const std::vector<Binary>& binaries, std::uint32_t id);
inline Binary* binary_of(std::vector<Binary>& binaries, std::uint32_t id) {
  return const_cast<Binary*>(binary_of(std::as_const(binaries), id));
}

/// Sum of the energies of all, one after another; 0 or below.
double internal_energy(const std::vector<Binary>& binaries);
/// A binary that keeps this part of its mass, slowly: the axis grows as the mass falls.
Binary lighter(const Binary& binary, double kept);

/// A binary and a single star that are neighbours, with velocities in any axes.
struct MixedPair {
  Binary binary;
  double single_mass = 0;
  Vector3 binary_velocity{}, single_velocity{};
  double density = 0;  ///< number of stars per volume around them
};

/// Time of a step in dynamical times, for a cluster that began with so many stars.
double dynamical_time(double time, double initial_stars);

/// Expected number of meetings of the pair: n S w t, with the number density n, the cross section
/// S = pi b^2 of pericentres within the closeness, the relative speed w and a dynamical time. Above
/// 1 the pair meets for certain. 0 for stars that move together.
double meetings_of_pair(const MixedPair& pair, double closeness, double time);

/// How schemes follow meetings, in the units of the binary: its mass and axis are 1. They give up
/// after 10^4 revolutions, or 500 000 steps.
ScatteringParameters scattering_of_pairs(int threads);
/// The meeting of a pair as `seed` draws it for this step, in the units of the binary.
ThreeStars drawn_meeting(const MixedPair& pair, double closeness, std::uint32_t seed,
                         std::uint64_t step);

/// Stars after a meeting. The first is in the place of the binary, the second in that of the single
/// star, and the third, if the binary was ionised, between them.
struct AfterMeeting {
  Ending ending = Ending::unfinished;  ///< `unfinished`: nothing has happened
  /// The star that leaves is another one than came; without it, and unless ionised, masses stay.
  bool exchanged = false;
  Binary binary;  ///< meaningless if ionised
  std::array<double, 3> mass{};
  std::array<Vector3, 3> velocity{};  ///< in the axes of the pair
};
/// Stars of a pair after a meeting in the units of the binary and the axes of three_stars(): the
/// third one is along the relative velocity; `turn`, in circles, is where the first one is around
/// it. A binary whose axis is longer than the distance n^(-1/3) to other stars is none: its stars
/// are freed with the velocity that they have together, where the energy is enough.
AfterMeeting after_meeting(const MixedPair& pair, const Scattered& scattered, double turn);

/// Number of stars that equation 10 averages over.
constexpr std::size_t kCentralStars = 300;
/// Longest step for these binaries: the part of the time of equation 10, over the central stars,
/// in the units of steps; `stars` may end behind them. Infinite without binaries or single stars
/// there.
double step_of_binaries(const Stars& stars, const std::vector<Binary>& binaries,
                        const BinaryPopulation& how, double initial_stars);

}  // namespace touchstone::cluster
