#include "optimized/cmc/henon_openmp.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <memory>
#include <utility>

#include "models/cmc/timesteps.hpp"
#include "optimized/cmc/orbits/apsis_search.hpp"
#include "optimized/cmc/orbits/single_orbit.hpp"

namespace touchstone::optimized {

using cluster::Phase;

HenonOpenMp::HenonOpenMp(const cluster::Stars& start, const cluster::ClusterParameters& parameters)
    : parameters_(parameters),
      initial_stars_(static_cast<double>(start.size())),
      stars_(start),
      scratch_(static_cast<std::size_t>(std::max(parameters.threads, 1))) {
  cluster::require_runnable(start, parameters);
  streams_ =
      cluster::separate_streams(parameters.seed, parameters.ranks, parameters.between_streams);
  if (parameters.continued) {
    initial_stars_ = static_cast<double>(parameters.continued->initial_stars);
    streams_ = parameters.continued->streams;
    report_ = parameters.continued->report;
  }
  if (parameters.binaries || parameters.collisions)
    close_.emplace(stars_, parameters, initial_stars_);
  field_.update(stars_.radius, stars_.mass);
  blocks_ = cluster::blocks_of_step(stars_.size(), parameters_);
  add_energies();
}

BlockStars HenonOpenMp::block(const cluster::Block& b) {
  const auto part = [&](auto& array) { return std::span(array).subspan(b.first, b.size()); };
  return {b.first + 1, part(stars_.mass), part(stars_.radius), part(stars_.radial_velocity),
          part(stars_.tangential_velocity)};
}

void HenonOpenMp::step() {
  clock_.start();
  const double dt = timestep();
  lose_mass(dt);
  clock_.end(Phase::timestep);
  if (close_)
    close_encounters(dt);
  else
    encounters(dt);
  clock_.end(Phase::encounters);
  sample_all();
  if (tide()) strip();
  clock_.end(Phase::orbits);
  sort();
  clock_.end(Phase::sort);
  field_.update(sorted_.radius, sorted_.mass);
  clock_.end(Phase::potential);
  correct();
  clock_.end(Phase::correction);
  ++report_.step;
  report_.timestep = dt;
  report_.time += dt;
  add_energies();
  clock_.end(Phase::diagnostics);
}

double HenonOpenMp::timestep() const {
  auto& self = const_cast<HenonOpenMp&>(*this);  // blocks are views; nothing is written
  const auto ranks = static_cast<std::int64_t>(blocks_.size());
  const BlockStars all = self.block({0, stars_.size()});
  const bool bins = parameters_.timestep == cluster::TimestepScheme::bins;
  double least = std::numeric_limits<double>::infinity();
#pragma omp parallel for num_threads(parameters_.threads) reduction(min : least)
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    const cluster::Block& b = blocks_[static_cast<std::size_t>(rank)];
    const double own =
        bins ? least_relaxation_time(self.block(b), initial_stars_, parameters_.pair_masses)
             : least_sliding_time(all, field_, b.first, b.end, initial_stars_,
                                  parameters_.pair_masses);
    least = std::min(least, own);
  }
  double dt = std::min(
      deflection_factor(parameters_.theta_max) * least,
      cluster::evolution_time(parameters_.mass_loss.get(), report_.time, report_.timestep));
  if (close_) dt = std::min(dt, close_->longest_step(stars_));
  return dt;
}

void HenonOpenMp::lose_mass(double timestep) {
  if (!parameters_.mass_loss) return;
  const double kept = parameters_.mass_loss->kept(report_.time, report_.time + timestep);
  for (double& mass : stars_.mass) mass *= kept;
  report_.lost_energy += cluster::lost_energy(kept, report_.kinetic, report_.potential);
  if (close_) {
    report_.lost_energy += (1 - kept * kept * kept) * cluster::internal_energy(close_->binaries());
    close_->lose_mass(kept);
  }
  field_.update(stars_.radius, stars_.mass);
}

/// Few stars in most steps, and sums in the order of the stars: one thread.
void HenonOpenMp::strip() {
  const BlockMoves moves{old_radius_, old_speed2_, work_, leaves_, interval_, energy_, apocentre_};
  const BlockStars all = block({0, stars_.size()});
  const double alpha = cluster::tidal_alpha(stars_.size());
  double mass = 0;
  do mass = staying_mass(all, leaves_, 0);
  while (optimized::strip(parameters_.tide, mass, alpha, moves));
  report_.tidal_radius = cluster::tidal_radius(parameters_.tide, mass);
  report_.escaped_energy = leaving(all, field_, moves, {report_.escaped_energy, 0}).energy;
}

