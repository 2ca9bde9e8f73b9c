#include "benchmarks/ecmc/timed_chains.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/sample.hpp"
#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"

namespace touchstone::benchmarks::ecmc {
namespace {

/// Sides of path that all disks have gone together from one state to the other.
double path_between(const std::vector<disks::FixedCoordinate>& before,
                    const std::vector<disks::FixedCoordinate>& after) {
  double ticks = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    ticks += static_cast<double>(static_cast<disks::FixedCoordinate>(after[i] - before[i]));
  return ticks / static_cast<double>(disks::kTicksPerSide);
}

}  // namespace

TimedChains::TimedChains(const Request& request, const ChainEntry& entry, ChainStart& start)
    : TimedSteps(request, entry.subject(), chain_protocol(request)),
      entry_(entry),
      start_(start),
      expected_(start.expected(entry.active)) {
  disks::ChainParameters parameters;
  parameters.threads = entry.threads;
  parameters.seed = request.seed;
  parameters.on_violation = disks::OnViolation::remember;
  parameters.record = false;
  chains_ = entry.scheme->start(start.leg(entry.active), start.minimal(), parameters);
}

void TimedChains::advance(std::uint64_t pieces) {
  for (; pieces > 0; --pieces) chains_->advance(kPiece);
}

std::string TimedChains::fault_of_first_steps() {
  std::uint64_t sum = 0;
  std::vector<double> differences;  // of liftings for each side of path, piece by piece
  for (const std::uint64_t expected : expected_.liftings) {
    check_interrupt();
    const disks::LegEnd before = chains_->end();
    const std::uint64_t counted = chains_->liftings();
    make(1);
    const std::uint64_t made = chains_->liftings() - counted;
    sum += expected;
    if (!violated() && chains_->liftings() != sum)
      return fmt::format("piece {}: {} liftings, expected {}", differences.size() + 1,
                         chains_->liftings(), sum);
    const disks::LegEnd after = chains_->end();
    if (after.x.size() != entry_.disks)
      return fmt::format("{} of {} disks left", after.x.size(), entry_.disks);
    differences.push_back(static_cast<double>(made) / path_between(before.x, after.x) -
                          static_cast<double>(expected) /
                              (0.25 * static_cast<double>(entry_.active)));
  }
  const disks::LegEnd end = chains_->end();
  if (!violated() && (end.x != expected_.end.x || end.active != expected_.end.active))
    return fmt::format("after {} pieces: another state than in the order of time",
                       differences.size());
  const Estimate mean = mean_of(differences);
  if (!violated() || !differ(mean, {0, 0, 0, 1})) return "";
  return fmt::format(
      "{:.4g} liftings for each side of path more than {:.6g}, with an error of {:.2g}", mean.mean,
      expected_.per_side, mean.standard_error);
}

std::string TimedChains::fault() {
  const disks::LegEnd end = chains_->end();
  if (end.x.size() != entry_.disks)
    return fmt::format("{} of {} disks left", end.x.size(), entry_.disks);
  auto active = end.active;
  active.erase(std::unique(active.begin(), active.end()), active.end());
  if (active.size() != entry_.active)
    return fmt::format("{} of {} disks are active", active.size(), entry_.active);
  try {
    disks::require_apart({start_.configuration().box, end.x, start_.configuration().y});
  } catch (const InputError& error) {
    return fmt::format("illegal state after timing: {}", error.what());
  }
  return "";
}

double TimedChains::least_seconds() const {
  const disks::ChainScheme& scheme = *entry_.scheme;
  return chain_roofline(chain_costs(),
                        {scheme.local_times, scheme.info.parallel, entry_.active, entry_.threads});
}

nlohmann::json TimedChains::params() const {
  std::uint64_t liftings = 0;
  for (const Run& run : done_) liftings += run.count;
  const double path = static_cast<double>(made_ * entry_.active) * 0.25;  // sides
  return {{"active", entry_.active},
          {"start", fmt::format("shifted lattice melted for {} sweeps", start_.steps)},
          {"graph", "minimal"},
          {"piece", "1/4 side"},
          {"pieces", steps_},
          {"liftings", liftings},
          {"liftings_per_side", static_cast<double>(chains_->liftings()) / path},
          {"violated", violated()},
          {"floor_seconds_per_lifting", least_seconds()}};
}

}  // namespace touchstone::benchmarks::ecmc
