#include "optimized/cmc/scattering/meeting_crew_kernel.hpp"

namespace touchstone::optimized {
namespace {

using cluster::Ending;
using cluster::PointStar;
using cluster::Scattered;
using cluster::ThreeStars;

/// Length of steps in units of time over length: short against both motions.
double step_of(const ThreeStars& stars, const MeetingEnergy& energy) {
  const double mass = stars[0].mass + stars[1].mass + stars[2].mass;
  const double turning = std::sqrt(mass / energy.semimajor_axis);
  return MeetingCrew::kStep / (turning + energy.outer_speed);
}

PointStar centre_of(const ThreeStars& stars) {
  PointStar centre{.mass = stars[0].mass + stars[1].mass + stars[2].mass};
  for (const PointStar& star : stars)
    for (std::size_t c = 0; c < 3; ++c) {
      centre.position[c] += star.mass / centre.mass * star.position[c];
      centre.velocity[c] += star.mass / centre.mass * star.velocity[c];
    }
  return centre;
}

/// Three stars at rest, which steps of no length leave where they are.
ThreeStars nobody() {
  ThreeStars stars;
  for (std::size_t i = 0; i < stars.size(); ++i) stars[i].position[0] = static_cast<double>(i);
  return stars;
}

}  // namespace

void MeetingCrew::run() {
  for (std::size_t lane = 0; lane < kMeetings; ++lane) take_next(lane);
  while (std::any_of(lanes_.begin(), lanes_.end(), [](const Lane& l) { return l.busy; })) {
    kernel_.advance(block_, kStepsPerLook);
    for (std::size_t lane = 0; lane < kMeetings; ++lane)
      if (lanes_[lane].busy) look(lane);
  }
}

void MeetingCrew::take_next(std::size_t lane) {
  Lane& l = lanes_[lane];
  l.meeting = next_();
  l.repeats = 0;
  l.busy = l.meeting < starts_.size();
  if (l.busy)
    begin(lane);
  else
    put(lane, nobody(), 0);
  l.steps = 0;
}

void MeetingCrew::begin(std::size_t lane) {
  Lane& l = lanes_[lane];
  ThreeStars stars = starts_[l.meeting];
  l.centre = centre_of(stars);
  for (PointStar& star : stars)
    for (std::size_t c = 0; c < 3; ++c) {
      star.position[c] -= l.centre.position[c];
      star.velocity[c] -= l.centre.velocity[c];
    }
  l.energy = meeting_energy(stars);
  l.looks = 0;
  put(lane, stars, std::ldexp(step_of(stars, l.energy), -2 * l.repeats));
}

void MeetingCrew::put(std::size_t lane, const ThreeStars& stars, double step) {
  double inverse = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    block_.mass[i][lane] = stars[i].mass;
    double square = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      block_.position[3 * i + c][lane] = stars[i].position[c];
      block_.velocity[3 * i + c][lane] = stars[i].velocity[c];
      const double d = stars[i].position[c] - stars[(i + 1) % 3].position[c];
      square += d * d;
    }
    inverse += 1 / std::sqrt(square);
  }
  block_.time[lane] = 0;
  block_.inverse_distances[lane] = inverse;
  block_.step[lane] = step;
}

ThreeStars MeetingCrew::stars(std::size_t lane) const {
  ThreeStars stars;
  for (std::size_t i = 0; i < 3; ++i) {
    stars[i].mass = block_.mass[i][lane];
    for (std::size_t c = 0; c < 3; ++c) {
      stars[i].position[c] = block_.position[3 * i + c][lane];
      stars[i].velocity[c] = block_.velocity[3 * i + c][lane];
    }
  }
  return stars;
}

void MeetingCrew::look(std::size_t lane) {
  Lane& l = lanes_[lane];
  l.steps += kStepsPerLook;
  if (l.steps >= parameters_.most_steps) return finish(lane, {});
  const ThreeStars now = stars(lane);
  // Steps that are too long may leave a w below 0, or none: then time runs backwards, or stops.
  const bool runs = block_.inverse_distances[lane] > 0 && std::isfinite(block_.time[lane]);
  const bool late = block_.time[lane] >= parameters_.longest;
  const MeetingState state = meeting_state(now, parameters_.tide);
  const bool over = state.ending != Ending::unfinished || late;
  if (!over && runs && ++l.looks % kLooksPerCheck != 0) return;
  const double change = std::abs(meeting_energy(now).total - l.energy.total) / l.energy.scale;
  const double error = runs ? change : HUGE_VAL;
  if (!over && error <= kAstray) return;
  if (!(error <= kEnergyError) && l.repeats < kRepeats) {
    ++l.repeats;
    begin(lane);
  } else {
    finish(lane, error <= kClaimedError ? state : MeetingState{Ending::lost});
  }
}

void MeetingCrew::finish(std::size_t lane, const MeetingState& state) {
  const Lane& l = lanes_[lane];
  Scattered& result = results_[l.meeting];
  result = {state.ending, state.single, block_.time[lane], stars(lane)};
  for (PointStar& star : result.stars)
    for (std::size_t c = 0; c < 3; ++c) {
      star.velocity[c] += l.centre.velocity[c];
      star.position[c] += l.centre.position[c] + result.time * l.centre.velocity[c];
    }
  take_next(lane);
}

}  // namespace touchstone::optimized