void HenonOpenMp::encounters(double timestep) {
  const auto ranks = static_cast<std::int64_t>(blocks_.size());
#pragma omp parallel for num_threads(parameters_.threads) schedule(dynamic)
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    const auto r = static_cast<std::size_t>(rank);
    deflect_pairs(block(blocks_[r]), field_, timestep, initial_stars_, streams_[r]);
  }
}

/// Pairs that meet, collide or have a star of a triple that becomes a binary are deflected before
/// that, and then changed.
void HenonOpenMp::close_encounters(double timestep) {
  const double before = potential_energy();
  const auto ranks = static_cast<std::int64_t>(blocks_.size());
  std::vector<CloseEncounters::MetInBlock> met(blocks_.size());
#pragma omp parallel for num_threads(parameters_.threads) schedule(dynamic)
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    const auto r = static_cast<std::size_t>(rank);
    const cluster::Block& b = blocks_[r];
    FormedInBlock formed = close_->those_that_form(stars_, b, field_, 0, timestep, report_.step);
    const auto neighbours = close_->neighbours(stars_, b, formed);
    std::vector<PairDraws> draws(b.size() / 2);
    deflect_pairs(block(b), field_, timestep, initial_stars_, streams_[r], draws);
    met[r] = close_->those_that_meet(neighbours, stars_, b, draws, field_, 0, timestep);
    met[r].formed = std::move(formed);
  }
  const CloseEncounters::Changes changes = close_->follow(met, stars_, blocks_, report_.step);
  close_->apply(changes, stars_.id, report_);
  if (!changes.masses) return;
  field_.update(stars_.radius, stars_.mass);
  report_.moved_energy += before - potential_energy();
}

