// models/cmc/scattering/three_stars.hpp
// Purpose   A binary that a single star meets: the three stars, what becomes of them, and the one
//           interface of all methods that follow them, and two binaries that meet.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3 (few
//           bodies are integrated directly); P. Hut, J. N. Bahcall, Astrophys. J. 268, 319 (1983),
//           section 2 (outcomes); J. M. Fregeau, P. Cheung, S. F. Portegies Zwart, F. A. Rasio,
//           Mon. Not. R. Astron. Soc. 352, 1 (2004), section 3 (when an encounter is over).
// Units     G = 1. Stars are points.
// Not here  Where meetings come from (meeting.hpp), meetings in a cluster
//           (models/cmc/binary_meetings.hpp).
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "models/cmc/scattering/four_stars.hpp"
#include "models/core/scheme.hpp"

namespace touchstone::cluster {

using ThreeStars = StarsOf<3>;

enum class Ending {
  binary,      ///< two stars are bound, and the third leaves them for ever
  ionised,     ///< each star leaves the others, as far as their energies say
  unfinished,  ///< neither, after the longest time
  lost         ///< the scheme could not follow it with the energy that it claims
};

struct Scattered {
  Ending ending = Ending::unfinished;
  std::size_t single = 3;  ///< the star that leaves the binary, 0 to 2; 3 where there is none
  double time = 0;         ///< since the start
  ThreeStars stars{};      ///< at that time, in the frame and order of the start
  bool operator==(const Scattered&) const = default;
};

struct ScatteringParameters {
  int threads = 1;  ///< changes nothing but the time it takes
  /// Tide at which a binary and what leaves it are done with each other, as a part of what holds
  /// the binary together, both at its apocentre; for a triple, of what holds its outer star. What
  /// leaves counts as no lighter than the binary or triple (distance_of_tide() of meeting.hpp).
  double tide = 1e-5;
  double longest = 1e5;  ///< time, finite, after which a meeting is unfinished
  /// Steps of the integration, in all tries together, after which it is unfinished.
  std::uint64_t most_steps = std::numeric_limits<std::uint64_t>::max();
};

/// Throws InputError for fewer than 1 or more than 1024 threads, a tide outside (0, 0.1], times
/// that are not above 0 or not finite, and no steps.
void require_valid(const ScatteringParameters& parameters);
/// Throws InputError for a mass that is not above 0, numbers that are not finite and stars at the
/// same place. `which` is the number of the meeting, for the error.
void require_valid(std::span<const PointStar> stars, std::size_t which);

struct ScatteringScheme {
  SchemeInfo info;
  /// Ends of all meetings, in their order. Throws InputError for meetings or parameters that are
  /// not valid.
  std::function<std::vector<Scattered>(std::span<const ThreeStars>, const ScatteringParameters&)>
      scatter;
  /// The same of two binaries.
  std::function<std::vector<ScatteredFour>(std::span<const FourStars>, const ScatteringParameters&)>
      scatter_binaries = {};
  /// Error of the energy that it claims for each finished meeting, as a part of the sum of |energy|
  /// of each binary and of the relative motion at the start.
  double energy_error = 1e-7;
  bool available = true;  ///< on this machine
  bool mutant = false;    ///< a deliberately broken scheme, never benchmarked
};

/// All correct schemes, sorted by name.
const std::vector<ScatteringScheme>& scattering_schemes();
/// The scheme of a name; throws InputError that suggests the nearest known name.
const ScatteringScheme& scattering_scheme(const std::string& name);
/// The scheme that runs here in the most lanes.
const ScatteringScheme& widest_scattering_scheme();
/// Adds a scheme and returns true; throws on a duplicate name. `file` is where it was called.
bool register_scattering_scheme(ScatteringScheme scheme, const char* file = __builtin_FILE());

}  // namespace touchstone::cluster
