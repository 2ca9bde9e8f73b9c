#include "checkers/mutants/cmc/faulty_henon.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "models/cmc/timesteps.hpp"
#include "reference/cmc/timestep.hpp"
#include "reference/cmc/velocity_correction.hpp"

namespace touchstone::mutants {
namespace {

cluster::ClusterParameters changed(HenonFault fault, cluster::ClusterParameters p) {
  if (fault == HenonFault::ranks_of_threads) p.ranks = static_cast<std::size_t>(p.threads);
  if (fault == HenonFault::pairs_alike) p.pair_masses = cluster::PairMasses::alike;
  return p;
}

}  // namespace

FaultyHenon::FaultyHenon(HenonFault fault, const cluster::Stars& start,
                         const cluster::ClusterParameters& p)
    : HenonRun(start, changed(fault, p)), fault_(fault) {
  if (fault == HenonFault::starts_over)
    streams_ = cluster::separate_streams(p.seed, streams_.size(), p.between_streams);
  for (std::size_t rank = 0; rank < streams_.size(); ++rank) {
    if (fault == HenonFault::seeds_instead_of_jumps)
      streams_[rank] = cluster::Lfsr113(p.seed + static_cast<std::uint32_t>(rank));
    if (fault == HenonFault::shared_stream) streams_[rank] = streams_[0];
  }
}

double FaultyHenon::timestep() const {
  if (fault_ == HenonFault::loss_at_any_step)
    return reference::binned_timestep(stars_, blocks(), initial_stars_, parameters_.theta_max,
                                      parameters_.pair_masses);
  if (fault_ == HenonFault::meets_at_any_step)
    return std::min(
        reference::binned_timestep(stars_, blocks(), initial_stars_, parameters_.theta_max,
                                   parameters_.pair_masses),
        cluster::evolution_time(parameters_.mass_loss.get(), report_.time, report_.timestep));
  const double dt = HenonRun::timestep();
  if (fault_ == HenonFault::no_square) return dt * (std::numbers::pi / 2) / parameters_.theta_max;
  return fault_ == HenonFault::wrong_density ? 2 * dt : dt;
}

void FaultyHenon::lose_mass(double timestep) {
  const double booked = report_.lost_energy;
  const cluster::ShellPotential old = shells_;
  const std::vector<cluster::Binary> binaries = binaries_;
  HenonRun::lose_mass(timestep);
  if (fault_ == HenonFault::binary_keeps_mass) binaries_ = binaries;
  if (fault_ == HenonFault::loss_not_booked) report_.lost_energy = booked;
  if (fault_ == HenonFault::loss_without_potential) shells_ = old;
}

double FaultyHenon::staying_mass() const {
  if (fault_ == HenonFault::tide_of_first_mass) return 1;
  if (fault_ != HenonFault::stale_tide) return HenonRun::staying_mass();
  double mass = 0;
  for (const double m : stars_.mass) mass += m;
  return mass;
}

double FaultyHenon::energy_of_leaving() const {
  double energy = report_.escaped_energy;
  if (fault_ == HenonFault::tide_not_booked) return energy;
  if (fault_ != HenonFault::tide_books_all_shells) return HenonRun::energy_of_leaving();
  for (std::size_t i = 0; i < stars_.size(); ++i)
    if (moves_[i].leaves)
      energy += stars_.mass[i] * (shells_.potential[i + 1] + 0.5 * moves_[i].old_speed2);
  return energy;
}

void FaultyHenon::strip() {
  const cluster::Tide& tide = parameters_.tide;
  if (fault_ != HenonFault::tide_by_blocks || tide.criterion == cluster::TideCriterion::none)
    return HenonRun::strip();
  const double alpha = cluster::tidal_alpha(stars_.size());
  for (const cluster::Block& block : blocks())
    for (bool more = true; more;) {
      double mass = 0;
      for (std::size_t i = 0; i < stars_.size(); ++i)
        if (i < block.first || i >= block.end || !moves_[i].leaves) mass += stars_.mass[i];
      report_.tidal_radius = cluster::tidal_radius(tide, mass);
      more = false;
      for (std::size_t i = block.first; i < block.end; ++i)
        if (!moves_[i].leaves && cluster::beyond_tide(tide, mass, report_.tidal_radius, alpha,
                                                      moves_[i].energy, moves_[i].apocentre))
          moves_[i].leaves = more = true;
    }
  report_.escaped_energy = energy_of_leaving();
}

void FaultyHenon::encounters(double timestep) {
  if (fault_ == HenonFault::gentle_encounters) timestep /= 4;
  const bool wrong = fault_ == HenonFault::wrong_partner;
  const bool outwards = fault_ == HenonFault::outward_kicks;
  if (!wrong && !outwards && fault_ != HenonFault::pair_across_ranks)
    return HenonRun::encounters(timestep);
  const Blocks blocks = this->blocks();
  for (std::size_t rank = 0; rank < blocks.size(); ++rank) {
    if (outwards) {
      for (std::size_t i = blocks[rank].first; i + 1 < blocks[rank].end; i += 2)
        meet_outwards(i, timestep, streams_[rank]);
      continue;
    }
    const std::size_t shift = wrong || rank > 0 ? 1 : 0;
    std::size_t i = blocks[rank].first + shift;
    if (!wrong && rank > 0) meet(i - 2, i - 1, timestep, streams_[rank]);
    for (; i + 1 < blocks[rank].end; i += 2) meet(i, i + 1, timestep, streams_[rank]);
  }
}

void FaultyHenon::meet_outwards(std::size_t first, double timestep, cluster::Lfsr113& random) {
  const std::array u{stars_.radial_velocity[first], stars_.radial_velocity[first + 1]};
  const std::array v{stars_.tangential_velocity[first], stars_.tangential_velocity[first + 1]};
  for (int trial = 0; trial < 64; ++trial) {  // two stars on one radius have no such kick
    for (const std::size_t k : {0u, 1u}) {
      stars_.radial_velocity[first + k] = u[k];
      stars_.tangential_velocity[first + k] = v[k];
    }
    meet(first, first + 1, timestep, random);
    if (stars_.radial_velocity[first] > u[0]) return;
  }
}

double FaultyHenon::own_mass(std::size_t star) const {
  const bool felt = fault_ == HenonFault::no_self_shell ||
                    (fault_ == HenonFault::work_of_own_shell && correcting_);
  return felt ? 0 : HenonRun::own_mass(star);
}

void FaultyHenon::sample_position(std::size_t star, Move& move, cluster::Lfsr113& random) {
  using reference::OrbitKind;
  if (fault_ == HenonFault::flat_positions) {
    const reference::Mover mover = reference::mover(stars_, shells_, star, stars_.mass[star]);
    const reference::Orbits orbits(shells_);
    const reference::Orbit orbit = orbits.orbit(mover);
    if (orbit.kind == OrbitKind::eccentric) {
      move.old_radius = stars_.radius[star];
      move.old_speed2 = stars_.speed2(star);
      const double r =
          orbit.pericentre + (orbit.apocentre - orbit.pericentre) * (random.uniform() + 0x1p-33);
      const double across = mover.angular_momentum / r;
      const double felt = orbits.potential_at(mover, r);
      move.work = orbits.potential_at_shell(mover, star + 1) - felt;
      const double radial2 = 2 * (mover.energy - felt) - across * across;
      stars_.radius[star] = r;
      stars_.radial_velocity[star] = std::sqrt(std::max(0.0, radial2));
      stars_.tangential_velocity[star] = across;
      return;
    }
  }
  HenonRun::sample_position(star, move, random);
  if (fault_ == HenonFault::one_sign)
    stars_.radial_velocity[star] = std::abs(stars_.radial_velocity[star]);
}

void FaultyHenon::sort() {
  if (fault_ == HenonFault::unsorted_potential) shells_ = cluster::shell_potential(stars_);
  HenonRun::sort();
  const Blocks blocks = this->blocks();
  if (fault_ != HenonFault::lost_star || blocks.size() < 2) return;
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < stars_.size(); ++i)
    if (i + 1 != blocks[1].end) kept.push_back(i);
  stars_ = cluster::reordered(stars_, kept);
  moves_.erase(moves_.begin() + static_cast<std::ptrdiff_t>(blocks[1].end) - 1);
}

