// checkers/cmc/all_orbits.cpp
// Purpose   New orbital positions for every star of a cluster: the shells between which each orbit
//           turns are those that a look at all shells finds; with the same streams for the same
//           blocks, positions and velocities equal those of the serial walk bit for bit. Single
//           orbits of every kind lie between these shells, too, with the same bits.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 5, and
//           the appendix.
#include <algorithm>
#include <cmath>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "models/cmc/plummer.hpp"
#include "models/cmc/shell_potential.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterScheme;
using cluster::Lfsr113;
using cluster::SampledStar;
using cluster::Stars;

/// A Plummer model with orbits of every kind: radial, circular, and unbound ones, and stars right
/// at an apsis, where rounding decides whether they are allowed to be; some of these are unbound.
Stars cluster_of(std::size_t stars, std::uint32_t seed) {
  Stars s = cluster::plummer::sample(stars, seed);
  for (std::size_t i = 7; i < stars; i += 31) s.tangential_velocity[i] = 0;
  for (std::size_t i = 21; i < stars; i += 31)  // nearly radial, some of them only by name
    s.tangential_velocity[i] = std::pow(10, -18 - 0.5 * static_cast<double>(i));
  for (std::size_t i = 11; i < stars; i += 37) s.radial_velocity[i] = 3;
  s.tangential_velocity[0] = 0;  // the innermost star oscillates within its own radius
  s.radial_velocity[0] = 1e-3;
  double inside = 0;
  for (std::size_t i = 0; i < stars; ++i) {
    if (i % 29 == 13) {
      s.radial_velocity[i] = 0;
      s.tangential_velocity[i] = std::sqrt(inside / s.radius[i]);
    }
    if (i % 5 == 3) {
      s.radial_velocity[i] = 0;
      s.tangential_velocity[i] = (i % 2 == 0 ? 0.7 : 1.2) * std::sqrt(inside / s.radius[i]);
    }
    if (i % 19 == 17) {  // faster than escape by a twentieth
      s.radial_velocity[i] = 0;
      s.tangential_velocity[i] = 1.05 * std::sqrt(-2 * cluster::plummer::potential(s.radius[i]));
    }
    inside += s.mass[i];
  }
  return s;
}

/// Q of star `i` (from 0) at every shell, equation 12; it does not feel its own shell.
std::vector<double> radial_speeds2(const Stars& stars, const cluster::ShellPotential& shells,
                                   std::size_t i) {
  const double own = 1 / stars.radius[i];
  const double energy = 0.5 * stars.speed2(i) + shells.potential[i + 1] + stars.mass[i] * own;
  const double j = stars.radius[i] * stars.tangential_velocity[i];
  std::vector<double> q;
  for (std::size_t k = 0; k < shells.radius.size(); ++k) {
    const double u = shells.inverse_radius[k];
    const double potential = shells.potential[k] + stars.mass[i] * std::min(u, own);
    q.push_back(2 * (energy - potential) - j * u * (j * u));
  }
  return q;
}

/// Whether the orbit turns in the intervals that were found, by a look at all shells. Q within
/// round-off of 0 may count on either side of it.
void judge_shells(Findings& findings, const std::vector<double>& q, std::size_t star,
                  const SampledStar& sampled) {
  constexpr double kRoundOff = 1e-13;
  if (!sampled.bound || sampled.trials == 0) return;
  std::size_t first = 0, last = 0;
  for (std::size_t k = 0; k < q.size(); ++k)
    if (q[k] > kRoundOff) {
      if (last == 0) first = k;
      last = k;
    }
  if (last == 0) return;
  const auto undecided = [&](std::size_t k) { return std::abs(q[k]) <= kRoundOff; };
  // A radial orbit has no shell below its first one: it goes through the centre.
  const std::size_t below = first == 0 ? 0 : first - 1;
  findings.expect(
      sampled.inner == below || undecided(sampled.inner + 1) || undecided(sampled.inner),
      fmt::format("star {}: pericentre above shell {}, expected {}", star, sampled.inner, below));
  findings.expect(
      sampled.outer == last || undecided(sampled.outer),
      fmt::format("star {}: apocentre above shell {}, expected {}", star, sampled.outer, last));
}

