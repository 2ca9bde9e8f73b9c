#include "benchmarks/hpmc/sweep_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/sample.hpp"
#include "models/core/interrupt.hpp"
#include "models/hpmc/boxes/domain_grid.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

using shapes::Configuration;
using shapes::DomainGrid;
using shapes::MoveStats;
using shapes::RunParameters;
using shapes::Vec3;

constexpr std::size_t kFewestSweeps = 20;
constexpr std::size_t kTrials = 25'000;

/// Displacement of each body, whatever its image.
std::vector<Vec3> steps_between(const Configuration& before, const Configuration& after) {
  std::vector<Vec3> steps;
  for (std::size_t i = 0; i < before.size(); ++i)
    steps.push_back(before.box.wrap(after.centres[i] - before.centres[i]));
  return steps;
}

bool is_turned(const shapes::Orientation& a, const shapes::Orientation& b) {
  constexpr double kRounding = 1e-12;
  return std::abs(a.s - b.s) > kRounding || std::abs(a.x - b.x) > kRounding ||
         std::abs(a.y - b.y) > kRounding || std::abs(a.z - b.z) > kRounding;
}

/// Accepted moves less those that the baseline would have had: one number for each start.
struct Differences {
  std::vector<double> translations, rotations;
};

/// Moves that the baseline accepted and these domains would accept too, by kind.
MoveStats accepted_with_domains(const BaselineSweep& sweep, const RunParameters& p) {
  const DomainGrid grid(sweep.start.box, p.domains, largest_diameter(sweep.start));
  MoveStats result;
  for (std::uint32_t i = 0; i < sweep.start.size(); ++i) {
    const Vec3 r = sweep.start.centres[i];
    const std::uint32_t domain = grid.domain(r);
    if (!grid.active(r, domain)) continue;
    result.rotations.accepted += sweep.turned[i] ? 1 : 0;
    const bool moved = norm(sweep.steps[i]) > 1e-9 * p.max_displacement;
    if (moved && grid.active(r + sweep.steps[i], domain)) ++result.translations.accepted;
  }
  return result;
}

std::string verdict_on(const char* kind, const std::vector<double>& differences) {
  const Estimate mean = mean_of(differences);
  if (!differ(mean, {0, 0, 0, 1})) return "";
  return fmt::format(
      "{} {} accepted in a sweep than by {} (a difference of {:.3g} is within the error)", kind,
      mean.mean > 0 ? fmt::format("{:.4g} more", mean.mean)
                    : fmt::format("{:.4g} fewer", -mean.mean),
      baseline_scheme().info.name, resolution(mean));
}

/// The kind of each trial move is chosen independently.
std::string verdict_on_kinds(const MoveStats& all, double translations) {
  const auto n = static_cast<double>(all.of_bodies().trials);
  const auto found = static_cast<double>(all.translations.trials);
  const Estimate share{found - n * translations, std::sqrt(n * translations * (1 - translations)),
                       0, n};
  if (!differ(share, {0, 0, 0, 1})) return "";
  return fmt::format("{} of {} trial moves were translations, expected {:.6g}", found, n,
                     n * translations);
}

}  // namespace

std::vector<BaselineSweep> baseline_sweeps(const ShapeSystem& system, const ShapeStart& start,
                                           std::uint64_t seed) {
  const shapes::ShapeScheme& scheme = baseline_scheme();
  RunParameters p = system.parameters();
  p.seed = seed + 2000;
  p.sweeps_per_step = 1;
  const auto chain = scheme.start(start.configuration, p);
  const std::size_t bodies = start.configuration.size();
  std::vector<BaselineSweep> all(std::max(kFewestSweeps, kTrials / bodies));
  for (BaselineSweep& one : all) {
    check_interrupt();
    one.start = chain->configuration();
    ++p.seed;
    const auto run = scheme.start(one.start, p);
    run->advance(1);
    const Configuration end = run->configuration();
    one.steps = steps_between(one.start, end);
    for (std::size_t i = 0; i < bodies; ++i)
      one.turned.push_back(is_turned(one.start.orientations[i], end.orientations[i]));
    one.seed = p.seed + all.size();
    chain->advance(2);
  }
  return all;
}

