// checkers/mutants/cmc/collisions.cpp
// Purpose   Mutants of Henon's step with stars that collide.
#include <cmath>
#include <memory>
#include <utility>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/collision_draws.hpp"
#include "models/cmc/vectors.hpp"
#include "reference/cmc/henon.hpp"
#include "reference/cmc/timestep.hpp"

namespace touchstone::mutants {
namespace {

using cluster::ClusterParameters;
using cluster::Merged;
using cluster::SinglePair;
using cluster::Stars;
using Names = std::vector<std::string>;

constexpr const char* kBits = "cmc/drawn collisions";
constexpr const char* kLaw = "cmc/collisions";

enum class Fault {
  unfocused,         ///< cross section without the attraction of the stars
  short_time,        ///< expected collisions of a step in the units of steps
  one_radius,        ///< the inner star is a point for the outer one
  at_any_step,       ///< equation 8 is never asked
  one_velocity,      ///< the one star has the velocity of the heavier one
  one_mass,          ///< the lighter star's mass is lost
  inner_id,          ///< the inner star's id is kept, whatever the masses
  inner_place,       ///< the one star is where the inner one was
  energy_of_one,     ///< the lost energy is that of the lighter star
  not_booked,        ///< the lost energy is forgotten
  place_not_booked,  ///< the fall of the potential energy is forgotten
  doubled,           ///< the lighter star stays as well
  never              ///< no star collides
};

class FaultyCollisions final : public reference::HenonRun {
 public:
  FaultyCollisions(Fault fault, const Stars& start, const ClusterParameters& parameters)
      : HenonRun(start, parameters), fault_(fault) {}

 private:
  double timestep() const override {
    if (fault_ != Fault::at_any_step || !parameters_.collisions) return HenonRun::timestep();
    cluster::Collisions points = *parameters_.collisions;
    points.radius = 1e-30;
    auto& self = const_cast<FaultyCollisions&>(*this);
    const auto kept = std::exchange(self.parameters_.collisions,
                                    std::make_shared<const cluster::Collisions>(points));
    const double step = HenonRun::timestep();
    self.parameters_.collisions = kept;
    return step;
  }

  double expected_collisions(const SinglePair& pair, double timestep) const override {
    const double all = HenonRun::expected_collisions(pair, timestep);
    if (fault_ == Fault::never) return 0;
    if (fault_ == Fault::short_time) return all / cluster::dynamical_time(1, initial_stars_);
    const cluster::Vector3 w = cluster::plus(pair.velocity[1], -1, pair.velocity[0]);
    const double radius[2] = {
        cluster::radius_of_star(pair.mass[0], *parameters_.collisions, initial_stars_),
        cluster::radius_of_star(pair.mass[1], *parameters_.collisions, initial_stars_)};
    const bool focused = fault_ != Fault::unfocused;
    if (fault_ != Fault::one_radius && focused) return all;
    return cluster::meetings_within(radius[1] + (fault_ == Fault::one_radius ? 0 : radius[0]),
                                    focused ? pair.mass[0] + pair.mass[1] : 0,
                                    std::sqrt(cluster::dot(w, w)), pair.density,
                                    cluster::dynamical_time(timestep, initial_stars_));
  }

  Merged merge(const SinglePair& pair) const override {
    Merged one = HenonRun::merge(pair);
    const std::size_t heavier = one.outer ? 1 : 0;
    if (fault_ == Fault::one_velocity) one.velocity = pair.velocity[heavier];
    if (fault_ == Fault::one_mass) one.mass = pair.mass[heavier];
    if (fault_ == Fault::inner_id) one.outer = false;
    if (fault_ == Fault::not_booked) one.lost = 0;
    const cluster::Vector3& v = pair.velocity[1 - heavier];
    if (fault_ == Fault::energy_of_one) one.lost = pair.mass[1 - heavier] * cluster::dot(v, v) / 2;
    return one;
  }

  void become_one(std::size_t first, const SinglePair& pair) override {
    const double radius = stars_.radius[first];
    HenonRun::become_one(first, pair);
    if (fault_ == Fault::inner_place) stars_.radius[first] = radius;
    if (fault_ == Fault::doubled) gone_.pop_back();
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
      .info = {.name = std::string("mutant/collisions-") + name,
               .source = "planted fault",
               .claims = Claims::conserves_particles | Claims::equals_reference},
      .start =
          [fault](const Stars& start, const ClusterParameters& p) {
            return std::make_unique<FaultyCollisions>(fault, start, p);
          },
      .equals = "cmc/reference",
      .follows_binaries = true,
      .follows_collisions = true};
  return register_mutant(ClusterMutant{.scheme = std::move(scheme),
                                       .origin = Origin::invented(what),
                                       .killed_by = std::move(killed_by)});
}

/// Both stars as large as one of their mean mass.
double of_mean_mass(const SinglePair& pair, const cluster::Collisions& how, double initial_stars,
                    double time) {
  SinglePair like = pair;
  like.mass[0] = like.mass[1] = (pair.mass[0] + pair.mass[1]) / 2;
  return cluster::collisions_of_pair(like, how, initial_stars, time);
}

/// The energy is that of the reduced mass of like stars.
Merged of_like_stars(const SinglePair& pair) {
  Merged one = cluster::merged(pair);
  one.lost *= one.mass * one.mass / (4 * pair.mass[0] * pair.mass[1]);
  return one;
}

bool add_pairs(const char* name, const cmc::CollisionCode& code, const char* what) {
  return register_observables("cmc",
                              cmc::collision_draws(std::string("mutant/collisions-") + name, code),
                              Origin::invented(what));
}

const bool registered =
    add_pairs("of-mean-mass", {.expected = of_mean_mass}, "radii of two stars of the mean mass") &&
    add_pairs("of-like-stars", {.merged = of_like_stars}, "the reduced mass of like stars") &&
    add("unfocused", Fault::unfocused, "cross section without gravitational focusing") &&
    add("short-time", Fault::short_time, "rate times a step in the units of steps") &&
    add("one-radius", Fault::one_radius, "stars touch at the radius of one of them") &&
    add("at-any-step", Fault::at_any_step, "equation 8 does not limit the step") &&
    add("one-velocity", Fault::one_velocity, "the heavier star goes on as if nothing were there") &&
    add("one-mass", Fault::one_mass, "the lighter star's mass is lost") &&
    add("inner-id", Fault::inner_id, "the inner star's id, whatever the masses") &&
    add("inner-place", Fault::inner_place, "two stars become one where the inner one was") &&
    add("energy-of-one", Fault::energy_of_one, "the energy of the lighter star is booked") &&
    add("not-booked", Fault::not_booked, "the energy that collisions take is forgotten") &&
    add("place-not-booked", Fault::place_not_booked,
        "the energy of masses that change places is forgotten") &&
    add("doubled", Fault::doubled, "the lighter star stays, and its mass is there twice") &&
    add("never", Fault::never, "no star collides",
        {kBits, kLaw, "cmc/parameters", "cmc/continuation"});

}  // namespace
}  // namespace touchstone::mutants
