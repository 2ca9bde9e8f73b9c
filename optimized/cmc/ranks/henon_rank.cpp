#include "optimized/cmc/ranks/henon_rank.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "models/cmc/centre.hpp"
#include "models/cmc/timesteps.hpp"

namespace touchstone::optimized {
namespace {

using cluster::Phase;

// A rank has a bin of 20 stars or more; some may leave.
constexpr std::size_t kSamples = 16;

cluster::Stars part(const cluster::Stars& all, const cluster::Block& b) {
  std::vector<std::uint32_t> order;
  for (std::size_t i = b.first; i < b.end; ++i) order.push_back(static_cast<std::uint32_t>(i));
  return cluster::reordered(all, order);
}

double sum(const std::vector<double>& values) {
  double total = 0;
  for (const double value : values) total += value;
  return total;
}

}  // namespace

HenonRank::HenonRank(const cluster::Stars& start, const cluster::ClusterParameters& parameters,
                     Transport& transport)
    : parameters_(parameters),
      exchange_(transport),
      initial_stars_(static_cast<double>(start.size())),
      stream_(cluster::separate_streams(parameters.seed, transport.rank() + 1,
                                        parameters.between_streams)
                  .back()) {
  cluster::require_runnable(start, parameters);
  if (parameters.continued) {
    initial_stars_ = static_cast<double>(parameters.continued->initial_stars);
    stream_ = parameters.continued->streams[transport.rank()];
    report_ = parameters.continued->report;
  }
  const auto blocks = cluster::partition(start.size(), transport.ranks());
  own_ = part(start, blocks[transport.rank()]);
  if (parameters.binaries || parameters.collisions)
    close_.emplace(own_, parameters, initial_stars_);
  update_field();
  add_energies();
  clock_ = cluster::PhaseClock(cluster::PhaseClock::Kind::processor);  // steps only
}

BlockStars HenonRank::block() {
  return {first_ + 1, own_.mass, own_.radius, own_.radial_velocity, own_.tangential_velocity};
}

void HenonRank::step() {
  clock_.start();
  const double dt = timestep();
  lose_mass(dt);
  clock_.end(Phase::timestep);
  encounters(dt);
  clock_.end(Phase::encounters);
  sample_own();
  if (tide()) strip();
  clock_.end(Phase::orbits);
  sort();
  clock_.end(Phase::sort);
  update_field();
  clock_.end(Phase::potential);
  correct();
  clock_.end(Phase::correction);
  ++report_.step;
  report_.timestep = dt;
  report_.time += dt;
  add_energies();
  clock_.end(Phase::diagnostics);
}

/// Sliding averages need the velocities of the neighbours on other ranks: everybody gets all.
double HenonRank::timestep() {
  double least = std::numeric_limits<double>::infinity();
  if (parameters_.timestep == cluster::TimestepScheme::bins) {
    least = least_relaxation_time(block(), initial_stars_, parameters_.pair_masses);
  } else {
    std::vector<double> radial = exchange_.all_gather(own_.radial_velocity);
    std::vector<double> tangential = exchange_.all_gather(own_.tangential_velocity);
    least = least_sliding_time({1, all_mass_, {}, radial, tangential}, field_, first_,
                               first_ + own_.size(), initial_stars_, parameters_.pair_masses);
  }
  for (const double other : exchange_.all_gather(std::vector<double>{least}))
    least = std::min(least, other);
  const double dt = std::min(
      deflection_factor(parameters_.theta_max) * least,
      cluster::evolution_time(parameters_.mass_loss.get(), report_.time, report_.timestep));
  return close_ ? std::min(dt, longest_step_of_centre()) : dt;
}

/// Everybody gets the central stars.
double HenonRank::longest_step_of_centre() {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < own_.size() && first_ + i < cluster::kCentralStars; ++i)
    numbers.insert(numbers.end(), {own_.mass[i], own_.radius[i], own_.radial_velocity[i],
                                   own_.tangential_velocity[i], static_cast<double>(own_.id[i])});
  numbers = exchange_.all_gather(numbers);
  cluster::Stars central;
  for (std::size_t k = 0; k < numbers.size(); k += 5) {
    central.mass.push_back(numbers[k]);
    central.radius.push_back(numbers[k + 1]);
    central.radial_velocity.push_back(numbers[k + 2]);
    central.tangential_velocity.push_back(numbers[k + 3]);
    central.id.push_back(static_cast<std::uint32_t>(numbers[k + 4]));
  }
  return close_->longest_step(central);
}

/// Every rank has the masses of all, and the same report.
void HenonRank::lose_mass(double timestep) {
  if (!parameters_.mass_loss) return;
  const double kept = parameters_.mass_loss->kept(report_.time, report_.time + timestep);
  for (auto* masses : {&own_.mass, &all_mass_})
    for (double& mass : *masses) mass *= kept;
  report_.lost_energy += cluster::lost_energy(kept, report_.kinetic, report_.potential);
  if (close_) {
    report_.lost_energy += (1 - kept * kept * kept) * cluster::internal_energy(close_->binaries());
    close_->lose_mass(kept);
  }
  const std::vector<double> radius(field_.radii() + 1, field_.radii() + 1 + field_.shells());
  field_.update(radius, all_mass_);
}