void FaultyHenon::update_potential() {
  if (fault_ == HenonFault::unsorted_potential && shells_.shells() == stars_.size()) return;
  if (fault_ == HenonFault::stale_potential && shells_.shells() == stars_.size()) {
    const cluster::ShellPotential old = shells_;
    HenonRun::update_potential();
    shells_.potential = old.potential;
    return;
  }
  HenonRun::update_potential();
}

void FaultyHenon::correct_velocities() {
  if (fault_ == HenonFault::no_velocity_correction) return;
  correcting_ = true;
  HenonRun::correct_velocities();
  correcting_ = false;
}

double FaultyHenon::pay(std::span<const double> speed2) {
  if (fault_ != HenonFault::debt_ends_with_rank) {
    const double owed = HenonRun::pay(speed2);
    return fault_ == HenonFault::debt_not_booked ? 0 : owed;
  }
  double owed = 0;
  for (const cluster::Block& block : blocks())
    owed = reference::correct_velocities(stars_, speed2, {&block, 1});
  return owed;
}

double FaultyHenon::expected_meetings(const cluster::ClosePair& pair, double timestep) const {
  const double all = HenonRun::expected_meetings(pair, timestep);
  if (fault_ == HenonFault::meets_in_short_time)
    return all / cluster::dynamical_time(1, initial_stars_);
  const bool both = pair.star[0].binary && pair.star[1].binary;
  if (fault_ == HenonFault::binaries_pass && both) return 0;
  if (fault_ != HenonFault::meets_unfocused) return all;
  double w2 = 0, axes = 0;
  for (std::size_t c = 0; c < 3; ++c)
    w2 += std::pow(pair.star[1].velocity[c] - pair.star[0].velocity[c], 2);
  for (const cluster::Partner& one : pair.star)
    if (one.binary) axes += one.binary->semimajor_axis;
  return all / (1 + 2 * pair.mass() / (parameters_.binaries->closeness * axes * w2));
}

