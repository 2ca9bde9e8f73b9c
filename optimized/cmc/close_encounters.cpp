#include "optimized/cmc/close_encounters.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>

#include "models/cmc/circle.hpp"

namespace touchstone::optimized {
namespace {

using cluster::AfterMeeting;
using cluster::Binary;
using cluster::ClosePair;
using cluster::Partner;
using cluster::Stars;
using cluster::Vector3;

double across(const Vector3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1]); }

}  // namespace

CloseEncounters::CloseEncounters(const Stars& stars, const cluster::ClusterParameters& parameters,
                                 double initial_stars)
    : parameters_(parameters),
      initial_stars_(initial_stars),
      binaries_(parameters.binaries ? parameters.binaries->binaries : std::vector<Binary>{}) {
  find(stars.id);
}

double CloseEncounters::longest_step(const Stars& stars) const {
  double step = std::numeric_limits<double>::infinity();
  if (parameters_.binaries)
    step = cluster::step_of_binaries(stars, binaries_, *parameters_.binaries, initial_stars_);
  if (parameters_.collisions)
    step = std::min(step, cluster::step_of_collisions(stars, binaries_, *parameters_.collisions,
                                                      initial_stars_));
  return step;
}

void CloseEncounters::find(const std::vector<std::uint32_t>& ids) {
  number_.clear();
  for (const std::uint32_t id : ids) {
    const Binary* const one = cluster::binary_of(std::as_const(binaries_), id);
    number_.push_back(one == nullptr ? -1 : static_cast<std::int32_t>(one - binaries_.data()));
  }
}

FormedInBlock CloseEncounters::those_that_form(const Stars& stars, const cluster::Block& block,
                                               const Field& field, std::size_t first,
                                               double timestep, std::uint64_t step) const {
  if (!parameters_.formation) return {};
  return optimized::those_that_form(stars, block, number_, field, first, *parameters_.formation,
                                    parameters_.seed, step,
                                    cluster::dynamical_time(timestep, initial_stars_));
}

std::vector<Neighbours> CloseEncounters::neighbours(const Stars& stars, const cluster::Block& block,
                                                    const FormedInBlock& formed) const {
  std::vector<Neighbours> all;
  if (parameters_.collisions) all.reserve(block.size() / 2);
  for (std::size_t i = block.first; i + 1 < block.end; i += 2)
    if (const Neighbours pair{i,
                              {stars.radial_velocity[i], stars.radial_velocity[i + 1]},
                              {stars.tangential_velocity[i], stars.tangential_velocity[i + 1]}};
        (parameters_.collisions || binary_in(pair)) && !formed.has(i))
      all.push_back(pair);
  return all;
}

CloseEncounters::MetInBlock CloseEncounters::those_that_meet(std::span<const Neighbours> neighbours,
                                                             const Stars& stars,
                                                             const cluster::Block& block,
                                                             std::span<const PairDraws> draws,
                                                             const Field& field, std::size_t first,
                                                             double timestep) const {
  MetInBlock met;
  const double time = cluster::dynamical_time(timestep, initial_stars_);
  const std::span<const double> masses = std::span(stars.mass).subspan(block.first, block.size());
  std::optional<CollidingPairs> colliding;
  if (parameters_.collisions)
    colliding.emplace(masses, *parameters_.collisions, initial_stars_, time);
  for (const Neighbours& n : neighbours) {
    const PairDraws& drawn = draws[(n.inner - block.first) / 2];
    const double share = 0x1p-32 * drawn.process;
    const double mass[2] = {stars.mass[n.inner], stars.mass[n.inner + 1]};
    const double density = local_density(field, first + n.inner + 1);
    const bool meets = binary_in(n);
    if (!meets && colliding->expects_less(share, n, mass[0] + mass[1], density)) continue;
    const cluster::CosSin azimuth = cluster::cos_sin_of_share(0x1p-32 * drawn.azimuth);
    const Vector3 velocity[2] = {{n.tangential_velocity[0], 0, n.radial_velocity[0]},
                                 {n.tangential_velocity[1] * azimuth.cos,
                                  n.tangential_velocity[1] * azimuth.sin, n.radial_velocity[1]}};
    double expected = 0;
    if (meets) {
      ClosePair pair{
          .star = {}, .density = density, .point_like = parameters_.binaries->point_like};
      for (std::size_t k = 0; k < 2; ++k) {
        pair.star[k] = {mass[k], velocity[k]};
        const std::int32_t number = number_[n.inner + k];
        if (number >= 0) pair.star[k].binary = binaries_[static_cast<std::size_t>(number)];
      }
      expected = cluster::meetings_of_pair(pair, parameters_.binaries->closeness, time);
      if (share < expected) met.pairs.push_back({n.inner, pair, 0x1p-32 * drawn.axis});
    } else {
      const cluster::SinglePair pair{{mass[0], mass[1]}, {velocity[0], velocity[1]}, density};
      expected = colliding->expected(pair);
      if (share < expected) met.collided.push_back({n.inner, pair});
    }
    if (expected > 1) ++met.crowded;
  }
  return met;
}