std::string fault_of_step(const Configuration& before, const Configuration& after,
                          const MoveStats& made, const RunParameters& p) {
  if (after.size() != before.size())
    return fmt::format("{} bodies are left of {}", after.size(), before.size());
  const DomainGrid grid(before.box, p.domains, largest_diameter(before));
  const std::vector<Vec3> steps = steps_between(before, after);
  std::vector<bool> active;
  Vec3 shift = {};  // of all bodies, at the end of a step with domains: frozen bodies tell it
  for (std::size_t i = 0; i < before.size(); ++i) {
    active.push_back(grid.active(before.centres[i], grid.domain(before.centres[i])));
    if (!active.back()) shift = steps[i];
  }
  std::uint64_t tried = 0, moved = 0, turned = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const bool here = norm(before.box.wrap(steps[i] - shift)) > 1e-9 * p.max_displacement;
    const bool turn = is_turned(before.orientations[i], after.orientations[i]);
    if (!active[i] && (here || turn)) return fmt::format("frozen body {} has moved", i);
    tried += active[i] ? 1 : 0;
    moved += here ? 1 : 0;
    turned += turn ? 1 : 0;
  }
  const auto sweeps = static_cast<std::uint64_t>(p.sweeps_per_step);
  if (made.of_bodies().trials != sweeps * tried)
    return fmt::format("{} trial moves, expected {} sweeps of {} bodies", made.of_bodies().trials,
                       sweeps, tried);
  // In `sweeps` sweeps a body has at most as many accepted moves. Without frozen bodies the shift
  // of domains is not known.
  const auto fits = [&](std::uint64_t bodies, std::uint64_t accepted) {
    return bodies <= accepted && accepted <= sweeps * bodies;
  };
  const bool known_shift = !grid.any_cut() || tried < before.size();
  if ((known_shift && !fits(moved, made.translations.accepted)) ||
      !fits(turned, made.rotations.accepted))
    return fmt::format("{} bodies have moved and {} are turned after {} and {} accepted moves",
                       moved, turned, made.translations.accepted, made.rotations.accepted);
  return "";
}

std::string fault_of_sweeps(const ShapeEntry& entry, const std::vector<BaselineSweep>& baseline) {
  RunParameters p = entry.parameters(0);
  p.sweeps_per_step = 1;
  Differences all;
  MoveStats sum;
  for (const BaselineSweep& sweep : baseline) {
    check_interrupt();
    p.seed = sweep.seed;
    const auto run = entry.scheme->start(sweep.start, p);
    run->advance(1);
    const MoveStats made = run->stats();
    sum += made;
    const std::string fault = fault_of_step(sweep.start, run->configuration(), made, p);
    if (!fault.empty()) return fault;
    const MoveStats expected = accepted_with_domains(sweep, p);
    const auto more = [](const SweepStats& a, const SweepStats& b) {
      return static_cast<double>(a.accepted) - static_cast<double>(b.accepted);
    };
    all.translations.push_back(more(made.translations, expected.translations));
    all.rotations.push_back(more(made.rotations, expected.rotations));
  }
  const bool round = move_law(baseline.front().start, p).threshold == 1ull << 32;
  if (const std::string fault = verdict_on_kinds(sum, round ? 1 : p.translations); !fault.empty())
    return fault;
  if (entry.scheme->confined) return "";  // moves to other cells are rejected: another acceptance
  if (const std::string fault = verdict_on("translations:", all.translations); !fault.empty())
    return fault;
  return verdict_on("rotations:", all.rotations);
}

}  // namespace touchstone::benchmarks::hpmc
