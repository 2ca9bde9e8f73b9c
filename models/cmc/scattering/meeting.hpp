// models/cmc/scattering/meeting.hpp
// Purpose   A meeting of a binary with a single star or another binary by its numbers at infinity,
//           the stars that it begins with, meetings drawn at random, and what is known of cross
//           sections.
// Source    P. Hut, J. N. Bahcall, Astrophys. J. 268, 319 (1983), section 2 (numbers of a meeting,
//           critical speed); P. Hut, Astrophys. J. 268, 342 (1983) (limits of high speed).
// Units     G = 1.
#pragma once
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "models/cmc/scattering/three_stars.hpp"

namespace touchstone::cluster {

/// Angles in radians. The single star comes along the third axis; its orbit is in the plane of the
/// first and third axis. The binary has its pericentre and its angular momentum anywhere.
struct Meeting {
  Vector3 mass = {1, 1, 1};  ///< the binary's stars, then the single one
  double semimajor_axis = 1;
  double eccentricity = 0;
  double mean_anomaly = 0;      ///< at the start
  double cos_inclination = 1;   ///< normal of the binary's orbit against the third axis
  double node = 0;              ///< longitude of the ascending node
  double argument = 0;          ///< angle from the node to the pericentre
  double speed = 1;             ///< relative to the binary, at infinity; above 0
  double impact_parameter = 0;  ///< at infinity
};

/// Speed at which the three stars have no energy: a faster star can ionise the binary.
double critical_speed(const Vector3& mass, double semimajor_axis);
/// Distance at which the tide on the binary's apocentre is `tide` of its own attraction there: that
/// of the single star, or, where this is lighter, of a body as heavy as the binary. The binary
/// attracts as a point does there, but for its quadrupole, which changes the energy of the relative
/// motion per reduced mass by at most tide / 4 of m / d (m: mass of the binary, d: apocentre),
/// whatever the masses are. Fewbody begins at the distance of the sum of both masses: the part of
/// the quadrupole is then at best half as large, for equal masses, and all meetings with heavy
/// stars are longer.
double distance_of_tide(const Vector3& mass, double semimajor_axis, double eccentricity,
                        double tide);

/// The stars with their centre of mass at rest in the origin, the single one on its hyperbola
/// before its pericentre, `distance` from the binary's centre of mass, or at its pericentre where
/// that is farther. Throws InputError for numbers that no meeting has.
ThreeStars three_stars(const Meeting& meeting, double distance);

/// One binary of two. Angles as of Meeting.
struct BinaryOrbit {
  std::array<double, 2> mass = {1, 1};
  double semimajor_axis = 1;
  double eccentricity = 0;
  double mean_anomaly = 0;
  double cos_inclination = 1;
  double node = 0;
  double argument = 0;
};

/// The second binary comes as the single star of a Meeting does.
struct MeetingOfBinaries {
  std::array<BinaryOrbit, 2> binaries = {};
  double speed = 1;
  double impact_parameter = 0;
};

/// Speed at which the four stars have no energy.
double critical_speed(const std::array<BinaryOrbit, 2>& binaries);
/// The larger of the distances of both binaries, each with the other one as a single star.
double distance_of_tide(const std::array<BinaryOrbit, 2>& binaries, double tide);
/// The same as three_stars().
FourStars four_stars(const MeetingOfBinaries& meeting, double distance);

/// The meeting, with both binaries in any direction and phase, and an impact parameter uniform on a
/// disk as large as its own. Number `number` of a seed.
MeetingOfBinaries drawn_meeting_of_binaries(const MeetingOfBinaries& widest, std::uint64_t seed,
                                            std::uint64_t number);

/// How meetings are drawn: binaries in any direction and phase, impact parameters uniform on a
/// disk.
struct MeetingLaw {
  Vector3 mass = {1, 1, 1};
  double semimajor_axis = 1;
  bool thermal = false;  ///< eccentricities with density 2 e; else all circular
  double speed = 1;
  double largest_impact = 1;
};
/// Meeting `number` of a seed.
Meeting drawn_meeting(const MeetingLaw& law, std::uint64_t seed, std::uint64_t number);

/// Limit of the cross section for ionisation over pi a^2, for a circular binary and three equal
/// masses, times the square of the speed over the critical speed. A fast single star kicks one of
/// the two, by d in any direction with cross section 8 pi (G m / V)^2 dd / d^3. With their relative
/// speed u, u^2 = 2 G m / a, the kicked one is free where |u + d|^2 > 2 u^2: 5/6 of u^-2 in the
/// integral over d, and all of it twice, as either may be kicked.
inline constexpr double kIonisationLimit = 40.0 / 9;

/// The same limits for two circular binaries of one size with four equal masses: one of them, no
/// matter which, is ionised and the other is not, and both are. Each of four pairs of stars may
/// pass closely, and kicks both stars, by d and -d, with 8 pi (G m / V)^2 dd / d^3, which is
/// 2 pi a^2 (v_c / V)^2 dx / x^3 for x = d / u. The directions of both binaries know nothing of
/// each other. So each is free with the chance P = (x^2 + 2 x - 1) / (4 x), from x = sqrt 2 - 1 to
/// sqrt 2 + 1; beyond it P is 1. The integral of P / x^3 is the 5/6 of above: 20/3 for each binary,
/// twice what a single star does. That of P^2 / x^3 is 5/6 - 3 sqrt 2 / 8 + ln(1 + sqrt 2) / 8.
inline constexpr double kLogOfOnePlusRoot2 = 0.881373587019543025;
inline constexpr double kBothOfTwoLimit = 20.0 / 3 - 3 * std::numbers::sqrt2 + kLogOfOnePlusRoot2;
inline constexpr double kOneOfTwoLimit = 2 * (20.0 / 3 - kBothOfTwoLimit);

}  // namespace touchstone::cluster
