#include "benchmarks/hpmc/timed_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/hpmc/move_roofline.hpp"
#include "benchmarks/spread.hpp"
#include "models/core/errors.hpp"
#include "suite/cores.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

using shapes::Configuration;

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
  if (sweeps_.empty()) sweeps_ = baseline_sweeps(system_, relaxed_, seed_);
  return sweeps_;
}

std::optional<double> CommonShapes::least_seconds() {
  if (!least_seconds_ && !shapes::move_counters().empty()) {
    const CountEntry entry{&shapes::move_counters().front(), &system_};
    const auto [counts, moves] = entry.counts(relaxed_.configuration, seed_);
    least_seconds_ = move_roofline(relaxed_.configuration, counts, moves).seconds();
  }
  return least_seconds_;
}

CommonShapes& LatestShapes::shapes(const ShapeSystem& system, int copies, std::uint64_t seed) {
  if (kept_ == nullptr || system_ != &system || copies_ != copies) {
    kept_ = std::make_unique<CommonShapes>(system, copies, seed);
    system_ = &system;
    copies_ = copies;
  }
  return *kept_;
}

TimedShapes::TimedShapes(const Request& request, const ShapeEntry& entry, CommonShapes& common)
    : TimedSteps(request, entry.subject(), shape_protocol(request)),
      entry_(entry),
      common_(common),
      parameters_(entry.parameters(common.seed())),
      simulation_(entry.scheme->start(common.start().configuration, parameters_)) {}

std::string TimedShapes::fault_of_first_steps() {
  if (std::string wrong = fault_of_next_step(common_.start().configuration); !wrong.empty())
    return wrong;
  if (!entry_.scheme->equals.empty() && entry_.system->reference &&
      entry_.bodies() <= kAllPairsBodies &&
      !same_bodies(simulation_->configuration(), common_.after_one_step(entry_)))
    return "the first step is not that of " + entry_.scheme->equals;
  return fault_of_sweeps(entry_, common_.sweeps());
}

std::string TimedShapes::fault_of_next_step(const Configuration& before) {
  const shapes::MoveStats counted = simulation_->stats();
  make(1);
  return fault_of_step(before, simulation_->configuration(),
                       difference(simulation_->stats(), counted), parameters_);
}

std::string TimedShapes::fault_of_counts() const {
  const std::uint64_t most =
      made_ * static_cast<std::uint64_t>(parameters_.sweeps_per_step) * entry_.bodies();
  const std::uint64_t trials = work();
  const bool whole = parameters_.domains == std::array<int, 3>{1, 1, 1};
  if (whole ? trials == most : trials <= most) return "";
  return fmt::format("{} trial moves in {} steps, expected {}{}", trials, made_,
                     whole ? "" : "at most ", most);
}

std::string TimedShapes::fault() {
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

nlohmann::json TimedShapes::rank_params() const {
  std::vector<shapes::RankWork> ranks = simulation_->work();
  for (std::size_t q = 0; q < ranks.size(); ++q) ranks[q] -= before_[q];
  using Work = shapes::RankWork;
  const auto per_step = [&](auto part) {
    return spread_of(ranks, [&](const Work& own) {
      return static_cast<double>(part(own)) / static_cast<double>(own.steps);
    });
  };
  const Spread sweep = per_step([](const Work& w) { return w.sweep_seconds; });
  const Spread exchange = per_step([](const Work& w) { return w.exchange_seconds; });
  const auto bytes = [](const Work& w) { return w.migrant_bytes + w.ghost_bytes; };
  return {{"clock", "wall; of ranks their processor time"},
          {"oversubscribed", entry_.oversubscribed()},
          {"side", entry_.system->side(entry_.copies)},
          {"diameter", entry_.system->diameter},
          {"dimensions", entry_.system->dimensions},
          {"rank_step",
           {{"most_sweep_seconds", sweep.most},
            {"most_exchange_seconds", exchange.most},
            {"sweep_seconds", sweep.mean},
            {"exchange_seconds", exchange.mean},
            {"trials", per_step([](const Work& w) { return w.trials; }).mean},
            {"bodies", per_step([](const Work& w) { return w.bodies; }).mean},
            {"ghosts", per_step([](const Work& w) { return w.ghosts; }).mean},
            {"most_bytes", per_step(bytes).most},
            {"most_messages", per_step([](const Work& w) { return w.messages; }).most}}}};
}

std::optional<double> TimedShapes::fraction_of_bound(double rate) const {
  if (entry_.scheme->info.on_device) return std::nullopt;  // the bound of a core
  const std::optional<double> least = common_.least_seconds();
  const int cores = entry_.oversubscribed() ? available_cores() : subject_.ranks * entry_.threads;
  return least ? std::optional(rate * *least / cores) : std::nullopt;
}

nlohmann::json TimedShapes::params() const {
  const ShapeEntry& e = entry_;
  const shapes::MoveStats moves = simulation_->stats();
  nlohmann::json params = {{"packing_fraction", e.system->packing},
                           {"max_displacement", e.system->displacement},
                           {"domains", e.domains},
                           {"active_share", e.active_share()},
                           {"sweeps_per_step", parameters_.sweeps_per_step},
                           {"steps", steps_},
                           {"bytes_per_body", static_cast<double>(simulation_->memory_bytes()) /
                                                  static_cast<double>(e.bodies())},
                           {"start_steps", common_.start().steps},
                           {"acceptance_translations", acceptance(moves.translations)}};
  if (moves.rotations.trials > 0) {
    params["max_rotation"] = e.system->rotation;
    params["acceptance_rotations"] = acceptance(moves.rotations);
  }
  if (e.scheme->ranks) params.update(rank_params());
  return params;
}

}  // namespace touchstone::benchmarks::hpmc
