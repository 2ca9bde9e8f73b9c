// checkers/cmc/meeting_draws.hpp
// Purpose   Meetings in clusters as schemes and their reference share them: how many are expected,
//           how one is drawn, and how its end is turned into the axes of its pair. No comparison of
//           the two sees a fault there.
#pragma once
#include <functional>
#include <string>

#include "checkers/observables.hpp"
#include "models/cmc/binary_meetings.hpp"

namespace touchstone::cmc {

/// By default the functions that ship.
struct MeetingCode {
  std::function<cluster::ThreeStars(const cluster::MixedPair&, double closeness, std::uint32_t seed,
                                    std::uint64_t step)>
      draw = [](const cluster::MixedPair& pair, double closeness, std::uint32_t seed,
                std::uint64_t step) { return cluster::drawn_meeting(pair, closeness, seed, step); };
  std::function<cluster::AfterMeeting(const cluster::MixedPair&, const cluster::Scattered&,
                                      double turn)>
      after = cluster::after_meeting;
  std::function<double(const cluster::MixedPair&, double closeness, double time)> expected =
      cluster::meetings_of_pair;
  std::function<double(double time, double initial_stars)> dynamical = cluster::dynamical_time;
};
Observables meeting_draws(const std::string& name, const MeetingCode& code);

}  // namespace touchstone::cmc
