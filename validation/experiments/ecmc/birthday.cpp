#include "validation/experiments/ecmc/birthday.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>

#include "models/core/errors.hpp"
#include "models/core/for_each_index.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::validation::ecmc {
namespace {

constexpr std::uint64_t kBatch = 50;

/// k of N, each set as likely as any other (the beginning of a Fisher-Yates shuffle).
std::vector<disks::DiskIndex> draw_active(std::size_t disks, std::size_t k, PhiloxStream& random) {
  std::vector<disks::DiskIndex> all(disks);
  std::iota(all.begin(), all.end(), disks::DiskIndex{0});
  for (std::size_t m = 0; m < k; ++m)
    std::swap(all[m], all[m + random.below(static_cast<std::uint32_t>(disks - m))]);
  all.resize(k);
  return all;
}

/// A run from new active disks; from others when two first events coincide.
std::unique_ptr<disks::ChainRun> begin_run(const disks::ChainScheme& scheme, disks::Leg leg,
                                           const disks::ConstraintGraph& graph,
                                           disks::ChainParameters parameters,
                                           PhiloxStream& random) {
  for (int draw = 0;; ++draw) {
    leg.active = draw_active(leg.start.size(), leg.active.size(), random);
    parameters.seed = std::uint64_t{random.next()} << 32 | random.next();
    try {
      return scheme.start(leg, graph, parameters);
    } catch (const InputError&) {
      if (draw == 10) throw;
    }
  }
}

/// `legs` legs, each from the start with active disks and a schedule of its own: independent of
/// each other, so that their number of violations is binomial for this start.
std::uint64_t violated_legs(const disks::ChainScheme& scheme, const disks::Leg& leg,
                            const disks::ConstraintGraph& graph,
                            const disks::ChainParameters& parameters, std::uint64_t legs,
                            PhiloxStream random) {
  std::uint64_t violated = 0;
  for (std::uint64_t done = 0; done < legs; ++done) {
    check_interrupt();
    const auto run = begin_run(scheme, leg, graph, parameters, random);
    run->advance(leg.duration);
    if (run->violation() != disks::kNoViolation) ++violated;
  }
  return violated;
}

}  // namespace

double birthday_scale(std::size_t disks, const BirthdayPlan& plan) {
  const auto k = static_cast<double>(plan.active);
  return k * k * plan.flights / static_cast<double>(disks);
}

BirthdayCount count_violations(const disks::ChainScheme& scheme,
                               const disks::FixedConfiguration& start,
                               const disks::ConstraintGraph& graph, const BirthdayPlan& plan,
                               int workers) {
  const std::size_t disks = start.size();
  const double path = static_cast<double>(disks::mean_free_path(disks));
  const disks::Leg leg{start, disks::spread_active(disks, plan.active),
                       std::max<disks::Ticks>(1, static_cast<disks::Ticks>(plan.flights * path))};
  const disks::ChainParameters parameters{
      .threads = plan.threads, .on_violation = disks::OnViolation::abort, .record = false};
  std::atomic<std::uint64_t> violated{0};  // a sum: the order of additions does not matter
  for_each_index((plan.legs + kBatch - 1) / kBatch, workers, [&](std::size_t batch) {
    const std::uint64_t legs = std::min<std::uint64_t>(kBatch, plan.legs - batch * kBatch);
    violated += violated_legs(scheme, leg, graph, parameters, legs,
                              Philox(plan.seed).stream(Purpose::chain_starts, batch, 0));
  });
  return {birthday_scale(disks, plan), plan.legs, violated};
}

}  // namespace touchstone::validation::ecmc
