// models/cmc/binary_meetings.hpp
// Purpose   Meetings of binaries with single stars and with each other in a cluster: how likely one
//           is in a time step, how it begins, and how long a step may be.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, steps 2 and
//           3, and equations 9 and 10; J. M. Fregeau, F. A. Rasio, Astrophys. J. 658, 1047 (2007)
//           (few bodies in a Monte Carlo cluster).
// Units     N-body units (stars.hpp): G = 1. Times of steps are in t_dyn N / ln(gamma N).
// Computes  A meeting begins at infinity with the relative velocity of two neighbours.
// Not here  The way between (scattering), what the cluster has afterwards (after_meeting.hpp),
//           which pairs there are (reference/cmc).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/cmc/binaries.hpp"
#include "models/cmc/scattering/meeting.hpp"

namespace touchstone::cluster {

/// The binaries of a run, and how they meet other stars.
struct BinaryPopulation {
  std::vector<Binary> binaries = {};  ///< ascending by id; those of the start have ids below kFreed
  /// X_bs and X_bb: a meeting has a pericentre of at most so many semi-major axes, those of two
  /// binaries together.
  double closeness = 2;
  /// A binary whose axis is less than this part of the other's is one point for it, in [0, 1]: to
  /// follow its revolutions would take most of the time.
  double point_like = 0.05;
  /// Longest step as a part of the times of equations 9 and 10, in (0, 1]: few binaries may expect
  /// one meeting or more in it. The public program's number; the paper has none.
  double part_of_time = 5e-3;
  /// Name of the scheme that follows meetings.
  std::string scattering = "cmc/scattering-reference";
};

/// Added to the id of a binary of the start that is lost: the id of the star that is freed for it.
constexpr std::uint32_t kFreed = 0x80000000u;
/// Id of the star that is freed for a binary that is lost.
inline std::uint32_t freed_id(const Binary& binary) {
  return binary.companion == kNoStar ? binary.id + kFreed : binary.companion;
}

/// Throws InputError for binaries that are not those of the stars, ids of kFreed or more in some of
/// the start, ids that freed stars would share with others, a closeness that is not above 0, parts
/// outside (0, 1] or [0, 1], and schemes that do not exist, do not run here or follow no two
/// binaries.
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

/// One star of a pair: a single one, or a binary.
struct Partner {
  double mass = 0;
  Vector3 velocity{};  ///< in any axes
  std::optional<Binary> binary = {};
};

/// Two neighbours, one of which is a binary, or both.
struct ClosePair {
  std::array<Partner, 2> star;  ///< the inner one, and the outer one
  double density = 0;           ///< number of stars per volume around them
  double point_like = 0;        ///< as of BinaryPopulation

  double mass() const { return star[0].mass + star[1].mass; }
  /// The star that is a binary; the wider one of two.
  std::size_t wider() const;
  /// Whether meetings are those of three stars: the other star is a single one, or a point for the
  /// wider binary.
  bool of_three() const;
};

/// Time of a step in dynamical times, for a cluster that began with so many stars.
double dynamical_time(double time, double initial_stars);

/// Expected number of passages of two stars of this mass in all, with pericentres up to this one:
/// n S w t, with the number density n, the cross section S = pi b^2, the relative speed w and a
/// dynamical time.
double meetings_within(double pericentre, double mass, double speed, double density, double time);
/// Expected number of meetings of the pair: of passages within the closeness. Above 1 the pair
/// meets for certain. 0 for stars that move together.
double meetings_of_pair(const ClosePair& pair, double closeness, double time);

/// Units of a meeting, in which G is 1, too: mass and axis of the wider binary for three stars, of
/// both binaries together for four.
struct UnitsOfMeeting {
  double mass, length, speed;

  explicit UnitsOfMeeting(const ClosePair& pair);
};

/// How schemes follow meetings, in their units. They give up after 10^4 revolutions of a binary
/// that has the mass and the axis 1, or 500 000 steps.
ScatteringParameters scattering_of_pairs(int threads);
/// The meeting of a pair of_three() as `seed` draws it for this step, in its units. The stars of
/// the wider binary come first.
ThreeStars drawn_meeting(const ClosePair& pair, double closeness, std::uint32_t seed,
                         std::uint64_t step);
/// The meeting of any other pair. The stars of the inner binary come first.
FourStars drawn_meeting_of_four(const ClosePair& pair, double closeness, std::uint32_t seed,
                                std::uint64_t step);

/// Longest step for these binaries: the part of the times of equations 9 and 10, over the central
/// stars, in the units of steps; `stars` may end behind them. Infinite without binaries there.
double step_of_binaries(const Stars& stars, const std::vector<Binary>& binaries,
                        const BinaryPopulation& how, double initial_stars);

}  // namespace touchstone::cluster
