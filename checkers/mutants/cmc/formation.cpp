// checkers/mutants/cmc/formation.cpp
// Purpose   Mutants of Henon's step in which three single stars become a binary and a star.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <utility>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/formation_draws.hpp"
#include "reference/cmc/henon.hpp"

namespace touchstone::mutants {
namespace {

using cluster::ClusterParameters;
using cluster::FormationDraws;
using cluster::Formed;
using cluster::Stars;
using cluster::Triple;
using Names = std::vector<std::string>;

constexpr const char* kBits = "cmc/drawn formation";
constexpr const char* kLaw = "cmc/binary formation";

enum class Fault {
  density,           ///< the rate grows with the density instead of its square
  short_time,        ///< expected binaries of a step in the units of steps
  of_one_mass,       ///< the rate is that of stars of the mean mass
  own_speeds,        ///< speeds of the three stars instead of those around them
  twice,             ///< the rate is that of each star instead of each triple
  inner_two,         ///< the inner two bind each other, whatever the masses
  wrong_star,        ///< the binary has the recoil of the star, and the other way round
  at_rest,           ///< no star gets the energy
  steep,             ///< the hardness is drawn from the steepest power alone
  circular,          ///< binaries are circular
  along,             ///< the star gets its recoil along the radius
  uniform_angle,     ///< the angle from the radius is uniform
  outwards,          ///< the star is always thrown outwards
  inner_place,       ///< the binary is where the inner star was
  other_id,          ///< the binary has the id of its lighter star
  lost_on_a_rank,    ///< other ranks than the first do not tell of their binaries
  meets_again,       ///< stars that have become a binary are deflected as well
  id_forgotten,      ///< the second star's id is not kept
  place_not_booked,  ///< the fall of the potential energy is forgotten
  count_forgotten,   ///< a continued run counts its binaries from 0
  no_soft_ones,      ///< none where very soft ones may form
  never              ///< no binary forms
};

class FaultyFormation final : public reference::HenonRun {
 public:
  FaultyFormation(Fault fault, const Stars& start, const ClusterParameters& parameters)
      : HenonRun(start, parameters), fault_(fault) {
    if (fault_ == Fault::count_forgotten) report_.meetings.formed = 0;
  }

 private:
  double expected_formations(const Triple& triple, double timestep) const override {
    Triple other = triple;
    if (fault_ == Fault::density) other.density = std::sqrt(triple.density * initial_stars_);
    if (fault_ == Fault::of_one_mass) other.mass.fill(triple.around.mass);
    if (fault_ == Fault::own_speeds) {
      other.around.speed2 = 0;
      for (std::size_t k = 0; k < 3; ++k)
        other.around.speed2 += (triple.radial_velocity[k] * triple.radial_velocity[k] +
                                triple.tangential_velocity[k] * triple.tangential_velocity[k]) /
                               3;
    }
    const double all = HenonRun::expected_formations(other, timestep);
    if (fault_ == Fault::never) return 0;
    if (fault_ == Fault::no_soft_ones && parameters_.formation->hardness < 0.05) return 0;
    if (fault_ == Fault::twice) return 2 * all;
    if (fault_ == Fault::short_time) return all / cluster::dynamical_time(1, initial_stars_);
    return all;
  }

  std::optional<Formed> form(const Triple& triple, const FormationDraws& draws) const override {
    Triple other = triple;
    FormationDraws drawn = draws;
    if (fault_ == Fault::inner_two) std::sort(other.mass.rbegin(), other.mass.rend());
    if (fault_ == Fault::steep) drawn.term = 0;
    if (fault_ == Fault::circular) drawn.eccentricity = 0;
    if (fault_ == Fault::along) drawn.height = 0;
    if (fault_ == Fault::uniform_angle)
      drawn.height = (1 - std::cos(std::numbers::pi * draws.height)) / 2;
    if (fault_ == Fault::outwards) drawn.height = draws.height / 2;
    std::optional<Formed> now = HenonRun::form(other, drawn);
    if (!now) return now;
    cluster::NewStar& pair = now->stars[now->binary];
    cluster::NewStar& star = now->stars[1 - now->binary];
    cluster::Binary& binary = *pair.star.binary;
    if (fault_ == Fault::wrong_star) std::swap(pair.star.velocity, star.star.velocity);
    if (fault_ == Fault::at_rest) {
      const double all = pair.star.mass + star.star.mass;
      for (std::size_t c = 0; c < 3; ++c)
        pair.star.velocity[c] = star.star.velocity[c] =
            (pair.star.mass * pair.star.velocity[c] + star.star.mass * star.star.velocity[c]) / all;
    }
    if (fault_ == Fault::inner_place) now->stars[0].radius = triple.radius[0];
    if (fault_ == Fault::other_id) {
      std::swap(binary.id, binary.companion);
      pair.id = binary.id;
    }
    if (fault_ == Fault::id_forgotten) binary.companion = cluster::kNoStar;
    return now;
  }

