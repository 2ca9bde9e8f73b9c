#include "benchmarks/hpmc/timed_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/stopwatch.hpp"
#include "models/core/errors.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

using shapes::Configuration;

double seconds_of(shapes::Simulation& run, std::uint64_t steps) {
  const Stopwatch watch;
  run.advance(steps);
  return watch.seconds();
}

bool same_bodies(const Configuration& a, const Configuration& b) {
  return a.centres == b.centres && a.orientations == b.orientations;
}

}  // namespace

const Configuration& CommonShapes::after_one_step(const ShapeEntry& entry) {
  const std::pair key{entry.scheme->equals, entry.domains};
  const auto known = after_.find(key);
  if (known != after_.end()) return known->second;
  const auto run = shapes::shape_scheme(entry.scheme->equals)
                       .start(start_.configuration, entry.parameters(seed_));
  run->advance(1);
  return after_[key] = run->configuration();
}

const std::vector<BaselineSweep>& CommonShapes::sweeps() {
  if (sweeps_.empty()) sweeps_ = baseline_sweeps(system_, start_, seed_);
  return sweeps_;
}

CommonShapes& LatestShapes::shapes(const ShapeSystem& system, int copies, std::uint64_t seed) {
  if (kept_ == nullptr || system_ != &system || copies_ != copies) {
    kept_ = std::make_unique<CommonShapes>(system, copies, seed);
    system_ = &system;
    copies_ = copies;
  }
  return *kept_;
}

TimedShapes::TimedShapes(const ShapeEntry& entry, CommonShapes& common, const Request& request,
                         const ShapeProtocol& protocol)
    : entry_(entry),
      request_(request),
      start_(&common.start()),
      parameters_(entry.parameters(common.seed())),
      simulation_(entry.scheme->start(start_->configuration, parameters_)) {
  wrong_ = fault_of_next_step(start_->configuration);
  if (wrong_.empty() && !entry.scheme->equals.empty() && entry.system->reference &&
      entry.bodies() <= kAllPairsBodies &&
      !same_bodies(simulation_->configuration(), common.after_one_step(entry)))
    wrong_ = "the first step is not that of " + entry.scheme->equals;
  if (wrong_.empty()) wrong_ = fault_of_sweeps(entry, common.sweeps());
  const double once = seconds_of(*simulation_, 1);  // with warm caches
  ++made_;
  before_ = simulation_->work();
  if (once < protocol.patience) {
    planned_ = protocol.runs;
    steps_ = std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(std::ceil(protocol.seconds / std::max(once, 1e-9))));
  }
}

std::string TimedShapes::fault_of_next_step(const Configuration& before) {
  const shapes::MoveStats counted = simulation_->stats();
  simulation_->advance(1);
  ++made_;
  return fault_of_step(before, simulation_->configuration(),
                       difference(simulation_->stats(), counted), parameters_);
}

Run TimedShapes::run() {
  const std::uint64_t before = moves().of_bodies().trials;
  Run run;
  run.seconds = seconds_of(*simulation_, steps_);
  run.count = moves().of_bodies().trials - before;
  made_ += steps_;
  done_.push_back(run);
  return run;
}

std::string TimedShapes::fault_of_counts() const {
  const std::uint64_t most =
      made_ * static_cast<std::uint64_t>(parameters_.sweeps_per_step) * entry_.bodies();
  const std::uint64_t trials = moves().of_bodies().trials;
  const bool whole = parameters_.domains == std::array<int, 3>{1, 1, 1};
  if (whole ? trials == most : trials <= most) return "";
  return fmt::format("{} trial moves in {} steps, expected {}{}", trials, made_,
                     whole ? "" : "at most ", most);
}

std::string TimedShapes::verify() {
  if (!wrong_.empty()) return wrong_;
  const Configuration last = simulation_->configuration();
  if (last.size() != entry_.bodies())
    return fmt::format("{} bodies are left of {}", last.size(), entry_.bodies());
  try {
    baseline_scheme().start(last, entry_.system->parameters());
  } catch (const InputError& error) {
    return error.what();
  }
  if (std::string wrong = fault_of_counts(); !wrong.empty()) return wrong;
  return fault_of_next_step(last);
}

}  // namespace touchstone::benchmarks::hpmc