CloseEncounters::Changes CloseEncounters::follow(std::span<const MetInBlock> met, Stars& stars,
                                                 std::vector<cluster::Block>& blocks,
                                                 std::uint64_t step) {
  Changes changes;
  freed_.clear();
  gone_.clear();
  std::vector<const Met*> all;
  for (const MetInBlock& block : met) {
    changes.meetings.crowded += block.crowded;
    form(block.formed, stars, changes);
    for (const Met& one : block.pairs) all.push_back(&one);
    for (const Collided& one : block.collided) stick(one, stars, changes);
  }
  if (!all.empty()) meet(all, stars, changes, step);
  if (!freed_.empty() || !gone_.empty()) settle(stars, blocks);
  return changes;
}

void CloseEncounters::meet(const std::vector<const Met*>& met, Stars& stars, Changes& changes,
                           std::uint64_t step) {
  const std::vector<AfterMeeting> ends = ends_of(met, step);
  changes.meetings.all += met.size();
  for (std::size_t k = 0; k < met.size(); ++k) {
    const Met& one = *met[k];
    const AfterMeeting& after = ends[k];
    if (one.pair.star[0].binary && one.pair.star[1].binary) ++changes.meetings.of_binaries;
    if (!after.happened() ||
        !cluster::has_room(stars.radius[one.inner], stars.radius[one.inner + 1], after.freed()))
      ++changes.meetings.given_up;  // they stay deflected
    else
      change(one, after, stars, changes);
  }
}

void CloseEncounters::form(const FormedInBlock& formed, Stars& stars, Changes& changes) {
  become_binaries(formed, stars);
  for (const FormedTriple& triple : formed.triples) {
    changes.formed.push_back(triple.formed.pair());
    gone_.push_back(triple.inner + 2);
    changes.masses = true;
  }
  changes.meetings.formed += formed.triples.size();
  changes.meetings.crowded += formed.crowded;
  changes.meetings.given_up += formed.given_up;
}

void CloseEncounters::stick(const Collided& collided, Stars& stars, Changes& changes) {
  const std::size_t inner = collided.inner;
  const cluster::Merged one = cluster::merged(collided.pair);
  stars.mass[inner] = one.mass;
  stars.radius[inner] =
      cluster::radius_of_merged(collided.pair, stars.radius[inner], stars.radius[inner + 1]);
  stars.radial_velocity[inner] = one.velocity[2];
  stars.tangential_velocity[inner] = across(one.velocity);
  if (one.outer) stars.id[inner] = stars.id[inner + 1];
  gone_.push_back(inner + 1);
  changes.collided.push_back(one.lost);
  ++changes.meetings.collisions;
  changes.masses = true;
}

/// Those of three and of four stars are followed together each, in vector lanes.
std::vector<AfterMeeting> CloseEncounters::ends_of(const std::vector<const Met*>& met,
                                                   std::uint64_t step) const {
  const cluster::BinaryPopulation& how = *parameters_.binaries;
  const cluster::ScatteringScheme& scheme = cluster::scattering_scheme(how.scattering);
  const auto parameters = cluster::scattering_of_pairs(parameters_.threads);
  std::vector<cluster::ThreeStars> three;
  std::vector<cluster::FourStars> four;
  for (const Met* const one : met)
    if (one->pair.of_three())
      three.push_back(cluster::drawn_meeting(one->pair, how.closeness, parameters_.seed, step));
    else
      four.push_back(
          cluster::drawn_meeting_of_four(one->pair, how.closeness, parameters_.seed, step));
  const auto ends_of_three = scheme.scatter(three, parameters);
  const auto ends_of_four = scheme.scatter_binaries(four, parameters);
  auto next_of_three = ends_of_three.begin();
  auto next_of_four = ends_of_four.begin();
  std::vector<AfterMeeting> ends;
  for (const Met* const one : met)
    ends.push_back(one->pair.of_three()
                       ? cluster::after_meeting(one->pair, *next_of_three++, one->turn)
                       : cluster::after_meeting(one->pair, *next_of_four++, one->turn));
  return ends;
}

