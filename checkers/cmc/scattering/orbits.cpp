#include "checkers/cmc/scattering/orbits.hpp"

#include <algorithm>
#include <numbers>

namespace touchstone::scattering {
namespace {

/// Mean anomaly of an ellipse from a place on it.
Real mean_anomaly(const TwoBodies& pair) {
  const Real e = length(pair.eccentricity()), a = pair.semimajor_axis();
  const Real cosine = (1 - length(pair.position) / a) / e;
  const Real sine = dot(pair.position, pair.velocity) / (e * std::sqrt(pair.mass * a));
  return std::atan2(sine, cosine) - e * sine;
}

}  // namespace

Real difference(const TwoBodies& x, const TwoBodies& y) {
  const auto of_vectors = [](const Space& a, const Space& b, Real size) {
    return length(plus(a, -1, b)) / size;
  };
  const Real circle = std::sqrt(y.mass * std::abs(y.semimajor_axis()));
  return std::max(
      {std::abs(x.energy() / y.energy() - 1),
       of_vectors(x.eccentricity(), y.eccentricity(), std::max(Real{1}, length(y.eccentricity()))),
       of_vectors(x.angular_momentum(), y.angular_momentum(),
                  std::max(circle, length(y.angular_momentum())))});
}

Real pericentre_of_stability(const TwoBodies& inner, const TwoBodies& outer, Real outer_mass) {
  const Real e = length(outer.eccentricity());
  const Space n = inner.angular_momentum(), m = outer.angular_momentum();
  const Real angle = std::acos(dot(n, m) / (length(n) * length(m)));
  return Real(2.8) * std::pow((1 + outer_mass) * (1 + e) / std::sqrt(1 - e), Real(0.4)) *
         (1 - Real(0.3) * angle / std::numbers::pi_v<Real>);
}

void judge_tide(Findings& findings, Real found, double asked, const std::string& name) {
  findings.expect(found <= asked * (1 + 1e-6L),
                  fmt::format("{}: ended at a tide of {:.3g}, not below {:.3g}", name,
                              static_cast<double>(found), asked));
}

void judge_end(Findings& findings, const cluster::Scattered& after,
               const cluster::ScatteringParameters& parameters, const std::string& name) {
  switch (after.ending) {
    case cluster::Ending::binary: {
      findings.expect(after.single < 3, name + ": a binary, but no star that leaves it");
      if (after.single >= 3) return;
      const Hierarchy h = hierarchy(after.stars, after.single);
      findings.expect(h.inner.energy() < 0, name + ": the binary is not bound");
      findings.expect(h.outer.energy() > 0, name + ": the single star comes back");
      findings.expect(h.outer.recede(), name + ": the single star comes nearer");
      judge_tide(findings, h.tide(), parameters.tide, name);
      break;
    }
    case cluster::Ending::ionised:
      findings.expect(after.single == 3, name + ": ionised, and yet a star leaves a binary");
      findings.expect(
          all_leave({point(after.stars[0]), point(after.stars[1]), point(after.stars[2])}),
          name + ": ionised, but stars do not leave each other");
      break;
    case cluster::Ending::lost:
      break;
    case cluster::Ending::unfinished:
      findings.expect(after.time >= parameters.longest,
                      fmt::format("{}: unfinished after {:g}, before the longest time {:g}", name,
                                  after.time, parameters.longest));
      break;
  }
}

void judge_kepler(Findings& findings, const TwoBodies& before, const TwoBodies& after, Real time,
                  double error, const std::string& name) {
  const Real a = before.semimajor_axis(), rate = std::sqrt(before.mass / (a * a * a));
  const Real turned = rate * time;
  const Real wrong = std::remainder(mean_anomaly(after) - mean_anomaly(before) - turned,
                                    2 * Real{std::numbers::pi});
  // The tide, errors of the energy and of the method add up with the turns.
  findings.expect(std::abs(wrong) <= 1.5L * error * turned,
                  fmt::format("{}: after {:.4g} radians wrong by {:.2g}", name,
                              static_cast<double>(turned), static_cast<double>(wrong)));
  const Real shape = length(plus(after.eccentricity(), -1, before.eccentricity()));
  findings.expect(shape <= error * turned, fmt::format("{}: the pericentre has moved by {:.2g}",
                                                       name, static_cast<double>(shape)));
}

}  // namespace touchstone::scattering
