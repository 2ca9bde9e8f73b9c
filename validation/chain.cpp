#include "validation/chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/disks/start.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation {
namespace {

using Clock = std::chrono::steady_clock;

void require_multiples(const ChainPlan& plan) {
  const std::uint64_t step = plan.sample_every;
  if (step == 0 || plan.sweeps == 0 || plan.sweeps % step != 0 || plan.equilibration % step != 0 ||
      plan.segment % step != 0)
    throw input_error("chain", "lengths", "positive multiples of the sampling interval",
                      fmt::format("{} + {} sweeps in segments of {}, a sample every {}",
                                  plan.equilibration, plan.sweeps, plan.segment, step));
}

void require_still_legal(const ChainPlan& plan, const disks::DiskScheme& scheme,
                         const disks::Configuration& c) {
  if (c.size() != plan.disks)
    throw IllegalState(fmt::format("{} of {} disks are left", c.size(), plan.disks));
  if (!disks::is_legal(c, scheme.tolerance))
    throw IllegalState(fmt::format("disks overlap or left the box: smallest distance {:.9g}",
                                   disks::smallest_distance(c)));
}

std::uint64_t chain_seed(const ChainPlan& plan, std::size_t index) {
  return derive_seed(plan.seed, plan.stream + "|" + plan.scheme, index);
}

void finish(const ChainPlan& plan, ChainState& state) {
  state.finished = true;
  if (plan.keep == 0) return;
  for (auto& [name, values] : state.series)
    if (values.size() > plan.keep) values = bin_means(values, plan.keep);
}

}  // namespace

std::string chain_key(const ChainPlan& plan, std::size_t index) {
  nlohmann::json names = nlohmann::json::array();
  for (const Observable& observable : plan.observables) names.push_back(observable.name);
  return nlohmann::json{{"scheme", plan.scheme},
                        {"disks", plan.disks},
                        {"aspect", plan.aspect},
                        {"packing_fraction", plan.packing_fraction},
                        {"start", static_cast<int>(plan.start)},
                        {"max_displacement", plan.run.max_displacement},
                        {"trials_per_cell", plan.run.trials_per_cell},
                        {"grid", {plan.run.columns, plan.run.rows}},
                        {"equilibration", plan.equilibration},
                        {"sweeps", plan.sweeps},
                        {"sample_every", plan.sample_every},
                        {"segment", plan.segment},
                        {"seed", plan.seed},
                        {"stream", plan.stream},
                        {"chain", index},
                        {"keep", plan.keep},
                        {"observables", names}}
      .dump();
}

ChainState start_chain(const ChainPlan& plan, std::size_t index) {
  require_multiples(plan);
  const disks::Aspect aspect = disks::parse_aspect(plan.aspect);
  const std::uint64_t seed = derive_seed(chain_seed(plan, index), "start", 0);
  ChainState state;
  switch (plan.start) {
    case StartKind::lattice:
      state.configuration = disks::hexagonal_start(plan.disks, plan.packing_fraction, aspect);
      break;
    case StartKind::random:
      state.configuration = disks::random_start(plan.disks, plan.packing_fraction, aspect, seed);
      break;
    case StartKind::compressed:
      state.configuration =
          disks::compressed_start(plan.disks, plan.packing_fraction, aspect, seed);
      break;
  }
  for (const Observable& observable : plan.observables) state.series[observable.name];
  return state;
}

void advance_segment(const ChainPlan& plan, std::size_t index, ChainState& state,
                     const std::function<void(std::uint64_t)>& report) {
  const disks::DiskScheme& scheme = disks::scheme(plan.scheme);
  const std::uint64_t total = plan.equilibration + plan.sweeps;
  const std::uint64_t length = plan.segment == 0 ? total : plan.segment;
  const std::uint64_t end = std::min(total, state.sweep + length);
  disks::RunParameters run = plan.run;
  run.seed = derive_seed(chain_seed(plan, index), "segment", state.sweep / length);
  const auto simulation = scheme.start(state.configuration, run);

  ChainState next = state;  // an interrupt leaves `state` as it was
  while (next.sweep < end) {
    check_interrupt();
    const auto before = Clock::now();
    simulation->advance(plan.sample_every);
    next.seconds += std::chrono::duration<double>(Clock::now() - before).count();
    next.sweep += plan.sample_every;
    if (next.sweep > plan.equilibration) {
      const disks::Configuration c = simulation->configuration();
      for (const Observable& observable : plan.observables)
        next.series[observable.name].push_back(observable.value(c));
    }
    if (report) report(plan.sample_every);
  }
  next.stats += simulation->stats();
  next.configuration = simulation->configuration();
  require_still_legal(plan, scheme, next.configuration);
  if (end == total) finish(plan, next);
  state = std::move(next);
}

std::vector<double> bin_means(const std::vector<double>& series, std::size_t bins) {
  const std::size_t length = series.size() / bins;
  std::vector<double> means(bins);
  auto value = series.end() - static_cast<std::ptrdiff_t>(bins * length);
  for (double& mean : means) {
    for (std::size_t k = 0; k < length; ++k) mean += *value++;
    mean /= static_cast<double>(length);
  }
  return means;
}

}  // namespace touchstone::validation