/// Stars that are freed belong to the rank whose binary they were.
void HenonRank::encounters(double timestep) {
  if (!close_) return deflect_pairs(block(), field_, timestep, initial_stars_, stream_);
  const double before = potential_energy();
  std::vector<cluster::Block> own{{0, own_.size()}};
  const FormedInBlock formed =
      close_->those_that_form(own_, own[0], field_, first_, timestep, report_.step);
  const auto neighbours = close_->neighbours(own_, own[0], formed);
  std::vector<PairDraws> draws(own_.size() / 2);
  deflect_pairs(block(), field_, timestep, initial_stars_, stream_, draws);
  auto met = close_->those_that_meet(neighbours, own_, own[0], draws, field_, first_, timestep);
  met.formed = formed;
  const CloseEncounters::Changes changes =
      of_all_ranks(close_->follow({&met, 1}, own_, own, report_.step));
  close_->apply(changes, own_.id, report_);
  if (!changes.masses) return;
  const std::vector<double> radius = exchange_.all_gather(own_.radius);
  all_mass_ = exchange_.all_gather(own_.mass);
  field_.update(radius, all_mass_);
  first_ = exchange_.sum_below(own_.size());
  report_.moved_energy += before - potential_energy();
}

CloseEncounters::Changes HenonRank::of_all_ranks(const CloseEncounters::Changes& own) {
  CloseEncounters::Changes all;
  all.now = binaries_of_all(own.now);
  if (parameters_.formation) all.formed = binaries_of_all(own.formed);
  all.ionised = ids_of_all(own.ionised);
  all.collided = exchange_.all_gather(own.collided);
  const auto number = [](auto count) { return static_cast<double>(count); };
  const cluster::MeetingCounts& counts = own.meetings;
  const std::vector<double> counted = exchange_.all_gather(
      std::vector<double>{number(counts.all), number(counts.of_binaries), number(counts.exchanges),
                          number(counts.ionised), number(counts.given_up), number(counts.crowded),
                          number(counts.collisions), number(counts.formed), number(own.masses)});
  for (std::size_t k = 0; k < counted.size(); k += 9) {
    const auto count = [&](std::size_t which) {
      return static_cast<std::uint64_t>(counted[k + which]);
    };
    all.meetings += {.all = count(0),
                     .of_binaries = count(1),
                     .exchanges = count(2),
                     .ionised = count(3),
                     .given_up = count(4),
                     .crowded = count(5),
                     .collisions = count(6),
                     .formed = count(7)};
    all.masses = all.masses || count(8) > 0;
  }
  return all;
}

std::vector<cluster::Binary> HenonRank::binaries_of_all(const std::vector<cluster::Binary>& own) {
  std::vector<double> numbers;
  for (const cluster::Binary& one : own)
    numbers.insert(numbers.end(),
                   {static_cast<double>(one.id), one.mass[0], one.mass[1], one.semimajor_axis,
                    one.eccentricity, static_cast<double>(one.companion)});
  numbers = exchange_.all_gather(numbers);
  std::vector<cluster::Binary> all;
  for (std::size_t k = 0; k < numbers.size(); k += 6)
    all.push_back({static_cast<std::uint32_t>(numbers[k]),
                   {numbers[k + 1], numbers[k + 2]},
                   numbers[k + 3],
                   numbers[k + 4],
                   static_cast<std::uint32_t>(numbers[k + 5])});
  return all;
}

std::vector<std::uint32_t> HenonRank::ids_of_all(const std::vector<std::uint32_t>& own) {
  std::vector<std::uint32_t> all;
  for (const double id : exchange_.all_gather(std::vector<double>(own.begin(), own.end())))
    all.push_back(static_cast<std::uint32_t>(id));
  return all;
}

/// Sums go from rank to rank in the order of the stars, so that all remove the same ones.
void HenonRank::strip() {
  const BlockMoves moves{old_radius_, old_speed2_, work_, leaves_, {}, energy_, apocentre_};
  const double alpha = cluster::tidal_alpha(field_.shells());
  double mass = 0;
  for (bool more = true; more;) {
    mass = staying_mass(block(), leaves_, exchange_.receive_from_previous(0));
    exchange_.send_to_next(mass);
    mass = exchange_.all_gather(std::vector<double>{mass}).back();
    const bool own = optimized::strip(parameters_.tide, mass, alpha, moves);
    more = sum(exchange_.all_gather(std::vector<double>{own ? 1.0 : 0.0})) > 0;
  }
  report_.tidal_radius = cluster::tidal_radius(parameters_.tide, mass);
  const double energy = exchange_.receive_from_previous(report_.escaped_energy);
  const Leaving all = leaving(block(), field_, moves, {energy, exchange_.receive_from_previous(0)});
  exchange_.send_to_next(all.energy);
  exchange_.send_to_next(all.mass);
  report_.escaped_energy = exchange_.all_gather(std::vector<double>{all.energy}).back();
}

