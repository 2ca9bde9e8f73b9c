// optimized/cmc/scattering/meeting_crew_kernel.hpp
// Purpose   One thread's lanes, and the meetings that it takes into them: a lane whose meeting is
//           over takes the next one.
// Source    J. M. Fregeau, P. Cheung, S. F. Portegies Zwart, F. A. Rasio, Mon. Not. R. Astron.
//           Soc. 352, 1 (2004), section 3; meeting_lanes.hpp for the method.
// Computes  A meeting whose energy is not kept within kEnergyError is repeated with steps a quarter
//           as long, at most kRepeats times, or until that helps no more; then it is lost,
//           unless the error is below what the scheme claims. What becomes of it depends on nothing
//           but itself.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <tuple>
#include <utility>

#include "models/cmc/scattering/three_stars.hpp"
#include "optimized/cmc/scattering/meeting_lanes.hpp"
#include "optimized/cmc/scattering/meeting_over.hpp"

namespace touchstone::optimized {

/// Answer for a meeting, and what is asked of it under way.
template <class Stars>
struct Answer;
template <>
struct Answer<cluster::ThreeStars> {
  using Result = cluster::Scattered;
  using State = MeetingState;
};
template <>
struct Answer<cluster::FourStars> {
  using Result = cluster::ScatteredFour;
  using State = cluster::FourEnd;
};

/// `Stars`: ThreeStars or FourStars.
template <class Stars>
class MeetingCrew {
 public:
  using Result = typename Answer<Stars>::Result;
  using State = typename Answer<Stars>::State;
  static constexpr std::size_t kStepsPerLook = 4;      ///< between two questions whether it is over
  static constexpr std::uint32_t kLooksPerCheck = 64;  ///< after so many, the energy is asked for
  /// Length of steps, times the time in which a binary of all the mass turns by a radian.
  static constexpr double kStep = 0.7;
  static constexpr double kEnergyError = 1e-9;  ///< part of that of binaries and relative motion
  static constexpr double kClaimedError = 1e-7;
  static constexpr double kAstray = 1e-4;  ///< error in mid-way that ends a try
  static constexpr int kRepeats = 4;

  /// `next()` gives the number of a meeting that nobody has taken, or one beyond the last.
  MeetingCrew(std::span<const Stars> starts, std::span<Result> results,
              const cluster::ScatteringParameters& parameters, const MeetingKernel& kernel,
              std::function<std::size_t()> next)
      : starts_(starts),
        results_(results),
        parameters_(parameters),
        kernel_(kernel),
        next_(std::move(next)) {}

  /// Works until there are no more meetings.
  void run();

 private:
  static constexpr std::size_t kStars = std::tuple_size_v<Stars>;

  struct Lane {
    bool busy = false;
    std::size_t meeting = 0;
    int repeats = 0;
    double error = 0;         ///< relative, in the energy of the try before
    std::uint64_t steps = 0;  ///< in all tries
    std::uint32_t looks = 0;
    cluster::PointStar centre;  ///< centre of mass, which the lanes leave out
    MeetingEnergy energy;       ///< at the start
  };

  void take_next(std::size_t lane);
  void begin(std::size_t lane);
  /// Length of steps in units of time over length: short against all motions.
  static double step(const Lane& lane);
  void put(std::size_t lane, const Stars& stars, double step);
  Stars stars(std::size_t lane) const;
  void look(std::size_t lane);
  void finish(std::size_t lane, const State& state);

  std::span<const Stars> starts_;
  std::span<Result> results_;
  const cluster::ScatteringParameters& parameters_;
  const MeetingKernel& kernel_;
  std::function<std::size_t()> next_;
  MeetingBlock<kStars> block_{};
  std::array<Lane, kMeetings> lanes_{};
};

}  // namespace touchstone::optimized