CheckResult all_orbits(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  for (const std::size_t blocks : {1u, 2u, 7u, 15u}) {
    const auto seed = static_cast<std::uint32_t>(part_seed(context, 40 + blocks));
    const Stars stars = cluster_of(293 + blocks, seed);
    std::vector<Lfsr113> streams = cluster::separate_streams(seed, blocks);
    const std::vector<SampledStar> found = scheme.sample_positions(stars, streams);
    findings.expect(found.size() == stars.size(), "not one position for each star");
    if (found.size() != stars.size()) continue;
    const cluster::ShellPotential shells = cluster::shell_potential(stars);
    for (std::size_t i = 0; i < stars.size(); ++i) {
      judge_shells(findings, radial_speeds2(stars, shells, i), i + 1, found[i]);
      trials += found[i].trials;
    }
    if (scheme.equals.empty()) continue;
    std::vector<Lfsr113> expected_streams = cluster::separate_streams(seed, blocks);
    const auto expected =
        cluster::cluster_scheme(scheme.equals).sample_positions(stars, expected_streams);
    for (std::size_t i = 0; i < stars.size(); ++i)
      findings.expect(found[i] == expected[i],
                      fmt::format("{} blocks: star {} is not at the orbital position of {}", blocks,
                                  i + 1, scheme.equals));
    findings.expect(streams == expected_streams,
                    fmt::format("{} blocks: streams went on by other draws", blocks));
  }
  return findings.result(trials, "1, 2, 7 and 15 blocks: the shells of all orbits, the same bits");
}

/// Gives star `i` (from 0) the radial velocity with which its orbit ends at a radius far outside.
void reach(Stars& stars, std::size_t i, double apocentre) {
  const cluster::ShellPotential shells = cluster::shell_potential(stars);
  const double others = shells.enclosed.back() - stars.mass[i];
  const double felt = shells.potential[i + 1] + stars.mass[i] / stars.radius[i];
  const double v = stars.tangential_velocity[i], across = stars.radius[i] * v / apocentre;
  stars.radial_velocity[i] = std::sqrt(2 * (-others / apocentre - felt) - v * v + across * across);
}

/// Kinds of orbits that were seen.
struct Kinds {
  std::uint64_t leave = 0, far = 0, forbidden = 0, stay = 0, at_apsis = 0;
};

/// Positions on the orbit of star `i`: none if it leaves, else between its apsides, with its energy
/// and angular momentum.
void judge_orbit(Findings& findings, const Stars& stars, const cluster::ShellPotential& shells,
                 std::size_t i, const std::vector<cluster::OrbitSample>& found, Kinds& kinds) {
  constexpr double kTidalRadius = 1e6;  // stars that get further out leave
  constexpr double kRoundOff = 1e-9;
  const double m = stars.mass[i], r0 = stars.radius[i], j = r0 * stars.tangential_velocity[i];
  const double energy = 0.5 * stars.speed2(i) + shells.potential[i + 1] + m / r0;
  const std::vector<double> q = radial_speeds2(stars, shells, i);
  const bool far = -(shells.enclosed.back() - m) / energy > kTidalRadius;
  const bool leaves = !(energy < 0) || far;
  kinds.leave += leaves ? 1 : 0;
  kinds.far += energy < 0 && far ? 1 : 0;
  kinds.at_apsis += energy > 0 && !(q[i + 1] > 0) ? 1 : 0;
  kinds.forbidden += !leaves && !(q[i + 1] > 0) ? 1 : 0;
  findings.expect(found.empty() == leaves,
                  fmt::format("star {} {}", i + 1, leaves ? "does not leave" : "leaves"));
  for (const cluster::OrbitSample& sample : found) {
    const double r = sample.radius;
    const double felt = shells.at(r) + m / std::max(r, r0);
    const double speed2 = sample.radial_velocity * sample.radial_velocity +
                          sample.tangential_velocity * sample.tangential_velocity;
    findings.expect(std::abs(speed2 - 2 * (energy - felt)) <= kRoundOff * (1 + speed2) &&
                        std::abs(r * sample.tangential_velocity - j) <= kRoundOff * (1 + j),
                    fmt::format("star {}: another energy or angular momentum", i + 1));
    kinds.stay += r == r0 ? 1 : 0;
  }
}

/// States whose next number is 0, which a generator with the usual seeds draws once in 2^32 times.
/// Found as a solution of 32 linear equations over the field with two elements.
constexpr cluster::Lfsr113::State kZeroIsNext[] = {
    {0xC6979FDA, 0x2265B1FD, 0x91B7585A, 0xD8F16ADF},
    {0x5792221E, 0x414C343C, 0x1E2FEB99, 0x7ED4D5FB},
    {0x7EF60872, 0xC2CE6F4C, 0x7311D8B3, 0x78E510E1}};