void HenonRank::sample_own() {
  for (auto* array : {&old_radius_, &old_speed2_, &work_}) array->resize(own_.size());
  leaves_.resize(own_.size());
  for (auto* array : {&energy_, &apocentre_}) array->resize(tide() ? own_.size() : 0);
  const BlockCounts counts = sample_positions(
      block(), field_, {old_radius_, old_speed2_, work_, leaves_, {}, energy_, apocentre_},
      scratch_, stream_);
  if (!tide()) {
    double escaped = exchange_.receive_from_previous(report_.escaped_energy);
    for (const double energy : counts.escaped_energy) escaped += energy;
    exchange_.send_to_next(escaped);
    report_.escaped_energy = exchange_.all_gather(std::vector<double>{escaped}).back();
  }
  report_.trials = static_cast<std::uint64_t>(
      sum(exchange_.all_gather(std::vector<double>{static_cast<double>(counts.trials)})));
  report_.above_bound = static_cast<std::uint64_t>(
      sum(exchange_.all_gather(std::vector<double>{static_cast<double>(counts.above_bound)})));
}

void HenonRank::sort() {
  if (close_) close_->release(ids_of_all(close_->leaving(own_, leaves_)), report_);
  std::vector<Traveller> travellers;
  for (std::size_t i = 0; i < own_.size(); ++i)
    if (!leaves_[i])
      travellers.push_back({own_.radius[i], static_cast<double>(own_.id[i]), own_.mass[i],
                            own_.radial_velocity[i], own_.tangential_velocity[i], old_radius_[i],
                            old_speed2_[i], work_[i]});
  travellers = sample_sort(std::move(travellers), kSamples, exchange_);
  own_ = {};
  old_radius_.clear();
  old_speed2_.clear();
  work_.clear();
  for (const Traveller& t : travellers) {
    own_.mass.push_back(t.mass);
    own_.radius.push_back(t.radius);
    own_.radial_velocity.push_back(t.radial_velocity);
    own_.tangential_velocity.push_back(t.tangential_velocity);
    own_.id.push_back(static_cast<std::uint32_t>(t.id));
    old_radius_.push_back(t.old_radius);
    old_speed2_.push_back(t.old_speed2);
    work_.push_back(t.work);
  }
  if (close_) close_->find(own_.id);
}

/// The duplicated arrays: every rank has the radii and masses of all.
void HenonRank::update_field() {
  const std::vector<double> radius = exchange_.all_gather(own_.radius);
  all_mass_ = exchange_.all_gather(own_.mass);
  clock_.end(Phase::synchronise);
  field_.update(radius, all_mass_);
  first_ = cluster::blocks_of_step(radius.size(), parameters_)[exchange_.rank()].first;
}

void HenonRank::correct() {
  std::vector<double> speed2(own_.size());
  for (std::size_t i = 0; i < own_.size(); ++i) {
    const std::size_t k = first_ + i + 1;
    const double m = own_.mass[i];
    speed2[i] = old_speed2_[i] + work_[i] +
                (field_.felt(m, k, field_.interval(old_radius_[i]), old_radius_[i]) -
                 field_.felt_at_shell(m, k, k));
  }
  const double left = correct_velocities(block(), speed2);
  const std::vector<double> all_left = exchange_.all_gather(std::vector<double>{left});
  const std::size_t rank = exchange_.rank();
  const double rest = rank > 0 ? take_energy(block(), all_left[rank - 1]) : 0;
  const std::vector<double> all_rest = exchange_.all_gather(std::vector<double>{rest});
  double unplaced = all_left.back();
  for (std::size_t q = 1; q < all_rest.size(); ++q) unplaced += all_rest[q];
  report_.unplaced_energy += unplaced;
}

void HenonRank::add_energies() {
  report_.stars = field_.shells();
  double kinetic = exchange_.receive_from_previous(0);
  for (std::size_t i = 0; i < own_.size(); ++i)
    kinetic += 0.5 * own_.mass[i] *
               (own_.radial_velocity[i] * own_.radial_velocity[i] +
                own_.tangential_velocity[i] * own_.tangential_velocity[i]);
  exchange_.send_to_next(kinetic);
  report_.kinetic = exchange_.all_gather(std::vector<double>{kinetic}).back();
  report_.potential = potential_energy();
  if (close_) report_.internal_energy = cluster::internal_energy(close_->binaries());
}

double HenonRank::potential_energy() const {
  double potential = 0;
  for (std::size_t i = 0; i < all_mass_.size(); ++i)
    potential += 0.5 * all_mass_[i] * field_.potential(i + 1);
  return potential;
}

cluster::Stars HenonRank::all_stars() {
  cluster::Stars all;
  all.mass = exchange_.all_gather(own_.mass);
  all.radius = exchange_.all_gather(own_.radius);
  all.radial_velocity = exchange_.all_gather(own_.radial_velocity);
  all.tangential_velocity = exchange_.all_gather(own_.tangential_velocity);
  all.id = ids_of_all(own_.id);
  return all;
}

}  // namespace touchstone::optimized