  void become_binary(std::size_t first, const Formed& now) override {
    HenonRun::become_binary(first, now);
    if (fault_ == Fault::lost_on_a_rank && first >= blocks().front().end)
      std::erase_if(binaries_, [&](const cluster::Binary& one) { return one.id == now.pair().id; });
    if (fault_ == Fault::meets_again) taken_.assign(taken_.size(), false);
  }

  void settle(double potential_before) override {
    const double booked = report_.moved_energy;
    HenonRun::settle(potential_before);
    if (fault_ == Fault::place_not_booked) report_.moved_energy = booked;
  }

  Fault fault_;
};

bool add(const char* name, Fault fault, const char* what, Names killed_by = {kBits, kLaw}) {
  cluster::ClusterScheme scheme{
      .info = {.name = std::string("mutant/formation-") + name,
               .source = "planted fault",
               .claims = Claims::conserves_particles | Claims::equals_reference},
      .start =
          [fault](const Stars& start, const ClusterParameters& p) {
            return std::make_unique<FaultyFormation>(fault, start, p);
          },
      .equals = "cmc/reference",
      .follows_binaries = true,
      .follows_collisions = true,
      .follows_formation = true};
  return register_mutant(ClusterMutant{.scheme = std::move(scheme),
                                       .origin = Origin::invented(what),
                                       .killed_by = std::move(killed_by)});
}

/// The speed of an encounter is the root of the mean square.
double of_mean_square(const Triple& triple, const cluster::BinaryFormation& how, double time) {
  Triple slower = triple;
  slower.around.speed2 *= 3 * std::numbers::pi / 8;
  return cluster::formations_of_triple(slower, how, time);
}

/// The star that is thrown off has all of the energy.
std::optional<Formed> of_heavy_binaries(const Triple& triple, const cluster::BinaryFormation& how,
                                        const FormationDraws& draws) {
  std::optional<Formed> now = cluster::formed(triple, how, draws);
  if (!now) return now;
  cluster::Vector3& v = now->stars[1 - now->binary].star.velocity;
  const double m = now->stars[1 - now->binary].star.mass;
  v[2] += m / triple.all() * v[2];
  return now;
}

/// All triples of a step have the same numbers.
FormationDraws of_step(std::uint32_t seed, std::uint32_t, std::uint64_t step) {
  return FormationDraws(seed, 0, step);
}

bool add_triples(const char* name, const cmc::FormationCode& code, const char* what) {
  return register_observables("cmc",
                              cmc::formation_draws(std::string("mutant/formation-") + name, code),
                              Origin::invented(what));
}

const bool registered =
    add_triples("of-mean-square", {.expected = of_mean_square},
                "encounters at the root of the mean square speed") &&
    add_triples("of-heavy-binaries", {.formed = of_heavy_binaries},
                "the radial recoil of a binary that does not move") &&
    add_triples("of-step", {.draws = of_step}, "draws that know nothing of the star") &&
    add("density", Fault::density, "a rate with the density instead of its square") &&
    add("short-time", Fault::short_time, "rate times a step in the units of steps") &&
    add("of-one-mass", Fault::of_one_mass, "the rate of stars of the mean mass") &&
    add("own-speeds", Fault::own_speeds, "a rate with the speeds of the three stars") &&
    add("twice", Fault::twice, "the rate of each star for each triple") &&
    add("inner-two", Fault::inner_two, "the inner two stars take the masses of the heavier ones") &&
    add("wrong-star", Fault::wrong_star, "binary and star have each other's recoil") &&
    add("no-soft-ones", Fault::no_soft_ones, "no binary forms where very soft ones may", {kLaw}) &&
    add("at-rest", Fault::at_rest, "no star gets the energy that the binary gives") &&
    add("steep", Fault::steep, "hardness from one of three powers") &&
    add("circular", Fault::circular, "binaries that form are circular") &&
    add("along", Fault::along, "the recoil of stars is along the radius") &&
    add("uniform-angle", Fault::uniform_angle,
        "the angle between the recoil and the radius is uniform") &&
    add("outwards", Fault::outwards, "stars are only thrown outwards") &&
    add("inner-place", Fault::inner_place, "what is left is where the inner star was") &&
    add("other-id", Fault::other_id, "a binary has the id of its lighter star") &&
    add("lost-on-a-rank", Fault::lost_on_a_rank,
        "a binary that forms on another rank than the first is lost") &&
    add("meets-again", Fault::meets_again, "stars that have become a binary are deflected, too") &&
    add("id-forgotten", Fault::id_forgotten, "the id of a binary's second star is forgotten") &&
    add("place-not-booked", Fault::place_not_booked,
        "the energy of masses that change places is forgotten") &&
    add("count-forgotten", Fault::count_forgotten,
        "a continued run forgets how many binaries have formed", {"cmc/continuation"}) &&
    add("never", Fault::never, "no binary forms",
        {kBits, kLaw, "cmc/parameters", "cmc/continuation"});

}  // namespace
}  // namespace touchstone::mutants
