#include "benchmarks/ecmc/timed_chains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/records.hpp"
#include "benchmarks/sample.hpp"
#include "benchmarks/stopwatch.hpp"
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

ResultRecord blank(const Request& request, const SchemeInfo& scheme, std::size_t disks, int threads,
                   const std::string& metric) {
  ResultRecord record = blank_record(request, kFamily, scheme, threads, metric);
  record.params = {{"disks", disks}, {"packing_fraction", kPackingFraction}};
  record.replay = fmt::format(
      "./touchstone bench --family ecmc --class {} --filter {} --disks {} --threads {} --seed {}",
      record.problem_class, scheme.name, disks, threads, request.seed);
  return record;
}

TimedChains::TimedChains(const Request& request, const ChainEntry& entry, ChainStart& start,
                         const ChainProtocol& protocol, const ChainRooflineCosts& costs)
    : request_(request),
      entry_(entry),
      protocol_(protocol),
      costs_(costs),
      start_(start.configuration()),
      expected_(start.expected(entry.active)) {
  disks::ChainParameters parameters;
  parameters.threads = entry.threads;
  parameters.seed = request.seed;
  parameters.on_violation = disks::OnViolation::remember;
  parameters.record = false;
  chains_ = entry.scheme->start(start.leg(entry.active), start.minimal(), parameters);
  wrong_ = fault_of_first_pieces();
  // The first pieces find cold caches: enough of them that this hardly matters.
  double seconds = 0;
  std::uint64_t tried = 1;
  for (; seconds < protocol.seconds / 8; tried *= 2) seconds = advance_timed(tried);
  const double each = seconds / (static_cast<double>(tried) / 2);
  pieces_ = static_cast<std::uint64_t>(std::ceil(1.1 * protocol.seconds / each));
}

double TimedChains::advance_timed(std::uint64_t pieces) {
  const Stopwatch watch;
  for (std::uint64_t k = 0; k < pieces; ++k) chains_->advance(kPiece);
  pieces_done_ += pieces;
  return watch.seconds();
}

Run TimedChains::run() {
  advance_timed(pieces_ / 16 + 1);
  const std::uint64_t before = chains_->liftings();
  Run run;
  run.seconds = advance_timed(pieces_);
  run.count = chains_->liftings() - before;
  done_.push_back(run);
  return run;
}

double TimedChains::liftings_per_side() const {
  const double path = static_cast<double>(pieces_done_ * entry_.active) * 0.25;
  return static_cast<double>(chains_->liftings()) / path;
}

std::string TimedChains::fault_of_first_pieces() {
  std::uint64_t sum = 0;
  std::vector<double> differences;  // of liftings for each side of path, piece by piece
  for (const std::uint64_t expected : expected_.liftings) {
    check_interrupt();
    const disks::LegEnd before = chains_->end();
    const std::uint64_t counted = chains_->liftings();
    advance_timed(1);
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

std::string TimedChains::verify_state() const {
  const disks::LegEnd end = chains_->end();
  if (end.x.size() != entry_.disks)
    return fmt::format("{} of {} disks left", end.x.size(), entry_.disks);
  auto active = end.active;
  active.erase(std::unique(active.begin(), active.end()), active.end());
  if (active.size() != entry_.active)
    return fmt::format("{} of {} disks are active", active.size(), entry_.active);
  try {
    disks::require_apart({start_.box, end.x, start_.y});
  } catch (const InputError& error) {
    return fmt::format("illegal state after timing: {}", error.what());
  }
  return "";
}

std::string TimedChains::verify() const {
  if (!wrong_.empty()) return wrong_;
  return verify_state();
}

std::vector<ResultRecord> TimedChains::records() {
  const disks::ChainScheme& scheme = *entry_.scheme;
  ResultRecord record = blank(request_, scheme.info, entry_.disks, entry_.threads, kLiftingRate);
  std::vector<double> rates;
  std::uint64_t liftings = 0;
  for (const Run& run : done_) {
    rates.push_back(static_cast<double>(run.count) / run.seconds);
    liftings += run.count;
  }
  const ChainWork work{scheme.local_times, scheme.info.parallel, entry_.active, entry_.threads};
  record.params.update(
      {{"active", entry_.active},
       {"start", fmt::format("shifted lattice melted for {} sweeps", melting_sweeps())},
       {"graph", "minimal"},
       {"piece", "1/4 side"},
       {"pieces", pieces_},
       {"liftings", liftings},
       {"liftings_per_side", liftings_per_side()},
       {"violated", violated()},
       {"floor_seconds_per_lifting", chain_roofline(costs_, work)}});
  judge_runs(record, done_, rates, verify());
  return {record};
}

}  // namespace touchstone::benchmarks::ecmc
