// checkers/cmc/meeting_draws.hpp
// Purpose   Meetings in clusters as schemes and their reference share them: how many are expected,
//           how one is drawn, and how its end is turned into the axes of its pair. No comparison of
//           the two sees a fault there.
#pragma once
#include <functional>
#include <string>

#include "checkers/observables.hpp"
#include "models/cmc/after_meeting.hpp"

namespace touchstone::cmc {

/// By default the functions that ship.
struct MeetingCode {
  using Step = std::uint64_t;
  std::function<cluster::ThreeStars(const cluster::ClosePair&, double closeness, std::uint32_t seed,
                                    Step)>
      draw = [](const cluster::ClosePair& pair, double closeness, std::uint32_t seed, Step step) {
        return cluster::drawn_meeting(pair, closeness, seed, step);
      };
  std::function<cluster::FourStars(const cluster::ClosePair&, double closeness, std::uint32_t seed,
                                   Step)>
      draw_four = cluster::drawn_meeting_of_four;
  std::function<cluster::AfterMeeting(const cluster::ClosePair&, const cluster::Scattered&,
                                      double turn)>
      after = [](const cluster::ClosePair& pair, const cluster::Scattered& end, double turn) {
        return cluster::after_meeting(pair, end, turn);
      };
  std::function<cluster::AfterMeeting(const cluster::ClosePair&, const cluster::ScatteredFour&,
                                      double turn)>
      after_four = [](const cluster::ClosePair& pair, const cluster::ScatteredFour& end,
                      double turn) { return cluster::after_meeting(pair, end, turn); };
  std::function<double(const cluster::ClosePair&, double closeness, double time)> expected =
      cluster::meetings_of_pair;
  std::function<double(double time, double initial_stars)> dynamical = cluster::dynamical_time;
};
Observables meeting_draws(const std::string& name, const MeetingCode& code);
/// Ends that are made up, and the stars that a cluster has after them (after_meetings.cpp).
Observables after_meetings(const std::string& name, const MeetingCode& code);

}  // namespace touchstone::cmc
