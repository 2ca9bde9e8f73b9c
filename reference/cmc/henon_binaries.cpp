// reference/cmc/henon_binaries.cpp
// Purpose   Henon's step where some stars are binaries: pairs of one and a single star that meet
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
using cluster::MixedPair;

namespace {

cluster::Vector3 components(const Velocity& v) { return {v.x, v.y, v.z}; }

double across(const cluster::Vector3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1]); }

}  // namespace

double HenonRun::expected_meetings(const MixedPair& pair, double timestep) const {
  return cluster::meetings_of_pair(pair, parameters_.binaries->closeness,
                                   cluster::dynamical_time(timestep, initial_stars_));
}

AfterMeeting HenonRun::follow(const MixedPair& pair, double turn) const {
  const cluster::ThreeStars start =
      cluster::drawn_meeting(pair, parameters_.binaries->closeness, parameters_.seed, report_.step);
  const cluster::ScatteringScheme& scheme =
      cluster::scattering_scheme(parameters_.binaries->scattering);
  const auto end = scheme.scatter({&start, 1}, cluster::scattering_of_pairs(parameters_.threads));
  return cluster::after_meeting(pair, end.front(), turn);
}

bool HenonRun::meet_closely(std::size_t first, const Meeting& before, double timestep, double share,
                            double turn) {
  const std::size_t second = first + 1;
  const cluster::Binary* const one = cluster::binary_of(binaries_, stars_.id[first]);
  const cluster::Binary* const other = cluster::binary_of(binaries_, stars_.id[second]);
  if ((one == nullptr) == (other == nullptr)) return false;
  const int at = one != nullptr ? 0 : 1;
  const MixedPair pair{one != nullptr ? *one : *other, before.mass[1 - at],
                       components(before.velocity[at]), components(before.velocity[1 - at]),
                       local_density(shells_, second)};
  const double expected = expected_meetings(pair, timestep);
  if (expected > 1) ++report_.meetings.crowded;
  if (!(share < expected)) return false;
  ++report_.meetings.all;
  const AfterMeeting after = follow(pair, turn);
  const double between = 0.5 * (stars_.radius[first] + stars_.radius[second]);
  const bool room = stars_.radius[first] < between && between < stars_.radius[second];
  if (after.ending == cluster::Ending::unfinished ||
      (after.ending == cluster::Ending::ionised && !room)) {
    ++report_.meetings.given_up;
    return false;
  }
  change(first, first + static_cast<std::size_t>(at), after);
  return true;
}

void HenonRun::change(std::size_t first, std::size_t binary_at, const AfterMeeting& after) {
  const std::array<std::size_t, 2> places{binary_at, 2 * first + 1 - binary_at};
  const bool other_masses = after.exchanged || after.ending == cluster::Ending::ionised;
  masses_changed_ = masses_changed_ || other_masses;
  for (std::size_t k = 0; k < 2; ++k) {
    if (other_masses) stars_.mass[places[k]] = after.mass[k];
    stars_.radial_velocity[places[k]] = after.velocity[k][2];
    stars_.tangential_velocity[places[k]] = across(after.velocity[k]);
  }
  cluster::Binary* const binary = cluster::binary_of(binaries_, stars_.id[binary_at]);
  if (after.exchanged) ++report_.meetings.exchanges;
  if (after.ending == cluster::Ending::binary) {
    *binary = after.binary;
    return;
  }
  ++report_.meetings.ionised;
  freed_.push_back({first, after.mass[2], 0.5 * (stars_.radius[first] + stars_.radius[first + 1]),
                    after.velocity[2][2], across(after.velocity[2]), binary->id + cluster::kFreed});
  binaries_.erase(binaries_.begin() + (binary - binaries_.data()));
}

void HenonRun::settle(double potential_before) {
  if (!masses_changed_) return;
  masses_changed_ = false;
  std::size_t entered = 0;
  for (const Freed& one : freed_) {
    const auto place = static_cast<std::ptrdiff_t>(one.behind + 1 + entered++);
    stars_.mass.insert(stars_.mass.begin() + place, one.mass);
    stars_.radius.insert(stars_.radius.begin() + place, one.radius);
    stars_.radial_velocity.insert(stars_.radial_velocity.begin() + place, one.radial_velocity);
    stars_.tangential_velocity.insert(stars_.tangential_velocity.begin() + place,
                                      one.tangential_velocity);
    stars_.id.insert(stars_.id.begin() + place, one.id);
  }
  shells_ = cluster::shell_potential(stars_);
  report_.moved_energy += potential_before - cluster::potential_energy(stars_, shells_);
}

HenonRun::Blocks HenonRun::blocks_with_freed() const {
  Blocks blocks = cluster::blocks_of_step(stars_.size() - freed_.size(), parameters_);
  std::size_t entered = 0;
  auto next = freed_.begin();
  for (cluster::Block& block : blocks) {
    block.first += entered;
    for (; next != freed_.end() && next->behind < block.end; ++next) ++entered;
    block.end += entered;
  }
  return blocks;
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
