// models/cmc/binary_formation.hpp
// Purpose   Binaries that form from three single stars of a cluster: how likely a triple of
//           neighbours leaves one in a time step, how hard it is, and what becomes of the stars.
// Source    The public CMC program (CMC-COSMIC, dynamics_apply and make_threebodybinary), which
//           names M. Morscher et al., Astrophys. J. Lett. 763, L15 (2013). Its rate follows from an
//           estimate: a star has another one within r = G (m1 + m2) / (eta v^2) at the rate n S v,
//           S = pi r^2 (1 + 2 eta), for the time 2 r / v_p, v_p^2 = 2 G (m1 + m2) / r; a third one
//           comes within r at the rate n S' v, S' = pi r^2 (1 + 2 eta (m1 + m2 + m3) / (m1 + m2)).
// Units     N-body units (stars.hpp): G = 1. Times of steps are in t_dyn N / ln(gamma N).
// Not here  Which triples there are (reference/cmc), meetings of the binary afterwards
//           (binary_meetings.hpp).
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "models/cmc/binaries.hpp"
#include "models/cmc/binary_meetings.hpp"
#include "models/cmc/stars.hpp"

namespace touchstone::cluster {

/// For people and help texts.
inline constexpr const char* kFormationText =
    "none, three-body or three-body:HARDNESS (three single neighbours become a binary of this "
    "hardness or more, 5 without it, and a star that it throws off)";

/// Three single stars may become a binary and a star.
struct BinaryFormation {
  /// Least binding energy of a binary, in units of <m> sigma^2 / 2, the mean kinetic energy of the
  /// stars around it. The public program's usual number.
  double hardness = 5;

  bool operator==(const BinaryFormation&) const = default;
};

/// Formation that a user names, nullptr for none; throws InputError for other words.
std::shared_ptr<const BinaryFormation> formation_of(const std::string& words);
/// Throws InputError for a hardness outside [0.01, 1e6].
void require_valid(const BinaryFormation& how);
/// The same for a star whose id is kNoStar, too, which a binary could not keep.
void require_valid(const BinaryFormation& how, const Stars& stars);

/// Averages over stars of the block around a triple.
struct Surroundings {
  double mass = 0;    ///< mean
  double speed2 = 0;  ///< mean square of the speed, weighted with the masses
};
/// Those of 20 stars of a block: 10 from the star at `place` (from 0) on outwards and 10 inside it,
/// or the 20 innermost or outermost ones. A block has 20 or more.
Surroundings surroundings_of(std::span<const double> mass, std::span<const double> radial_velocity,
                             std::span<const double> tangential_velocity, std::size_t place);

/// Three single stars that are neighbours, from the inside.
struct Triple {
  std::array<double, 3> mass{}, radius{}, radial_velocity{}, tangential_velocity{};
  std::array<std::uint32_t, 3> id{};
  double density = 0;  ///< number of stars per volume around the middle one
  Surroundings around = {};

  double all() const { return mass[0] + mass[1] + mass[2]; }
};

/// Numbers of the stars of a triple: the heaviest two bind each other, and the lightest one is
/// thrown off. The inner one of like stars counts as the heavier.
struct Roles {
  std::size_t first, second, third;
};
Roles roles_of(const Triple& triple);

/// Least hardness of the triple's binary: as wanted, and no wider than the distance n^(-1/3) to
/// other stars.
double least_hardness(const Triple& triple, const BinaryFormation& how);
/// Expected number of binaries that the triple becomes in so many dynamical times: half of sqrt(2)
/// pi^2 n^2 (m1 + m2)^5 v^-9 eta^-5.5 (1 + 2 eta) (1 + 2 eta (m1 + m2 + m3) / (m1 + m2)) times the
/// time, with the least hardness eta and the mean relative speed v of a Maxwell distribution. Above
/// 1 it becomes one for certain. 0 where it is no finite number, as for stars at rest.
double formations_of_triple(const Triple& triple, const BinaryFormation& how, double time);

/// Random numbers of a triple, each uniform in [0, 1).
struct FormationDraws {
  double share = 0;             ///< below the expected number there is a binary
  std::array<double, 2> turns;  ///< tangential velocities of the outer two, in circles
  double term = 0, hardness = 0, eccentricity = 0;
  double height = 0, around = 0;  ///< direction of the star that is thrown off

  /// Those of the triple whose inner star has this id, in this step.
  FormationDraws(std::uint32_t seed, std::uint32_t id, std::uint64_t step);
  FormationDraws() = default;
};

/// A star as it is right after the formation.
struct NewStar {
  Partner star;  ///< the velocity's third component is radial
  double radius = 0;
  std::uint32_t id = 0;
};
/// Binary and star, from the inside. The binary is where the centre of mass of its shells was, has
/// the id of its heavier star, and keeps that of the other one for when it is lost.
struct Formed {
  std::array<NewStar, 2> stars;
  std::size_t binary = 0;  ///< which of them is the binary

  const Binary& pair() const { return *stars[binary].star.binary; }
};
/// Nothing where the binary would be where the third star is. The hardness has the distribution
/// that the expected number has as a function of the least one.
std::optional<Formed> formed(const Triple& triple, const BinaryFormation& how,
                             const FormationDraws& draws);

}  // namespace touchstone::cluster
