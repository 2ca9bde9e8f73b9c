#include "reference/cmc/henon.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/cmc/timesteps.hpp"
#include "reference/cmc/timestep.hpp"
#include "reference/cmc/velocity_correction.hpp"

namespace touchstone::reference {

using cluster::Block;
using cluster::Stars;

Mover mover(const Stars& stars, const cluster::ShellPotential& shells, std::size_t star,
            double own_mass) {
  const std::size_t k = star + 1;
  const double energy = shells.potential[k] + 0.5 * stars.speed2(star);
  const double momentum = stars.radius[star] * stars.tangential_velocity[star];
  return {k, own_mass, energy + own_mass * shells.inverse_radius[k],
          momentum < kLeastAngularMomentum ? 0 : momentum};
}

HenonRun::HenonRun(const Stars& start, const cluster::ClusterParameters& parameters)
    : parameters_(parameters), initial_stars_(static_cast<double>(start.size())), stars_(start) {
  cluster::require_runnable(start, parameters);
  streams_ =
      cluster::separate_streams(parameters.seed, parameters.ranks, parameters.between_streams);
  if (parameters.continued) {
    initial_stars_ = static_cast<double>(parameters.continued->initial_stars);
    streams_ = parameters.continued->streams;
    report_ = parameters.continued->report;
  }
  if (parameters_.binaries) binaries_ = parameters_.binaries->binaries;
  shells_ = cluster::shell_potential(stars_);
  add_energies();
}

HenonRun::Blocks HenonRun::blocks() const {
  return cluster::blocks_of_step(stars_.size(), parameters_);
}

void HenonRun::step() {
  const double dt = timestep();
  lose_mass(dt);
  freed_.clear();
  gone_.clear();
  taken_.assign(stars_.size(), false);
  const double potential = others() ? cluster::potential_energy(stars_, shells_) : 0;
  encounters(dt);
  if (others()) settle(potential);
  moves_.assign(stars_.size(), {});
  const Blocks blocks = blocks_after_encounters();
  report_.trials = report_.above_bound = 0;
  for (std::size_t rank = 0; rank < blocks.size(); ++rank)
    for (std::size_t i = blocks[rank].first; i < blocks[rank].end; ++i)
      sample_position(i, moves_[i], streams_[rank]);
  strip();
  sort();
  if (parameters_.binaries) release_binaries();
  update_potential();
  correct_velocities();
  ++report_.step;
  report_.timestep = dt;
  report_.time += dt;
  add_energies();
}

double HenonRun::timestep() const {
  const double relaxation = parameters_.timestep == cluster::TimestepScheme::bins
                                ? binned_timestep(stars_, blocks(), initial_stars_,
                                                  parameters_.theta_max, parameters_.pair_masses)
                                : sliding_timestep(stars_, shells_, initial_stars_,
                                                   parameters_.theta_max, parameters_.pair_masses);
  double dt = std::min(relaxation, cluster::evolution_time(parameters_.mass_loss.get(),
                                                           report_.time, report_.timestep));
  if (parameters_.binaries)
    dt = std::min(
        dt, cluster::step_of_binaries(stars_, binaries_, *parameters_.binaries, initial_stars_));
  if (parameters_.collisions)
    dt = std::min(dt, cluster::step_of_collisions(stars_, binaries_, *parameters_.collisions,
                                                  initial_stars_));
  return dt;
}

void HenonRun::lose_mass(double timestep) {
  if (!parameters_.mass_loss) return;
  const double kept = parameters_.mass_loss->kept(report_.time, report_.time + timestep);
  for (double& mass : stars_.mass) mass *= kept;
  report_.lost_energy += cluster::lost_energy(kept, report_.kinetic, report_.potential);
  report_.lost_energy += (1 - kept * kept * kept) * cluster::internal_energy(binaries_);
  for (cluster::Binary& one : binaries_) one = cluster::lighter(one, kept);
  shells_ = cluster::shell_potential(stars_);
}

void HenonRun::encounters(double timestep) {
  const Blocks blocks = this->blocks();
  for (std::size_t rank = 0; rank < blocks.size(); ++rank) {
    if (parameters_.formation) form_binaries(blocks[rank], timestep);
    for (std::size_t i = blocks[rank].first; i + 1 < blocks[rank].end; i += 2)
      meet(i, i + 1, timestep, streams_[rank]);  // an odd last star is left alone
  }
}

void HenonRun::meet(std::size_t first, std::size_t second, double timestep,
                    cluster::Lfsr113& random) {
  const double turn = random.uniform(), share = random.uniform(), axis = random.uniform();
  if (taken_[first] || taken_[second]) return;
  const Meeting before =
      meeting({stars_.mass[first], stars_.mass[second]},
              {stars_.radial_velocity[first], stars_.radial_velocity[second]},
              {stars_.tangential_velocity[first], stars_.tangential_velocity[second]}, turn);
  if (parameters_.binaries && meet_closely(first, before, timestep, share, axis)) return;
  if (parameters_.collisions && collide(first, before, timestep, share)) return;
  const Meeting after = deflected(
      before, deflection(before, timestep, local_density(shells_, first + 1), initial_stars_),
      axis);
  for (const std::size_t star : {first, second}) {
    const Velocity& v = after.velocity[star == first ? 0 : 1];
    stars_.radial_velocity[star] = v.z;
    stars_.tangential_velocity[star] = std::sqrt(v.x * v.x + v.y * v.y);
  }
}

namespace {

void add(Stars& stars, double mass, double radius, double radial, double tangential,
         std::uint32_t id) {
  stars.mass.push_back(mass);
  stars.radius.push_back(radius);
  stars.radial_velocity.push_back(radial);
  stars.tangential_velocity.push_back(tangential);
  stars.id.push_back(id);
}

}  // namespace

void HenonRun::settle(double potential_before) {
  if (!masses_changed_) return;
  masses_changed_ = false;
  std::sort(gone_.begin(), gone_.end());
  Stars now;
  auto freed = freed_.begin();
  auto gone = gone_.begin();
  for (std::size_t i = 0; i < stars_.size(); ++i) {
    if (gone != gone_.end() && *gone == i)
      ++gone;
    else
      add(now, stars_.mass[i], stars_.radius[i], stars_.radial_velocity[i],
          stars_.tangential_velocity[i], stars_.id[i]);
    for (; freed != freed_.end() && freed->behind == i; ++freed)
      add(now, freed->mass, freed->radius, freed->radial_velocity, freed->tangential_velocity,
          freed->id);
  }
  stars_ = now;
  shells_ = cluster::shell_potential(stars_);
  report_.moved_energy += potential_before - cluster::potential_energy(stars_, shells_);
}

HenonRun::Blocks HenonRun::blocks_after_encounters() const {
  const auto now_at = [&](std::size_t place) {
    std::size_t at = place;
    for (const Freed& one : freed_) at += one.behind < place ? 1 : 0;
    for (const std::size_t one : gone_) at -= one < place ? 1 : 0;
    return at;
  };
  Blocks blocks =
      cluster::blocks_of_step(stars_.size() + gone_.size() - freed_.size(), parameters_);
  for (Block& block : blocks) block = {now_at(block.first), now_at(block.end)};
  return blocks;
}

void HenonRun::sample_position(std::size_t i, Move& move, cluster::Lfsr113& random) {
  const Mover star = mover(stars_, shells_, i, own_mass(i));
  const Orbits orbits(shells_);
  move.old_radius = stars_.radius[i];
  move.old_speed2 = stars_.speed2(i);
  const Orbit orbit = orbits.orbit(star);
  move.energy = star.energy;
  move.apocentre = orbit.kind == OrbitKind::eccentric ? orbit.apocentre : move.old_radius;
  if (orbit.kind == OrbitKind::unbound) {
    move.leaves = true;
    if (parameters_.tide.criterion == cluster::TideCriterion::none)
      report_.escaped_energy += stars_.mass[i] * (shells_.potential[i + 1] + 0.5 * move.old_speed2);
    return;
  }
  if (orbit.kind == OrbitKind::circular) return;  // stays where it is
  const SampledPosition sampled = orbits.sample_position(star, orbit, random);
  report_.trials += sampled.trials;
  report_.above_bound += sampled.above_bound;
  move.work = orbits.potential_at_shell(star, star.shell) - sampled.potential;
  stars_.radius[i] = sampled.radius;
  stars_.radial_velocity[i] = sampled.radial_velocity;
  stars_.tangential_velocity[i] = star.angular_momentum / sampled.radius;
}

double HenonRun::staying_mass() const {
  double mass = 0;
  for (std::size_t i = 0; i < stars_.size(); ++i)
    if (!moves_[i].leaves) mass += stars_.mass[i];
  return mass;
}

void HenonRun::strip() {
  if (parameters_.tide.criterion == cluster::TideCriterion::none) return;
  const double alpha = cluster::tidal_alpha(stars_.size());
  for (bool more = true; more;) {
    const double mass = staying_mass();
    report_.tidal_radius = cluster::tidal_radius(parameters_.tide, mass);
    more = false;
    for (Move& move : moves_)
      if (!move.leaves && cluster::beyond_tide(parameters_.tide, mass, report_.tidal_radius, alpha,
                                               move.energy, move.apocentre))
        move.leaves = more = true;
  }
  report_.escaped_energy = energy_of_leaving();
}

/// One after another from the centre: a star no longer has the energy of those that left before it,
/// nor the half of its own shell that m E counts twice.
double HenonRun::energy_of_leaving() const {
  double energy = report_.escaped_energy, gone = 0;
  for (std::size_t i = 0; i < stars_.size(); ++i) {
    if (!moves_[i].leaves) continue;
    const double m = stars_.mass[i];
    energy += m * (shells_.potential[i + 1] + 0.5 * moves_[i].old_speed2 +
                   (gone + 0.5 * m) * shells_.inverse_radius[i + 1]);
    gone += m;
  }
  return energy;
}

void HenonRun::sort() {
  std::vector<std::uint32_t> order;
  for (const std::uint32_t i : cluster::radial_order(stars_))
    if (!moves_[i].leaves) order.push_back(i);
  stars_ = cluster::reordered(stars_, order);
  std::vector<Move> sorted;
  for (const std::uint32_t i : order) sorted.push_back(moves_[i]);
  moves_ = std::move(sorted);
}

void HenonRun::update_potential() { shells_ = cluster::shell_potential(stars_); }

void HenonRun::correct_velocities() {
  const Orbits now(shells_);
  std::vector<double> speed2(stars_.size());
  for (std::size_t i = 0; i < stars_.size(); ++i) {
    const Mover star{.shell = i + 1, .mass = own_mass(i)};
    speed2[i] =
        moves_[i].old_speed2 + moves_[i].work +
        (now.potential_at(star, moves_[i].old_radius) - now.potential_at_shell(star, i + 1));
  }
  report_.unplaced_energy += pay(speed2);
}

double HenonRun::pay(std::span<const double> speed2) {
  return reference::correct_velocities(stars_, speed2, blocks());
}

void HenonRun::add_energies() {
  report_.stars = stars_.size();
  report_.kinetic = cluster::kinetic_energy(stars_);
  report_.potential = cluster::potential_energy(stars_, shells_);
  report_.internal_energy = cluster::internal_energy(binaries_);
}

}  // namespace touchstone::reference
