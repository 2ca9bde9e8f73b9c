#include "validation/disk_chains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/disks/start.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation {
namespace {

using Clock = std::chrono::steady_clock;

void require_multiples(const DiskChains& plan) {
  const std::uint64_t step = plan.sample_every;
  if (step == 0 || plan.sweeps == 0 || plan.sweeps % step != 0 || plan.equilibration % step != 0 ||
      plan.segment % step != 0)
    throw input_error("chain", "lengths", "positive multiples of the sampling interval",
                      fmt::format("{} + {} sweeps in segments of {}, a sample every {}",
                                  plan.equilibration, plan.sweeps, plan.segment, step));
}

/// The box, then the disks.
std::vector<double> numbers_of(const disks::Configuration& c) {
  std::vector<double> numbers{c.box.width, c.box.height};
  for (const disks::Vec<double> p : c.centres) numbers.insert(numbers.end(), {p.x, p.y});
  return numbers;
}

disks::Configuration start_of(const DiskChains& plan, std::uint64_t seed) {
  const disks::Aspect aspect = disks::parse_aspect(plan.aspect);
  switch (plan.start) {
    case StartKind::random:
      return disks::random_start(plan.disks, plan.packing_fraction, aspect, seed);
    case StartKind::compressed:
      return disks::compressed_start(plan.disks, plan.packing_fraction, aspect, seed);
    default:
      return disks::hexagonal_start(plan.disks, plan.packing_fraction, aspect);
  }
}

void require_still_legal(const DiskChains& plan, const disks::DiskScheme& scheme,
                         const disks::Configuration& c) {
  if (c.size() != plan.disks)
    throw IllegalState(fmt::format("{} of {} disks are left", c.size(), plan.disks));
  if (!disks::is_legal(c, scheme.tolerance))
    throw IllegalState(fmt::format("disks overlap or left the box: smallest distance {:.9g}",
                                   disks::smallest_distance(c)));
}

std::uint64_t chain_seed(const DiskChains& plan, std::size_t index) {
  return derive_seed(plan.seed, plan.stream + "|" + plan.scheme, index);
}

void finish(const DiskChains& plan, ChainState& state) {
  state.finished = true;
  if (plan.keep == 0) return;
  for (auto& [name, values] : state.series)
    if (values.size() > plan.keep) values = bin_means(values, plan.keep);
}

}  // namespace

disks::Configuration disks_of(const ChainState& state) {
  const std::vector<double>& numbers = state.configuration;
  disks::Configuration c;
  c.box = {numbers.at(0), numbers.at(1)};
  for (std::size_t k = 2; k + 1 < numbers.size(); k += 2)
    c.centres.push_back({numbers[k], numbers[k + 1]});
  return c;
}

std::string DiskChains::key(std::size_t index) const {
  nlohmann::json names = nlohmann::json::array();
  for (const Observable& observable : observables) names.push_back(observable.name);
  return nlohmann::json{{"scheme", scheme},
                        {"disks", disks},
                        {"aspect", aspect},
                        {"packing_fraction", packing_fraction},
                        {"start", static_cast<int>(start)},
                        {"max_displacement", run.max_displacement},
                        {"trials_per_cell", run.trials_per_cell},
                        {"grid", {run.columns, run.rows}},
                        {"equilibration", equilibration},
                        {"sweeps", sweeps},
                        {"sample_every", sample_every},
                        {"segment", segment},
                        {"seed", seed},
                        {"stream", stream},
                        {"chain", index},
                        {"keep", keep},
                        {"observables", names}}
      .dump();
}

ChainState DiskChains::begin(std::size_t index) const {
  require_multiples(*this);
  ChainState state;
  state.configuration =
      numbers_of(start_of(*this, derive_seed(chain_seed(*this, index), "start", 0)));
  for (const Observable& observable : observables) state.series[observable.name];
  return state;
}

void DiskChains::advance(std::size_t index, ChainState& state,
                         const std::function<void(std::uint64_t)>& report) const {
  const disks::DiskScheme& moves = disks::scheme(scheme);
  const std::uint64_t of_segment = segment == 0 ? length() : segment;
  const std::uint64_t end = std::min(length(), state.step + of_segment);
  disks::RunParameters parameters = run;
  parameters.seed = derive_seed(chain_seed(*this, index), "segment", state.step / of_segment);
  const auto simulation = moves.start(disks_of(state), parameters);

  ChainState next = state;  // an interrupt leaves `state` as it was
  while (next.step < end) {
    check_interrupt();
    const auto before = Clock::now();
    simulation->advance(sample_every);
    next.seconds += std::chrono::duration<double>(Clock::now() - before).count();
    next.step += sample_every;
    if (next.step > equilibration) {
      const disks::Configuration c = simulation->configuration();
      for (const Observable& observable : observables)
        next.series[observable.name].push_back(observable.value(c));
    }
    report(sample_every);
  }
  next.stats += simulation->stats();
  const disks::Configuration last = simulation->configuration();
  require_still_legal(*this, moves, last);
  next.configuration = numbers_of(last);
  if (end == length()) finish(*this, next);
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
