#include "benchmarks/ecmc/timed_chains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "models/core/errors.hpp"

namespace touchstone::benchmarks::ecmc {
namespace {

using Clock = std::chrono::steady_clock;

/// Error of the first piece. If `violated`, both ends are right though they differ: no error.
std::string difference(const disks::LegEnd& end, std::uint64_t liftings, const Expected& expected,
                       bool violated) {
  if (violated) return "";
  if (liftings != expected.liftings)
    return fmt::format("first piece: {} liftings, expected {}", liftings, expected.liftings);
  if (end.x != expected.end.x || end.active != expected.end.active)
    return "first piece: another state than in the order of time";
  return "";
}

}  // namespace

TimedChains::TimedChains(const ChainEntry& entry, ChainStart& start, const ChainProtocol& protocol,
                         std::uint64_t seed)
    : entry_(entry), start_(&start.configuration()), expected_(&start.expected(entry.active)) {
  disks::ChainParameters parameters;
  parameters.threads = entry.threads;
  parameters.seed = seed;
  parameters.on_violation = disks::OnViolation::remember;
  parameters.record = false;
  chains_ = entry.scheme->start(start.leg(entry.active), start.minimal(), parameters);
  advance_timed(1);
  wrong_ = difference(chains_->end(), chains_->liftings(), *expected_, violated());
  // The first pieces find cold caches: enough of them that this hardly matters.
  double seconds = 0;
  std::uint64_t tried = 1;
  for (; seconds < protocol.seconds / 8; tried *= 2) seconds = advance_timed(tried);
  const double each = seconds / (static_cast<double>(tried) / 2);
  pieces_ = static_cast<std::uint64_t>(std::ceil(1.1 * protocol.seconds / each));
}

double TimedChains::advance_timed(std::uint64_t pieces) {
  const auto before = Clock::now();
  for (std::uint64_t k = 0; k < pieces; ++k) chains_->advance(kPiece);
  pieces_done_ += pieces;
  return std::chrono::duration<double>(Clock::now() - before).count();
}

Run TimedChains::run() {
  advance_timed(pieces_ / 16 + 1);
  const std::uint64_t before = chains_->liftings();
  Run run;
  run.seconds = advance_timed(pieces_);
  run.count = chains_->liftings() - before;
  runs_.push_back(run);
  return run;
}

double TimedChains::liftings_per_side() const {
  const double path = static_cast<double>(pieces_done_ * entry_.active) * 0.25;
  return static_cast<double>(chains_->liftings()) / path;
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
    disks::require_apart({start_->box, end.x, start_->y});
  } catch (const InputError& error) {
    return fmt::format("illegal state after timing: {}", error.what());
  }
  return "";
}

std::string TimedChains::verify() const {
  if (!wrong_.empty()) return wrong_;
  const double ratio = liftings_per_side() / expected_->per_side;
  const double lost = entry_.threads > 1 ? kMostLostOnThreads : kMostLost;
  if (!(ratio >= 1 - lost && ratio <= 1 + kMostTooMany))
    return fmt::format("{:.6g} liftings for each side of path, expected {:.6g}",
                       liftings_per_side(), expected_->per_side);
  return verify_state();
}

}  // namespace touchstone::benchmarks::ecmc