void CloseEncounters::change(const Met& met, const AfterMeeting& after, Stars& stars,
                             Changes& changes) {
  changes.masses = changes.masses || after.other_masses();
  if (after.exchanged) ++changes.meetings.exchanges;
  std::size_t freed = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t star = met.inner + k;
    const Partner& now = after.stars[k];
    if (after.other_masses()) stars.mass[star] = now.mass;
    stars.radial_velocity[star] = now.velocity[2];
    stars.tangential_velocity[star] = across(now.velocity);
    if (now.binary) {
      changes.now.push_back(*now.binary);
      continue;
    }
    if (!met.pair.star[k].binary) continue;
    const std::uint32_t id = met.pair.star[k].binary->id;
    const Partner& one = after.stars[2 + freed];
    const double radius = cluster::radius_between(
        stars.radius[met.inner], stars.radius[met.inner + 1], freed++, after.freed());
    changes.ionised.push_back(id);
    freed_.push_back({met.inner, one.mass, radius, one.velocity[2], across(one.velocity),
                      cluster::freed_id(*met.pair.star[k].binary)});
  }
  changes.meetings.ionised += freed;
}

void CloseEncounters::apply(const Changes& changes, const std::vector<std::uint32_t>& ids,
                            cluster::StepReport& report) {
  for (const Binary& one : changes.now) *cluster::binary_of(binaries_, one.id) = one;
  forget(changes.ionised);
  report.meetings += changes.meetings;
  for (const double energy : changes.collided) report.collided_energy += energy;
  if (changes.formed.empty()) return;
  binaries_.insert(binaries_.end(), changes.formed.begin(), changes.formed.end());
  std::sort(binaries_.begin(), binaries_.end(),
            [](const Binary& a, const Binary& b) { return a.id < b.id; });
  find(ids);
}

void CloseEncounters::settle(Stars& stars, std::vector<cluster::Block>& blocks) {
  std::sort(gone_.begin(), gone_.end());
  // All arrays once, whatever the number of stars that enter or are gone.
  const auto with = [&](auto& values, auto&& of) {
    std::remove_reference_t<decltype(values)> all;
    all.reserve(values.size() + freed_.size());
    auto next = freed_.begin();
    auto gone = gone_.begin();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (gone != gone_.end() && *gone == i)
        ++gone;
      else
        all.push_back(values[i]);
      while (next != freed_.end() && next->behind == i) all.push_back(of(*next++));
    }
    values = std::move(all);
  };
  with(stars.mass, [](const Freed& one) { return one.mass; });
  with(stars.radius, [](const Freed& one) { return one.radius; });
  with(stars.radial_velocity, [](const Freed& one) { return one.radial_velocity; });
  with(stars.tangential_velocity, [](const Freed& one) { return one.tangential_velocity; });
  with(stars.id, [](const Freed& one) { return one.id; });
  with(number_, [](const Freed&) { return -1; });
  std::size_t entered = 0, left = 0;
  auto next = freed_.begin();
  auto gone = gone_.begin();
  for (cluster::Block& block : blocks) {
    const std::size_t end = block.end;  // places are those of before
    block.first += entered - left;
    for (; next != freed_.end() && next->behind < end; ++next) ++entered;
    for (; gone != gone_.end() && *gone < end; ++gone) ++left;
    block.end += entered - left;
  }
}

void CloseEncounters::forget(const std::vector<std::uint32_t>& ids) {
  if (ids.empty()) return;
  std::vector<Binary> left;
  std::vector<std::int32_t> now;
  const std::set<std::uint32_t> leaving(ids.begin(), ids.end());
  for (const Binary& one : binaries_) {
    const bool gone = leaving.count(one.id) > 0;
    now.push_back(gone ? -1 : static_cast<std::int32_t>(left.size()));
    if (!gone) left.push_back(one);
  }
  binaries_ = std::move(left);
  for (std::int32_t& number : number_)
    if (number >= 0) number = now[static_cast<std::size_t>(number)];
}

void CloseEncounters::lose_mass(double kept) {
  for (Binary& one : binaries_) one = cluster::lighter(one, kept);
}

std::vector<std::uint32_t> CloseEncounters::leaving(const Stars& stars,
                                                    std::span<const std::uint8_t> leaves) const {
  std::vector<std::uint32_t> ids;
  for (std::size_t i = 0; i < leaves.size(); ++i)
    if (leaves[i] && number_[i] >= 0) ids.push_back(stars.id[i]);
  return ids;
}

void CloseEncounters::release(const std::vector<std::uint32_t>& ids, cluster::StepReport& report) {
  const std::set<std::uint32_t> leaving(ids.begin(), ids.end());
  for (const Binary& one : binaries_)  // in their order, whatever that of the ids
    if (leaving.count(one.id) > 0) report.escaped_energy -= cluster::binding_energy(one);
  forget(ids);
}

void CloseEncounters::sort(const std::vector<std::uint32_t>& order) {
  std::vector<std::int32_t> sorted;
  sorted.reserve(order.size());
  for (const std::uint32_t i : order) sorted.push_back(number_[i]);
  number_ = std::move(sorted);
}

}  // namespace touchstone::optimized