cluster::AfterMeeting FaultyHenon::follow(const cluster::ClosePair& pair, double turn) const {
  if (fault_ == HenonFault::meets_in_one_plane) turn = 0;
  cluster::AfterMeeting after = HenonRun::follow(pair, turn);
  if (fault_ == HenonFault::meets_alike && pair.of_three()) {
    const auto start =
        cluster::drawn_meeting(pair, parameters_.binaries->closeness, parameters_.seed, 0);
    const auto end = cluster::scattering_scheme(parameters_.binaries->scattering)
                         .scatter({&start, 1}, cluster::scattering_of_pairs(1));
    after = cluster::after_meeting(pair, end.front(), turn);
  }
  if (!after.happened()) return after;
  if (fault_ == HenonFault::no_recoil) {
    const std::size_t binary = pair.wider();
    after.stars[binary].velocity = pair.star[binary].velocity;
  }
  if (fault_ == HenonFault::one_binary_meets && pair.star[0].binary && after.stars[1].binary)
    after.stars[1].binary = pair.star[1].binary;
  return after;
}

void FaultyHenon::change(std::size_t first, const cluster::AfterMeeting& after) {
  std::vector<cluster::Binary> before;
  for (std::size_t k = 0; k < 2; ++k)
    if (const auto* const one = cluster::binary_of(binaries_, stars_.id[first + k]))
      before.push_back(*one);
  const std::size_t freed = freed_.size();
  HenonRun::change(first, after);
  if (fault_ == HenonFault::stale_binary && !after.exchanged)
    for (const cluster::Binary& one : before)
      if (cluster::Binary* const now = cluster::binary_of(binaries_, one.id)) *now = one;
  if (freed_.size() == freed) return;
  if (fault_ == HenonFault::lost_companion) freed_.pop_back();
  if (fault_ == HenonFault::second_star_stays && freed_.size() == freed + 2) freed_.pop_back();
  if (fault_ == HenonFault::doubled_companion)
    for (std::size_t k = 0; k < 2; ++k)
      if (stars_.id[first + k] == before[0].id)
        stars_.mass[first + k] = before[0].mass[0] + before[0].mass[1];
}

void FaultyHenon::settle(double potential_before) {
  const double booked = report_.moved_energy;
  HenonRun::settle(potential_before);
  if (fault_ == HenonFault::meeting_not_booked) report_.moved_energy = booked;
}

void FaultyHenon::release_binaries() {
  if (fault_ == HenonFault::binary_stays) return;
  const double booked = report_.escaped_energy;
  HenonRun::release_binaries();
  if (fault_ == HenonFault::binary_not_booked) report_.escaped_energy = booked;
}

}  // namespace touchstone::mutants
