// checkers/disks/chain_laws.cpp
// Purpose   Registers checks of whole simulations with event chains by laws, since what they share
//           (the schedule, the choice of active disks, the pressure from liftings) no comparison of
//           one with another can see.
// Source    models/disks/chains/chain_schedule.hpp, rift_average.hpp, exact_cases.hpp.
// Computes  Choices: disks so far apart that none ever meets another, so that a displacement is a
//           number of chains. All chains are equally long, both directions have as many, each disk
//           is as likely as any other to start one, and no two phases, early or as late as sweep
//           2^40, of one seed or of one and the next, make the same choices more often than chance.
//           Pressures: one sweep from each of many independent equilibrium states of two to four
//           disks, along each side, against the closed form.
// Not here  Legs with several active disks (checkers/ecmc/exact_pressure.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/exact_values.hpp"
#include "models/disks/chains/chain_schedule.hpp"
#include "models/disks/direct_sampling.hpp"
#include "models/disks/exact_cases.hpp"
#include "statistics/g_tests.hpp"
#include "statistics/tails.hpp"

namespace touchstone::property {
namespace {

using disks::Configuration;
using disks::DiskScheme;

// Choices ----------------------------------------------------------------------------------------

constexpr std::size_t kDisks = 6;
constexpr double kSide = 60;
constexpr std::uint64_t kSweeps[] = {0,          1,          1u << 8,    1u << 9,   1u << 16,
                                     1ull << 30, 1ull << 31, 1ull << 32, 1ull << 40};
constexpr std::size_t kPhases = 2 * std::size(kSweeps);

/// Chains of each disk in one phase.
using Choice = std::array<std::uint64_t, kDisks>;

/// Rows and columns 2 diameters apart, and all of them together narrower than a chain is long: a
/// disk that has made 0 to 4 chains of 0.24 sides is in nobody's row or column.
Configuration far_apart() {
  Configuration c{{kSide, kSide}, {}};
  for (std::size_t i = 0; i < kDisks; ++i) {
    const double place = 1 + 2.0 * static_cast<double>(i);
    c.centres.push_back({place, 1 + 2.0 * static_cast<double>(kDisks) - place});
  }
  return c;
}

/// Number of chains in a displacement; false unless it is a number of whole ones.
bool whole_chains(double moved, std::uint64_t& chains) {
  const double ratio = (moved < -1e-6 ? moved + kSide : moved) / (disks::kChainLength * kSide);
  chains = static_cast<std::uint64_t>(std::max(0.0, std::round(ratio)));
  return std::abs(ratio - std::round(ratio)) < 1e-6;
}

/// Choices along x and along y of one sweep, or what is wrong with it.
std::string choices_of(const DiskScheme& scheme, const disks::RunParameters& parameters,
                       std::array<Choice, 2>& choices) {
  const Configuration start = far_apart();
  const auto simulation = begin(scheme, start, parameters);
  simulation->advance(1);
  const Configuration end = simulation->configuration();
  if (end.size() != kDisks) return fmt::format("{} disks of {}", end.size(), kDisks);
  if (simulation->stats().trials != 0) return "liftings of disks that never meet";
  const disks::ChainSchedule schedule = disks::chain_schedule(kDisks, 1);
  std::array<std::uint64_t, 2> chains{};
  for (std::size_t i = 0; i < kDisks; ++i) {
    const auto d = end.centres[i] - start.centres[i];
    if (!whole_chains(d.x, choices[0][i]) || !whole_chains(d.y, choices[1][i]))
      return fmt::format("disk {} moved by ({:.9g}, {:.9g}), no number of chains of {}", i, d.x,
                         d.y, disks::kChainLength * kSide);
    for (std::size_t axis : {0u, 1u}) chains[axis] += choices[axis][i];
  }
  if (chains[0] != schedule.legs || chains[1] != schedule.legs)
    return fmt::format("{} chains along x and {} along y, expected {}", chains[0], chains[1],
                       schedule.legs);
  return {};
}

/// Chance that two independent phases make the same choices: the sum of the squared multinomial
/// probabilities of `legs` equal choices among the disks, as coefficients of a power series in
/// sum x^n / n!^2.
double chance_of_same(std::uint32_t legs) {
  std::vector<double> one(legs + 1, 1);
  for (std::uint32_t n = 1; n <= legs; ++n) one[n] = one[n - 1] / n / n;
  std::vector<double> all(legs + 1, 0);
  all[0] = 1;
  for (std::size_t i = 0; i < kDisks; ++i) {
    std::vector<double> next(legs + 1, 0);
    for (std::uint32_t a = 0; a <= legs; ++a)
      for (std::uint32_t b = 0; a + b <= legs; ++b) next[a + b] += all[a] * one[b];
    all = next;
  }
  double scale = 1;  // (legs! / N^legs)^2
  for (std::uint32_t n = 1; n <= legs; ++n) scale *= std::pow(double(n) / double(kDisks), 2);
  return all[legs] * scale;
}

CheckResult active_disks(const DiskScheme& scheme, const CheckContext& context) {
  const auto seeds = static_cast<std::uint64_t>(std::ceil(60 * context.effort));
  std::array<std::array<std::uint64_t, kPhases>, kPhases> same{}, same_of_next{};
  std::array<Choice, kPhases> before{};  // of the seed before
  Choice chosen{};
  std::array<std::uint64_t, kDisks> idle_disks{};  // phases, by the disks without a chain
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    std::array<Choice, kPhases> choice{};
    for (std::size_t s = 0; s < std::size(kSweeps); ++s) {
      std::array<Choice, 2> both{};
      const std::string wrong = choices_of(scheme,
                                           {.threads = context.threads,
                                            .seed = part_seed(context, 40) + seed,
                                            .first_sweep = kSweeps[s]},
                                           both);
      if (!wrong.empty())
        return count_violations(1, seed, fmt::format("sweep {}: {}", kSweeps[s], wrong), "");
      choice[2 * s] = both[0];
      choice[2 * s + 1] = both[1];
    }
    for (std::size_t a = 0; a < kPhases; ++a) {
      for (std::size_t i = 0; i < kDisks; ++i) chosen[i] += choice[a][i];
      ++idle_disks[static_cast<std::size_t>(std::count(choice[a].begin(), choice[a].end(), 0u))];
      for (std::size_t b = 0; b < a; ++b) same[a][b] += choice[a] == choice[b] ? 1 : 0;
      for (std::size_t b = 0; seed > 0 && b < kPhases; ++b)
        same_of_next[a][b] += choice[a] == before[b] ? 1 : 0;
    }
    before = choice;
  }
  const std::uint32_t legs = disks::chain_schedule(kDisks, 1).legs;
  std::vector<double> p_values{g_test(chosen, std::vector<double>(kDisks, 1.0 / double(kDisks))).p};
  const double chance = chance_of_same(legs);
  for (std::size_t a = 0; a < kPhases; ++a)
    for (std::size_t b = 0; b < a; ++b)
      p_values.push_back(binomial_upper(same[a][b], seeds, chance));
  const std::size_t of_seeds = p_values.size();
  for (const auto& row : same_of_next)
    for (const std::uint64_t number : row)
      p_values.push_back(binomial_upper(number, seeds - 1, chance));
  // Legs of one phase: the disks that none of them chooses, (1 - 1 / N)^legs of all on average.
  double idle = 0;
  for (std::size_t n = 0; n < kDisks; ++n) idle += double(n) * double(idle_disks[n]);
  const double q1 = std::pow(1 - 1.0 / kDisks, legs);
  const double q2 = std::pow(1 - 2.0 / kDisks, legs);
  const double n = kDisks;
  const double variance = n * q1 + n * (n - 1) * q2 - n * n * q1 * q1;
  const double phases = double(seeds) * double(kPhases);
  p_values.push_back(normal_two_sided((idle - phases * n * q1) / std::sqrt(phases * variance)));
  const auto least = std::min_element(p_values.begin(), p_values.end()) - p_values.begin();
  const char* const which = least == 0                          ? "chances of single disks"
                            : least + 1 == std::ssize(p_values) ? "choices within a phase"
                            : least < static_cast<std::ptrdiff_t>(of_seeds)
                                ? "choices that two phases share"
                                : "choices that a seed shares with the next";
  CheckResult result = judge_together(
      p_values, 2 + kPhases * (kPhases - 1) / 2 + kPhases * kPhases, context,
      fmt::format("chains of {} phases, sweeps up to 2^40; least likely: {}", phases, which));
  result.trials = static_cast<std::uint64_t>(phases) * legs;
  result.smallest_effect = 7 * std::sqrt(n / static_cast<double>(result.trials));  // of a chance
  return result;
}

// Pressures --------------------------------------------------------------------------------------

struct Torus {
  std::size_t disks;
  double side;
};
constexpr Torus kTori[] = {{2, 2.5}, {3, 3}, {4, 4}};
constexpr double kResolution = 0.05;

CheckResult exact_pressure(const DiskScheme& scheme, const CheckContext& context) {
  // Single sweeps are now and then far off: with 3000 one of them alone left a seed undecided.
  const double runs = std::ceil(8000 * context.effort);
  ExactValues exact(context, kResolution);
  std::uint64_t trials = 0;
  for (const Torus& torus : kTori) {
    const disks::DirectSampler sampler(torus.disks, {torus.side, torus.side});
    std::vector<double> along_x, along_y;
    for (std::uint64_t run = 0; static_cast<double>(run) < runs; ++run) {
      PhiloxStream random = Philox(part_seed(context, torus.disks)).stream(Purpose::start, run, 0);
      Configuration start;
      sampler.sample(random, start);
      const auto simulation =
          begin(scheme, start, {.threads = context.threads, .seed = part_seed(context, 10 + run)});
      simulation->advance(1);
      const disks::RiftPressure p = simulation->rift()->pressure(start.density());
      along_x.push_back(p.x);
      along_y.push_back(p.y);
      trials += simulation->stats().trials;
    }
    const double pressure = disks::exact_torus(torus.disks, torus.side).pressure;
    exact.compare(fmt::format("N = {} along x", torus.disks), along_x, pressure);
    exact.compare(fmt::format("N = {} along y", torus.disks), along_y, pressure);
  }
  return exact.result(2 * std::size(kTori), trials);
}

const bool registered =
    register_check(DiskCheck{.name = "property/choice of active disks",
                             .shows = "chains have their length, directions alternate, and every "
                                      "phase of every seed chooses afresh, any disk as likely as "
                                      "any other",
                             .needs = Claims::global_balance,
                             .cost = "3240 chains of six disks",
                             .run = active_disks,
                             .only = {.of_chains = true}}) &&
    register_check(DiskCheck{.name = "property/exact pressure of chains",
                             .shows = "simulations with event chains measure the exact pressure of "
                                      "two to four disks along each side",
                             .needs = Claims::global_balance,
                             .cost = "24000 sweeps of up to four disks",
                             .run = exact_pressure,
                             .only = {.of_chains = true}});

}  // namespace
}  // namespace touchstone::property
