// checkers/cmc/orbits.cpp
// Purpose   New orbital positions follow the time that a star spends at each radius, on typical,
//           nearly circular, radial, innermost and outermost orbits, in a cluster so small that a
//           star would notice its own shell.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equation 13.
#include <algorithm>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/orbit_law.hpp"
#include "models/cmc/plummer.hpp"
#include "statistics/kolmogorov_smirnov.hpp"
#include "statistics/tails.hpp"

namespace touchstone::cmc {
namespace {

using cluster::OrbitSample;
using cluster::Stars;

constexpr std::size_t kStars = 60;
constexpr std::size_t kSamples = 4000;

struct OrbitCase {
  const char* what;
  std::size_t star;
  double radial, tangential;  ///< velocities
};

/// Speed of a circular orbit of the star, which does not feel its own shell.
double circular_speed(const Stars& stars, std::size_t star) {
  double inside = 0;
  for (std::size_t i = 0; i < star; ++i) inside += stars.mass[i];
  return std::sqrt(inside / stars.radius[star]);
}

std::vector<OrbitCase> orbit_cases(const Stars& stars) {
  const auto v = [&](std::size_t star) { return circular_speed(stars, star); };
  return {{"a typical orbit", 25, 0.5 * v(25), 0.7 * v(25)},
          {"an orbit near its apocentre", 30, 0.01 * v(30), 0.6 * v(30)},
          {"a nearly circular orbit", 20, 0.05 * v(20), v(20)},
          {"an orbit within one interval", 40, 1e-4 * v(40), v(40)},
          {"a radial orbit", 15, 0.9 * v(15), 0},
          {"a nearly radial orbit", 35, 0.8 * v(35), 1e-6 * v(35)},
          {"the innermost star", 0, 0.2, 0.3},
          {"the second star, slow", 1, 0.01, 0.3 * v(1)},
          {"an orbit far out", 50, 0.9 * v(50), 0.6 * v(50)},
          {"an orbit that barely misses the centre", 35, 0.8 * v(35), 1e-30}};
}

/// Facts into `findings`, and the tests of two laws into `p_values`.
void judge(Findings& findings, std::vector<double>& p_values, const Stars& stars,
           const OrbitCase& one, const std::vector<OrbitSample>& samples) {
  const OrbitLaw law(stars, one.star);
  const double j = stars.radius[one.star] * stars.tangential_velocity[one.star];
  findings.expect(samples.size() == kSamples,
                  fmt::format("{}: no orbital position was sampled", one.what));
  if (samples.size() != kSamples) return;
  std::vector<double> radius;
  std::uint64_t outward = 0;
  for (const OrbitSample& sample : samples) {
    radius.push_back(sample.radius);
    outward += sample.radial_velocity > 0 ? 1 : 0;
    findings.expect(sample.radius >= law.pericentre() * (1 - 1e-9) &&
                        sample.radius <= law.apocentre() * (1 + 1e-9),
                    fmt::format("{}: at {:.12g}, beyond the apsides", one.what, sample.radius));
    findings.expect(std::abs(sample.radius * sample.tangential_velocity - j) <= 1e-12 * (1 + j),
                    fmt::format("{}: another angular momentum", one.what));
    findings.expect(std::abs(sample.radial_velocity * sample.radial_velocity -
                             law.radial_speed2(sample.radius)) <= 1e-9,
                    fmt::format("{}: another energy", one.what));
  }
  p_values.push_back(kolmogorov_smirnov(radius, [&](double r) { return law.cdf(r); }).p);
  p_values.push_back(std::min(1.0, 2 * std::min(binomial_upper(outward, kSamples, 0.5),
                                                binomial_lower(outward, kSamples, 0.5))));
}

CheckResult time_in_shell(const cluster::ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  const Stars start = cluster::plummer::sample(kStars, 11);
  const auto cases = orbit_cases(start);
  std::vector<double> p_values;
  auto stream = cluster::Lfsr113(static_cast<std::uint32_t>(part_seed(context, 20)));
  const cluster::Lfsr113Jump jump(cluster::Displacement{});
  for (const OrbitCase& one : cases) {
    Stars stars = start;
    stars.radial_velocity[one.star] = one.radial;
    stars.tangential_velocity[one.star] = one.tangential;
    judge(findings, p_values, stars, one, scheme.sample_orbit(stars, one.star, kSamples, stream));
    stream = jump(stream);
  }
  const std::uint64_t trials = cases.size() * kSamples;
  const CheckResult facts = findings.result(trials, "");
  if (facts.verdict == Verdict::fail) return facts;
  const auto least =
      static_cast<std::size_t>(std::ranges::min_element(p_values) - p_values.begin());
  CheckResult result = judge_together(
      p_values, 2 * cases.size(), context,
      fmt::format("{} orbits, {} positions each; the most unlikely: {} of {}, p = {:.2g}",
                  cases.size(), kSamples, least % 2 == 0 ? "radii" : "outward velocities",
                  cases[least / 2].what, p_values[least]));
  result.trials = trials;
  // A shift of the distribution by 0.05 is seen for certain with 4000 positions.
  result.smallest_effect = 0.05;
  return result;
}

const bool registered = register_check(ClusterCheck{
    .name = "cmc/time in shell",
    .shows = "orbital positions follow the time that stars spend there, with the right velocities",
    .needs = Claims::none,
    .run = time_in_shell,
    .only = {.of_single_orbits = true}});

}  // namespace
}  // namespace touchstone::cmc
