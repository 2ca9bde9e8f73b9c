// checkers/disks/alike.cpp
// Purpose   Registers the check that no place of the box and no disk is preferred: a scheme that
//           chooses disks by where they are, forgets the last of the list, or wraps one side by the
//           length of the other keeps every distance between disks, and is wrong.
// Source    Translational invariance, and the exchange of equal disks.
// Computes  From independent equilibrium states (direct sampling) of a dilute box that is no
//           square: after some sweeps the sums of cos and sin of 2 pi k x / L, k = 1, 2, along both
//           sides have mean 0; so has each disk's squared displacement less that of all. One
//           Student's t over the runs for each; Holm over all.
// Cost      400 runs of 60 sweeps of 12 disks.
// Not here  Distances between disks (exact_start_checks.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/external/less_effort.hpp"
#include "models/disks/direct_sampling.hpp"
#include "statistics/holm.hpp"
#include "statistics/judge.hpp"
#include "statistics/tails.hpp"

namespace touchstone::property {
namespace {

using disks::Configuration;

constexpr std::size_t kDisks = 12;
constexpr disks::Box kBox{8.4, 5.6};  // cells of 1.4
constexpr std::uint64_t kSweeps = 60;
constexpr double kRuns = 400;

/// Values that have mean 0, and their names.
using Values = std::vector<double>;

std::vector<std::string> value_names() {
  std::vector<std::string> names;
  for (const char* side : {"x / width", "y / height"})
    for (const int k : {1, 2})
      for (const char* wave : {"cos", "sin"})
        names.push_back(fmt::format("{} of {} turns of {}", wave, k, side));
  for (std::size_t i = 0; i < kDisks; ++i)
    names.push_back(fmt::format("how far disk {} moves beside the others", i));
  return names;
}

Values values_of(const Configuration& start, const Configuration& end) {
  Values values;
  for (const bool vertical : {false, true})
    for (const int k : {1, 2}) {
      double cosines = 0, sines = 0;
      for (const auto& r : end.centres) {
        const double turns = vertical ? r.y / kBox.height : r.x / kBox.width;
        cosines += std::cos(2 * std::numbers::pi * k * turns);
        sines += std::sin(2 * std::numbers::pi * k * turns);
      }
      values.insert(values.end(), {cosines, sines});
    }
  Values squares;
  double mean = 0;
  for (std::size_t i = 0; i < kDisks; ++i) {
    squares.push_back(kBox.distance2(start.centres[i], end.centres[i]));
    mean += squares.back() / kDisks;
  }
  for (const double square : squares) values.push_back(square - mean);
  return values;
}

/// Sums over the runs.
struct Moments {
  double sum = 0, sum2 = 0;

  double mean(double n) const { return sum / n; }
  double error(double n) const {
    return std::sqrt(std::max(0.0, sum2 / n - mean(n) * mean(n)) / (n - 1));
  }
  double p(double n) const {
    if (error(n) > 0) return student_two_sided(mean(n) / error(n), n - 1);
    return mean(n) == 0 ? 1 : 0;
  }
};

CheckResult alike(const disks::DiskScheme& scheme, const CheckContext& context) {
  const disks::DirectSampler sampler(kDisks, kBox);
  const double runs = std::ceil(kRuns * std::max(0.25, context.effort));
  std::vector<Moments> moments(value_names().size());
  CheckResult result{.unit = "z", .false_alarm = context.false_alarm};
  for (std::uint64_t run = 0; run < static_cast<std::uint64_t>(runs); ++run) {
    PhiloxStream stream = Philox(part_seed(context, 0)).stream(Purpose::start, run, 0);
    Configuration start;
    sampler.sample(stream, start);
    const auto simulation = begin(scheme, start,
                                  {.max_displacement = 0.4,
                                   .trials_per_cell = 4,
                                   .threads = context.threads,
                                   .seed = part_seed(context, 1 + run)});
    simulation->advance(kSweeps);
    const Configuration end = simulation->configuration();
    if (end.size() != kDisks)
      return count_violations(1, 0, fmt::format("{} disks of {}", end.size(), kDisks), "");
    const Values values = values_of(start, end);
    for (std::size_t k = 0; k < values.size(); ++k) {
      moments[k].sum += values[k];
      moments[k].sum2 += values[k] * values[k];
    }
    result.trials += simulation->stats().trials;
  }
  std::vector<double> p;
  for (const Moments& m : moments) p.push_back(m.p(runs));
  const auto least = static_cast<std::size_t>(std::min_element(p.begin(), p.end()) - p.begin());
  result.p = std::ranges::min(holm_adjusted(p));
  result.verdict = verdict_of(*result.p, context.false_alarm);
  result.value = two_sided_z(p[least]);
  // Amplitude of a wave, per disk, that a test at this level would reject with probability 1/2.
  result.smallest_effect =
      std::sqrt(0.5 / kDisks / runs) *
      student_upper_quantile(context.false_alarm / 2 / static_cast<double>(p.size()), runs - 1);
  result.detail = fmt::format("{}: {:+.3f} +- {:.3f} ({:g} runs)", value_names()[least],
                              moments[least].mean(runs), moments[least].error(runs), runs);
  return scheme.screened_starts ? external::of_part(result, runs / kRuns) : result;
}

const bool registered = register_check(
    DiskCheck{.name = "property/places and disks alike",
              .shows = "no part of a box that is no square and none of its disks is preferred",
              .needs = Claims::detailed_balance | Claims::global_balance,
              .cost = "300000 trial moves",
              .run = alike,
              .only = {.of_trial_moves = true},  // legs move the centre of mass by fixed amounts
              .many_steps = true});

}  // namespace
}  // namespace touchstone::property
