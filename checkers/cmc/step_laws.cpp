// checkers/cmc/step_laws.cpp
// Purpose   Laws of a step for which no other scheme is asked: its time step, the sums that it
//           reports, and the streams of its ranks.
// Source    J. M. Fregeau, F. A. Rasio, Astrophys. J. 658, 1047 (2007) (time step); B. Pattabiraman
//           et al., Astrophys. J. Suppl. 204, 15 (2013), sections 3.2 and 3.6; P. L'Ecuyer, Math.
//           Comput. 68, 261 (1999), figure 1 (LFSR113).
// Computes  Everything a second time: time steps in long double, jumps by powers of the matrix of a
//           step over the field with two elements. Nothing is shared with the schemes.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/starts.hpp"
#include "checkers/cmc/time_step_law.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterScheme;
using cluster::Stars;
using cluster::TimestepScheme;
using Real = long double;

/// Eight steps: each as long as the stars before it say, and the reports are sums over the steps.
std::uint64_t judge_steps(Findings& findings, const ClusterScheme& scheme,
                          const cluster::ClusterParameters& p, std::size_t count) {
  const auto run = scheme.start(unequal_with_losses(count, p.seed), p);
  Real time = 0;
  std::uint64_t trials = 0;
  for (std::uint64_t step = 1; step <= 8; ++step) {
    const Stars before = run->stars();
    const auto expected = static_cast<double>(relaxation_step(before, p, static_cast<Real>(count)));
    run->step();
    const cluster::StepReport report = run->report();
    findings.expect_near(report.timestep / expected, 1, 1e-11,
                         fmt::format("time step {} on {} ranks over its law", step, p.ranks));
    time += report.timestep;
    findings.expect(report.step == step, "number of steps");
    findings.expect_near(report.time, static_cast<double>(time), 1e-14, "time");
    findings.expect(report.stars == run->stars().size(), "number of stars reported");
    trials += report.trials;
  }
  findings.expect(run->report().stars < count, "no star has left: nothing was tested");
  return trials;
}

CheckResult timesteps(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 40));
  for (const std::size_t ranks : {1u, 2u, 5u, 20u})
    for (const TimestepScheme timestep : {TimestepScheme::bins, TimestepScheme::sliding})
      trials += judge_steps(
          findings, scheme,
          {.seed = seed, .ranks = ranks, .theta_max = ranks == 2 ? 0.7 : 1, .timestep = timestep},
          ranks == 20 ? 480 : 517);
  return findings.result(trials, "8 steps of unequal stars on 1, 2, 5 and 20 ranks");
}

/// Longer steps where masses differ: the mean over pairs of any two stars.
CheckResult unequal_timesteps(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 42));
  for (const std::size_t ranks : {1u, 3u})
    for (const TimestepScheme timestep : {TimestepScheme::bins, TimestepScheme::sliding})
      trials += judge_steps(findings, scheme,
                            {.seed = seed,
                             .ranks = ranks,
                             .timestep = timestep,
                             .pair_masses = cluster::PairMasses::any},
                            431);
  return findings.result(trials, "8 steps of unequal stars on 1 and 3 ranks");
}

using Matrix = std::array<std::uint32_t, 32>;  ///< column by column

std::uint32_t applied(const Matrix& m, std::uint32_t z) {
  std::uint32_t sum = 0;
  for (std::size_t b = 0; b < 32; ++b)
    if ((z >> b) & 1) sum ^= m[b];
  return sum;
}

/// One step of register j as the paper's program writes it.
std::uint32_t one_step(std::size_t j, std::uint32_t z) {
  switch (j) {
    case 0:
      return ((z & 4294967294u) << 18) ^ (((z << 6) ^ z) >> 13);
    case 1:
      return ((z & 4294967288u) << 2) ^ (((z << 2) ^ z) >> 27);
    case 2:
      return ((z & 4294967280u) << 7) ^ (((z << 13) ^ z) >> 21);
    default:
      return ((z & 4294967168u) << 13) ^ (((z << 3) ^ z) >> 12);
  }
}

