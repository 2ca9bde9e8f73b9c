// reference/cmc/fewbody/follow.hpp
// Purpose   Follows one meeting of few stars until somebody says that it is over.
// Source    J. M. Fregeau, P. Cheung, S. F. Portegies Zwart, F. A. Rasio, Mon. Not. R. Astron.
//           Soc. 352, 1 (2004), section 3: direct integration of order 8, and an end where the tide
//           on what is bound is small.
// Computes  After each step it asks whether the meeting is over. All in units of the hardest
//           binary. The second try has more digits, not only smaller steps, which lost 1 meeting of
//           500: where stars pass closely, energy is lost to the rounding of their places.
// Cost      About 40 steps for each revolution of a binary.
// Not here  What an end is (scattering.cpp, two_binaries.cpp).
#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "models/cmc/scattering/three_stars.hpp"
#include "reference/cmc/fewbody/few_body.hpp"

namespace touchstone::reference {

/// Claimed error of the energy; a try that is worse is repeated in long double.
inline constexpr double kMeetingError = 1e-7;

enum class Course { over, unfinished, lost };

struct Followed {
  Course course = Course::unfinished;
  double time = 0;
  std::vector<Body> stars;
};

/// `over` is asked after each step; `energy_scale` of the stars at the start is what an error of
/// the energy is compared with. Both see the stars in units of the meeting.
Followed follow(std::span<const cluster::PointStar> start,
                const cluster::ScatteringParameters& parameters,
                const std::function<bool(const std::vector<Body>&)>& over,
                const std::function<double(const std::vector<Body>&)>& energy_scale);

double distance(const Body& a, const Body& b);
bool receding(const Body& a, const Body& b);
/// Energy of the relative motion of two bodies.
double energy_of_pair(const Body& a, const Body& b);
/// Tide of a body on another, as a part of what holds that together at `reach`, its largest size. A
/// lighter body counts as one of the other's mass: what that still does to it is the same part of
/// the attraction between the two.
double tide_on(const Body& on, double reach, const Body& other);
/// Whether each two bodies recede with more energy than the others can still take from them.
bool all_leave(const std::vector<Body>& bodies);

/// Meetings of two binaries (two_binaries.cpp).
std::vector<cluster::ScatteredFour> scatter_binaries(
    std::span<const cluster::FourStars> starts, const cluster::ScatteringParameters& parameters);

}  // namespace touchstone::reference
