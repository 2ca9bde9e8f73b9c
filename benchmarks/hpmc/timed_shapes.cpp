#include "benchmarks/hpmc/timed_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "models/core/errors.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

using shapes::Configuration;

double seconds_of(shapes::Simulation& run, std::uint64_t steps) {
  const auto start = std::chrono::steady_clock::now();
  run.advance(steps);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool same_bodies(const Configuration& a, const Configuration& b) {
  return a.centres == b.centres && a.orientations == b.orientations;
}

/// Borders of domains reject some moves; few trial moves say little.
bool alike(const SweepStats& found, const SweepStats& expected) {
  if (expected.trials == 0) return found.trials == 0;
  if (found.trials == 0) return false;
  const double a = acceptance(found);
  const double b = acceptance(expected);
  const double trials = static_cast<double>(std::min(found.trials, expected.trials));
  return std::abs(a - b) < 0.15 * b + 4 / std::sqrt(trials);
}

}  // namespace

double acceptance(const SweepStats& stats) {
  if (stats.trials == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(stats.accepted) / static_cast<double>(stats.trials);
}

const Configuration& CommonShapes::after_one_step(const ShapeEntry& entry) {
  const std::pair key{entry.scheme->equals, entry.domains};
  const auto known = after_.find(key);
  if (known != after_.end()) return known->second;
  const auto run = shapes::shape_scheme(entry.scheme->equals)
                       .start(start_.configuration, entry.parameters(seed_));
  run->advance(1);
  return after_[key] = run->configuration();
}

TimedShapes::TimedShapes(const ShapeEntry& entry, CommonShapes& common,
                         const ShapeProtocol& protocol)
    : entry_(entry),
      start_(&common.start()),
      simulation_(entry.scheme->start(start_->configuration, entry.parameters(common.seed()))) {
  simulation_->advance(1);
  if (!entry.scheme->equals.empty() && entry.system->reference &&
      entry.bodies() <= kReferenceBodies &&
      !same_bodies(simulation_->configuration(), common.after_one_step(entry)))
    wrong_ = "the first step is not the reference's";
  const double once = seconds_of(*simulation_, 1);  // with warm caches
  made_ = 2;
  before_ = simulation_->work();
  if (once < protocol.patience) {
    planned_ = protocol.runs;
    steps_ = std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(std::ceil(protocol.seconds / std::max(once, 1e-9))));
  }
}

Run TimedShapes::run() {
  const std::uint64_t before = moves().of_bodies().trials;
  Run run;
  run.seconds = seconds_of(*simulation_, steps_);
  run.count = moves().of_bodies().trials - before;
  made_ += steps_;
  runs_.push_back(run);
  return run;
}

std::vector<shapes::RankWork> TimedShapes::timed_work() const {
  std::vector<shapes::RankWork> all = simulation_->work();
  for (std::size_t q = 0; q < all.size(); ++q) all[q] -= before_[q];
  return all;
}

std::string TimedShapes::verify_moves() const {
  const shapes::MoveStats found = moves();
  const auto sweeps = static_cast<double>(made_) * entry_.parameters(1).sweeps_per_step;
  const double most = sweeps * static_cast<double>(entry_.bodies());
  const double share = static_cast<double>(found.of_bodies().trials) / most;
  const double expected = entry_.active_share();
  // Without domains each body is tried in each sweep; with them bodies come and go.
  if (std::abs(share - expected) > (expected < 1 ? 0.1 : 1e-12))
    return fmt::format("{:.3f} trial moves for each body and sweep, expected {:.3f}", share,
                       expected);
  if (!alike(found.translations, start_->moves.translations) ||
      !alike(found.rotations, start_->moves.rotations))
    return fmt::format(
        "{:.3f} of translations and {:.3f} of rotations were accepted, before {:.3f} "
        "and {:.3f}",
        acceptance(found.translations), acceptance(found.rotations),
        acceptance(start_->moves.translations), acceptance(start_->moves.rotations));
  return "";
}

std::string TimedShapes::verify() const {
  if (!wrong_.empty()) return wrong_;
  if (const std::string moves = verify_moves(); !moves.empty()) return moves;
  const Configuration now = simulation_->configuration();
  if (now.size() != entry_.bodies())
    return fmt::format("{} bodies are left of {}", now.size(), entry_.bodies());
  const auto stayed = static_cast<std::size_t>(std::count_if(
      now.centres.begin(), now.centres.end(), [&, i = std::size_t{0}](shapes::Vec3 r) mutable {
        return r == start_->configuration.centres[i++];
      }));
  if (2 * stayed > now.size()) return fmt::format("{} bodies have not moved", stayed);
  try {
    shapes::shape_scheme("hpmc/serial-tree").start(now, entry_.system->parameters());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace touchstone::benchmarks::hpmc
