// checkers/cmc/scattering/orbits.hpp
// Purpose   Orbits of two bodies beside those that they ought to be.
#pragma once
#include <string>

#include "checkers/check.hpp"
#include "checkers/cmc/scattering/read_meeting.hpp"
#include "checkers/findings.hpp"

namespace touchstone::scattering {

/// Largest difference of two orbits, relative to their size; of the eccentricity vectors too, which
/// point in space.
Real difference(const TwoBodies& found, const TwoBodies& expected);

/// Holds the tide at an end to the one that was asked for, but for rounding.
void judge_tide(Findings& findings, Real found, double asked, const std::string& name);

/// Holds what a scheme says of an end to the stars: who is bound, who leaves, and the tide.
void judge_end(Findings& findings, const cluster::Scattered& after,
               const cluster::ScatteringParameters& parameters, const std::string& name);

/// Holds a binary that was left alone for a time to its ellipse and to Kepler's equation.
void judge_kepler(Findings& findings, const TwoBodies& before, const TwoBodies& after, Real time,
                  double error, const std::string& name);

/// Pericentre of the outer orbit of a triple over the inner semi-major axis, at which it becomes
/// stable (Mardling and Aarseth 2001, equation 90). `outer_mass`: over that of the inner two.
Real pericentre_of_stability(const TwoBodies& inner, const TwoBodies& outer, Real outer_mass);

/// The answer for a scheme that follows meetings with single stars only.
inline CheckResult not_of_binaries() {
  return {.verdict = Verdict::not_run, .detail = "does not apply: it follows no two binaries"};
}

}  // namespace touchstone::scattering
