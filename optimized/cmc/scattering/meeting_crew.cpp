#include "optimized/cmc/scattering/meeting_crew_kernel.hpp"

namespace touchstone::optimized {
namespace {

using cluster::FourStars;
using cluster::PointStar;
using cluster::ThreeStars;

cluster::Scattered scattered(const MeetingState& state, double time, const ThreeStars& stars) {
  return {state.ending, state.single, time, stars};
}
cluster::ScatteredFour scattered(const cluster::FourEnd& end, double time, const FourStars& stars) {
  return {end, time, stars};
}

template <class Stars>
PointStar centre_of(const Stars& stars) {
  PointStar centre{.mass = 0};
  for (const PointStar& star : stars) centre.mass += star.mass;
  for (const PointStar& star : stars)
    for (std::size_t c = 0; c < 3; ++c) {
      centre.position[c] += star.mass / centre.mass * star.position[c];
      centre.velocity[c] += star.mass / centre.mass * star.velocity[c];
    }
  return centre;
}

/// Stars at rest, which steps of no length leave where they are.
template <class Stars>
Stars nobody() {
  Stars stars;
  for (std::size_t i = 0; i < stars.size(); ++i) stars[i].position[0] = static_cast<double>(i);
  return stars;
}

}  // namespace

template <class Stars>
double MeetingCrew<Stars>::step(const Lane& l) {
  const double turning = std::sqrt(l.centre.mass / l.energy.semimajor_axis);
  return kStep / (turning + l.energy.outer_speed);
}

template <class Stars>
void MeetingCrew<Stars>::run() {
  for (std::size_t lane = 0; lane < kMeetings; ++lane) take_next(lane);
  while (std::any_of(lanes_.begin(), lanes_.end(), [](const Lane& l) { return l.busy; })) {
    kernel_.advance(block_, kStepsPerLook);
    for (std::size_t lane = 0; lane < kMeetings; ++lane)
      if (lanes_[lane].busy) look(lane);
  }
}

template <class Stars>
void MeetingCrew<Stars>::take_next(std::size_t lane) {
  Lane& l = lanes_[lane];
  l.meeting = next_();
  l.repeats = 0;
  l.error = HUGE_VAL;
  l.busy = l.meeting < starts_.size();
  if (l.busy)
    begin(lane);
  else
    put(lane, nobody<Stars>(), 0);
  l.steps = 0;
}

template <class Stars>
void MeetingCrew<Stars>::begin(std::size_t lane) {
  Lane& l = lanes_[lane];
  Stars stars = starts_[l.meeting];
  l.centre = centre_of(stars);
  for (PointStar& star : stars)
    for (std::size_t c = 0; c < 3; ++c) {
      star.position[c] -= l.centre.position[c];
      star.velocity[c] -= l.centre.velocity[c];
    }
  l.energy = meeting_energy(stars);
  l.looks = 0;
  put(lane, stars, std::ldexp(step(l), -2 * l.repeats));
}

template <class Stars>
void MeetingCrew<Stars>::put(std::size_t lane, const Stars& stars, double step) {
  double inverse = 0;
  for (std::size_t i = 0; i < kStars; ++i) {
    block_.mass[i][lane] = stars[i].mass;
    for (std::size_t c = 0; c < 3; ++c) {
      block_.position[3 * i + c][lane] = stars[i].position[c];
      block_.velocity[3 * i + c][lane] = stars[i].velocity[c];
    }
    for (std::size_t j = 0; j < i; ++j) {
      double square = 0;
      for (std::size_t c = 0; c < 3; ++c)
        square += std::pow(stars[i].position[c] - stars[j].position[c], 2);
      inverse += 1 / std::sqrt(square);
    }
  }
  block_.time[lane] = 0;
  block_.inverse_distances[lane] = inverse;
  block_.step[lane] = step;
}

template <class Stars>
Stars MeetingCrew<Stars>::stars(std::size_t lane) const {
  Stars stars;
  for (std::size_t i = 0; i < kStars; ++i) {
    stars[i].mass = block_.mass[i][lane];
    for (std::size_t c = 0; c < 3; ++c) {
      stars[i].position[c] = block_.position[3 * i + c][lane];
      stars[i].velocity[c] = block_.velocity[3 * i + c][lane];
    }
  }
  return stars;
}

template <class Stars>
void MeetingCrew<Stars>::look(std::size_t lane) {
  Lane& l = lanes_[lane];
  l.steps += kStepsPerLook;
  if (l.steps >= parameters_.most_steps) return finish(lane, {});
  const Stars now = stars(lane);
  // Steps that are too long may leave a w below 0, or none: then time runs backwards, or stops.
  const bool runs = block_.inverse_distances[lane] > 0 && std::isfinite(block_.time[lane]);
  const bool late = block_.time[lane] >= parameters_.longest;
  const State state = meeting_state(now, parameters_.tide);
  const bool over = state.ending != State().ending || late;
  if (!over && runs && ++l.looks % kLooksPerCheck != 0) return;
  const double change = std::abs(meeting_energy(now).total - l.energy.total) / l.energy.scale;
  const double error = runs ? change : HUGE_VAL;
  if (!over && error <= kAstray) return;
  // Four times the steps have not made it a fourth: it is an error of rounding.
  const bool best = error <= kClaimedError && 4 * error >= l.error;
  if (!(error <= kEnergyError) && l.repeats < kRepeats && !best) {
    ++l.repeats;
    l.error = error;
    begin(lane);
  } else {
    finish(lane, error <= kClaimedError ? state : State{decltype(state.ending)::lost});
  }
}

template <class Stars>
void MeetingCrew<Stars>::finish(std::size_t lane, const State& state) {
  const Lane& l = lanes_[lane];
  Result& result = results_[l.meeting];
  result = scattered(state, block_.time[lane], stars(lane));
  for (PointStar& star : result.stars)
    for (std::size_t c = 0; c < 3; ++c) {
      star.velocity[c] += l.centre.velocity[c];
      star.position[c] += l.centre.position[c] + result.time * l.centre.velocity[c];
    }
  take_next(lane);
}

template class MeetingCrew<ThreeStars>;
template class MeetingCrew<FourStars>;

}  // namespace touchstone::optimized