/// The state count 2^doublings steps later.
cluster::Lfsr113::State later(cluster::Lfsr113::State state, const cluster::Displacement& d) {
  for (std::size_t j = 0; j < 4; ++j) {
    Matrix m;
    for (std::size_t b = 0; b < 32; ++b) m[b] = one_step(j, std::uint32_t{1} << b);
    for (int square = 0; square < d.doublings; ++square) {
      Matrix next;
      for (std::size_t b = 0; b < 32; ++b) next[b] = applied(m, m[b]);
      m = next;
    }
    for (std::uint64_t k = 0; k < d.count; ++k) state[j] = applied(m, state[j]);
  }
  return state;
}

/// The state from which a seed starts: register by register by multiplication, raised where it
/// would be an empty one; then ten steps.
cluster::Lfsr113::State started(std::uint32_t seed) {
  cluster::Lfsr113::State state{};
  std::uint64_t z = seed > 0 ? seed : 1;
  for (std::size_t j = 0; j < 4; ++j) {
    constexpr std::uint64_t kEmpty[] = {1, 7, 15, 127};  // bits that the recurrence forgets
    z = 69069 * z % (std::uint64_t{1} << 32);
    if (z <= kEmpty[j]) z += kEmpty[j] + 1;
    state[j] = static_cast<std::uint32_t>(z);
  }
  return later(state, {10, 0});
}

/// Seeds whose registers are as small as they may be, or would be empty.
std::vector<std::uint32_t> seeds_at_the_edge() {
  std::uint32_t inverse = 1;  // of 69069 modulo 2^32, by Newton's method
  for (int k = 0; k < 5; ++k) inverse *= 2 - 69069 * inverse;
  std::vector<std::uint32_t> seeds{0, 1, 2};
  std::uint32_t back = inverse;
  for (const std::uint32_t least : {2u, 8u, 16u, 128u}) {
    for (const std::uint32_t value : {1u, least - 1, least, least + 1})
      seeds.push_back(value * back);
    back *= inverse;
  }
  return seeds;
}

CheckResult jumps(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  const Stars start = cluster::plummer::sample(400, 1);
  for (const std::uint32_t seed : seeds_at_the_edge())
    findings.expect(scheme.start(start, {.seed = seed})->streams().at(0).state() == started(seed),
                    fmt::format("the first stream of seed {} starts elsewhere", seed));
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 41));
  for (const cluster::Displacement between :
       {cluster::Displacement{}, {1, 0}, {1000, 0}, {31, 1}, {3, 20}, {5, 64}, {1, 112}}) {
    const auto found =
        scheme.start(start, {.seed = seed, .ranks = 9, .between_streams = between})->streams();
    findings.expect(found.size() == 9, "not one stream for each rank");
    for (std::size_t q = 1; q < found.size(); ++q) {
      findings.expect(found[q].state() == later(found[q - 1].state(), between),
                      fmt::format("rank {} is not {} 2^{} steps behind the one before", q,
                                  between.count, between.doublings));
      cluster::Lfsr113 generator = found[q];
      cluster::Lfsr113::State state = found[q].state();
      for (int k = 0; k < 100; ++k) {
        state = later(state, {1, 0});
        const std::uint32_t bits = state[0] ^ state[1] ^ state[2] ^ state[3];
        findings.expect(generator.next() == bits, "a number that is not of LFSR113");
      }
    }
  }
  return findings.result(7 * 8 * 100, "7 distances of streams, as powers of matrices");
}

const bool registered =
    register_check(ClusterCheck{
        .name = "cmc/time step law",
        .shows = "time steps are those of the stars, masses and initial number, reports their sums",
        .needs = Claims::conserves_particles,
        .run = timesteps,
        .only = {.of_ranks = true}}) &&
    register_check(ClusterCheck{
        .name = "cmc/time step of pairs",
        .shows = "time steps of unequal stars are those of equation 7: pairs of any two masses",
        .needs = Claims::conserves_particles,
        .run = unequal_timesteps,
        .only = {.of_ranks = true}}) &&
    register_check(ClusterCheck{
        .name = "cmc/jumps",
        .shows = "ranks draw numbers of LFSR113, as far apart as a power of its matrix says",
        .needs = Claims::conserves_particles,
        .run = jumps,
        .only = {.of_ranks = true}});

}  // namespace
}  // namespace touchstone::cmc