/// The pericentre itself is drawn, where the density is a limit.
void judge_draws_of_zero(Findings& findings, const ClusterScheme& scheme, const Stars& stars) {
  const ClusterScheme& expected = cluster::cluster_scheme(scheme.equals);
  for (const auto& state : kZeroIsNext) {
    const Lfsr113 stream(state);
    findings.expect(Lfsr113(stream).next() == 0, "another number than 0 is drawn");
    for (std::size_t i = 0; i < stars.size(); ++i)
      findings.expect(
          scheme.sample_orbit(stars, i, 1, stream) == expected.sample_orbit(stars, i, 1, stream),
          fmt::format("0 is drawn: star {} is not at the orbital position of {}", i + 1,
                      scheme.equals));
  }
}

/// The innermost star, at rest, stays: nothing pulls it. Round-off differs from cluster to cluster.
void judge_rest(Findings& findings, const ClusterScheme& scheme, std::uint32_t seed) {
  for (std::uint32_t k = 0; k < 10; ++k) {
    Stars stars = cluster::plummer::sample(100, seed + k);
    stars.radial_velocity[0] = stars.tangential_velocity[0] = 0;
    const cluster::OrbitSample here{stars.radius[0], 0, 0};
    for (const cluster::OrbitSample& sample : scheme.sample_orbit(stars, 0, 3, Lfsr113(seed)))
      findings.expect(sample == here,
                      fmt::format("cluster {}: the star at rest moves to {:g}, {:g}", k,
                                  sample.radius, sample.radial_velocity));
  }
}

CheckResult single_orbits(const ClusterScheme& scheme, const CheckContext& context) {
  constexpr std::size_t kStars = 307, kSamples = 3;
  Findings findings;
  Kinds kinds;
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 39));
  Stars stars = cluster_of(kStars, seed);
  reach(stars, kStars - 1, 0.99e6);
  reach(stars, kStars - 2, 1.01e6);
  const cluster::ShellPotential shells = cluster::shell_potential(stars);
  const std::vector<Lfsr113> streams = cluster::separate_streams(seed, kStars);
  for (std::size_t i = 0; i < kStars; ++i) {
    const auto found = scheme.sample_orbit(stars, i, kSamples, streams[i]);
    judge_orbit(findings, stars, shells, i, found, kinds);
    findings.expect(found.empty() || found.size() == kSamples, "another number of positions");
    if (scheme.equals.empty()) continue;
    findings.expect(
        found ==
            cluster::cluster_scheme(scheme.equals).sample_orbit(stars, i, kSamples, streams[i]),
        fmt::format("star {} is not at the orbital positions of {}", i + 1, scheme.equals));
  }
  if (!scheme.equals.empty()) judge_draws_of_zero(findings, scheme, stars);
  judge_rest(findings, scheme, seed);
  findings.expect_refused("a star that is not there", {"orbit", "star", "307"},
                          [&] { scheme.sample_orbit(stars, kStars, 1, streams[0]); });
  findings.expect(kinds.leave >= 5 && kinds.far >= 1 && kinds.forbidden >= 5 && kinds.stay >= 3 &&
                      kinds.at_apsis >= 2,
                  "a kind of orbit is missing: nothing was tested");
  return findings.result(
      kStars * kSamples,
      fmt::format("{} stars: {} leave, {} where their radial speed is not above 0, {} stay", kStars,
                  kinds.leave, kinds.forbidden, kinds.stay / kSamples));
}

const bool registered =
    register_check(ClusterCheck{.name = "cmc/all orbits",
                                .shows =
                                    "orbits turn between the right shells, and blocks draw from "
                                    "their own streams as the serial walk does",
                                .needs = Claims::none,
                                .run = all_orbits,
                                .only = {.of_positions = true}}) &&
    register_check(ClusterCheck{
        .name = "cmc/single orbits",
        .shows = "positions on radial, circular, barely bound and unbound orbits, and of "
                 "stars right at an apsis, keep energy and angular momentum, and have "
                 "the bits of the scheme that it equals",
        .needs = Claims::none,
        .run = single_orbits,
        .only = {.of_single_orbits = true}});

}  // namespace
}  // namespace touchstone::cmc