void HenonOpenMp::sample_all() {
  for (auto* array : {&old_radius_, &old_speed2_, &work_}) array->resize(stars_.size());
  leaves_.resize(stars_.size());
  for (auto* array : {&energy_, &apocentre_}) array->resize(tide() ? stars_.size() : 0);
  interval_.resize(stars_.size());
  std::vector<BlockCounts> counts(blocks_.size());
  std::vector<SampledBlock> sampled(blocks_.size());
  for (std::size_t r = 0; r < blocks_.size(); ++r) {
    const auto part = [&](auto& array) {
      return array.empty() ? std::span(array)
                           : std::span(array).subspan(blocks_[r].first, blocks_[r].size());
    };
    sampled[r] = {block(blocks_[r]),
                  {part(old_radius_), part(old_speed2_), part(work_), part(leaves_),
                   part(interval_), part(energy_), part(apocentre_)},
                  &streams_[r],
                  &counts[r]};
  }
  // Which thread and lane a block comes to changes nothing: it has its own stream.
  std::atomic<std::size_t> taken = 0;
  const auto next = [&]() -> SampledBlock* {
    const std::size_t r = taken.fetch_add(1, std::memory_order_relaxed);
    return r < sampled.size() ? &sampled[r] : nullptr;
  };
  const auto threads = static_cast<std::size_t>(parameters_.threads);
  const std::size_t share = (blocks_.size() + threads - 1) / threads;
  std::exception_ptr failure;  // an exception must not leave a parallel region
#pragma omp parallel num_threads(parameters_.threads)
  {
    if (omp_get_thread_num() == 0)
      ran_ = std::max(ran_, std::min(omp_get_num_threads(), static_cast<int>(blocks_.size())));
    OrbitScratch& scratch = scratch_[static_cast<std::size_t>(omp_get_thread_num())];
    try {
      if (share >= kFewestForLanes)
        sample_blocks(field_, next, share, scratch);
      else
        while (SampledBlock* const b = next())
          *b->counts = sample_positions(b->stars, field_, b->moves, scratch, *b->random);
    } catch (...) {
#pragma omp critical
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
  report_.trials = report_.above_bound = 0;
  for (const BlockCounts& own : counts) {
    report_.trials += own.trials;
    report_.above_bound += own.above_bound;
    if (!tide())
      for (const double energy : own.escaped_energy) report_.escaped_energy += energy;
  }
}

/// Radii, masses and ids; velocities wait for the correction.
void HenonOpenMp::sort() {
  order_ = &shell_order_(stars_.radius, stars_.id, leaves_, interval_, field_.shells(),
                         parameters_.threads);
  if (close_) {
    close_->release(close_->leaving(stars_, leaves_), report_);
    close_->sort(*order_);
  }
  sorted_.radius = shell_order_.radii();
  const auto n = static_cast<std::int64_t>(order_->size());
  sorted_.mass.resize(order_->size());
  sorted_.id.resize(order_->size());
#pragma omp parallel for num_threads(parameters_.threads)
  for (std::int64_t i = 0; i < n; ++i) {
    const auto to = static_cast<std::size_t>(i);
    sorted_.mass[to] = stars_.mass[(*order_)[to]];
    sorted_.id[to] = stars_.id[(*order_)[to]];
  }
  blocks_ = cluster::blocks_of_step(order_->size(), parameters_);
}

/// Old radii are in radial order too: where they lie in the new field is a merge. What the new
/// potential was there is all that the correction needs of it.
void HenonOpenMp::feel_at_old_radii() {
  const std::size_t n = old_radius_.size();
  moved_.resize(n);
  const auto pieces = static_cast<std::size_t>(parameters_.threads);
#pragma omp parallel for num_threads(parameters_.threads)
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    const std::size_t begin = n * piece / pieces, end = n * (piece + 1) / pieces;
    if (begin == end) continue;
    std::size_t k = field_.interval(old_radius_[begin]);
    for (std::size_t i = begin; i < end; ++i) {
      const double r = old_radius_[i];
      while (k < field_.shells() && field_.radius(k + 1) <= r) ++k;
      moved_[i] = {stars_.radial_velocity[i], stars_.tangential_velocity[i],
                   old_speed2_[i] + work_[i],
                   field_.felt_of(stars_.mass[i], stars_.radius[i], k, r)};
    }
  }
}

void HenonOpenMp::correct() {
  feel_at_old_radii();
  for (auto* array : {&sorted_.radial_velocity, &sorted_.tangential_velocity, &speed2_})
    array->resize(order_->size());
  std::swap(stars_, sorted_);
  std::vector<double> left(blocks_.size());
  const auto ranks = static_cast<std::int64_t>(blocks_.size());
#pragma omp parallel for num_threads(parameters_.threads) schedule(dynamic)
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    const cluster::Block& b = blocks_[static_cast<std::size_t>(rank)];
    for (std::size_t i = b.first; i < b.end; ++i) {
      const Moved& moved = moved_[(*order_)[i]];
      stars_.radial_velocity[i] = moved.radial_velocity;
      stars_.tangential_velocity[i] = moved.tangential_velocity;
      speed2_[i] = moved.speed2_and_work +
                   (moved.felt_at_old_radius - field_.felt_at_shell(stars_.mass[i], i + 1, i + 1));
    }
    left[static_cast<std::size_t>(rank)] =
        correct_velocities(block(b), std::span(speed2_).subspan(b.first, b.size()));
  }
  double unplaced = left.back();
  for (std::size_t b = 1; b < blocks_.size(); ++b)
    unplaced += take_energy(block(blocks_[b]), left[b - 1]);
  report_.unplaced_energy += unplaced;
}

double HenonOpenMp::potential_energy() const {
  double potential = 0;
  for (std::size_t i = 0; i < stars_.size(); ++i)
    potential += 0.5 * stars_.mass[i] * field_.potential(i + 1);
  return potential;
}

/// Star by star from the centre, whatever the number of threads.
void HenonOpenMp::add_energies() {
  report_.stars = stars_.size();
  double kinetic = 0;
  for (std::size_t i = 0; i < stars_.size(); ++i)
    kinetic += 0.5 * stars_.mass[i] * stars_.speed2(i);
  report_.kinetic = kinetic;
  report_.potential = potential_energy();
  if (close_) report_.internal_energy = cluster::internal_energy(close_->binaries());
}

namespace {

const bool registered = cluster::register_cluster_scheme(
    {.info = {.name = "cmc/openmp",
              .source = "Pattabiraman et al. 2013, sections 2 and 3.2",
              .claims =
                  Claims::conserves_particles | Claims::equals_reference | Claims::thread_invariant,
              .backend = best_apsis_kernel().backend,
              .parallel = true,
              .lanes = best_apsis_kernel().doubles},
     .start =
         [](const cluster::Stars& start, const cluster::ClusterParameters& parameters) {
           return std::make_unique<HenonOpenMp>(start, parameters);
         },
     .sample_orbit = sample_orbit,
     .equals = "cmc/reference",
     .follows_binaries = true,
     .follows_collisions = true,
     .follows_formation = true});

}  // namespace
}  // namespace touchstone::optimized
