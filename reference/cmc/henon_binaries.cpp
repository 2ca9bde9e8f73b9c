// reference/cmc/henon_binaries.cpp
// Purpose   Henon's step where some stars are binaries: pairs with one or two of them that meet
//           closely, instead of being deflected.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3.
// Computes  The draw of a pair that the public program spends on processes decides whether it
//           meets. The meeting is drawn from numbers of its own, by binary and step.
#include <cmath>
#include <set>

#include "reference/cmc/henon.hpp"
#include "reference/cmc/timestep.hpp"

namespace touchstone::reference {

using cluster::AfterMeeting;
using cluster::ClosePair;
using cluster::Partner;

namespace {

cluster::Vector3 components(const Velocity& v) { return {v.x, v.y, v.z}; }

double across(const cluster::Vector3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1]); }

}  // namespace

double HenonRun::expected_meetings(const ClosePair& pair, double timestep) const {
  return cluster::meetings_of_pair(pair, parameters_.binaries->closeness,
                                   cluster::dynamical_time(timestep, initial_stars_));
}

AfterMeeting HenonRun::follow(const ClosePair& pair, double turn) const {
  const cluster::BinaryPopulation& how = *parameters_.binaries;
  const cluster::ScatteringScheme& scheme = cluster::scattering_scheme(how.scattering);
  const auto parameters = cluster::scattering_of_pairs(parameters_.threads);
  if (pair.of_three()) {
    const cluster::ThreeStars start =
        cluster::drawn_meeting(pair, how.closeness, parameters_.seed, report_.step);
    return cluster::after_meeting(pair, scheme.scatter({&start, 1}, parameters).front(), turn);
  }
  const cluster::FourStars start =
      cluster::drawn_meeting_of_four(pair, how.closeness, parameters_.seed, report_.step);
  return cluster::after_meeting(pair, scheme.scatter_binaries({&start, 1}, parameters).front(),
                                turn);
}

bool HenonRun::meet_closely(std::size_t first, const Meeting& before, double timestep, double share,
                            double turn) {
  ClosePair pair{.star = {},
                 .density = local_density(shells_, first + 1),
                 .point_like = parameters_.binaries->point_like};
  bool alone = true;
  for (std::size_t k = 0; k < 2; ++k) {
    pair.star[k] = {before.mass[k], components(before.velocity[k])};
    const cluster::Binary* const one = cluster::binary_of(binaries_, stars_.id[first + k]);
    if (one == nullptr) continue;
    pair.star[k].binary = *one;
    alone = false;
  }
  if (alone) return false;
  const double expected = expected_meetings(pair, timestep);
  if (expected > 1) ++report_.meetings.crowded;
  if (!(share < expected)) return false;
  ++report_.meetings.all;
  if (pair.star[0].binary && pair.star[1].binary) ++report_.meetings.of_binaries;
  const AfterMeeting after = follow(pair, turn);
  if (!after.happened() ||
      !cluster::has_room(stars_.radius[first], stars_.radius[first + 1], after.freed())) {
    ++report_.meetings.given_up;
    return false;
  }
  change(first, after);
  return true;
}

void HenonRun::change(std::size_t first, const AfterMeeting& after) {
  masses_changed_ = masses_changed_ || after.other_masses();
  if (after.exchanged) ++report_.meetings.exchanges;
  std::size_t freed = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const Partner& now = after.stars[k];
    const std::size_t place = first + k;
    if (after.other_masses()) stars_.mass[place] = now.mass;
    stars_.radial_velocity[place] = now.velocity[2];
    stars_.tangential_velocity[place] = across(now.velocity);
    cluster::Binary* const binary = cluster::binary_of(binaries_, stars_.id[place]);
    if (binary == nullptr) continue;
    if (now.binary) {
      *binary = *now.binary;
      continue;
    }
    ++report_.meetings.ionised;
    const Partner& one = after.stars[2 + freed];
    freed_.push_back({first, one.mass,
                      cluster::radius_between(stars_.radius[first], stars_.radius[first + 1], freed,
                                              after.freed()),
                      one.velocity[2], across(one.velocity), cluster::freed_id(*binary)});
    binaries_.erase(binaries_.begin() + (binary - binaries_.data()));
    ++freed;
  }
}

void HenonRun::release_binaries() {
  const std::set<std::uint32_t> ids(stars_.id.begin(), stars_.id.end());
  std::vector<cluster::Binary> left;
  for (const cluster::Binary& one : binaries_) {
    if (ids.count(one.id) > 0)
      left.push_back(one);
    else
      report_.escaped_energy -= cluster::binding_energy(one);
  }
  binaries_ = left;
}

}  // namespace touchstone::reference
