// optimized/ecmc/serial/scheduled_chains.cpp
// Purpose   Event chains with local times on one thread, without atomics, in a stated order of the
//           active disks: the order decides how often a leg meets a horizon violation.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           Algorithm 4 (random order); other orders, and windows, are legal choices of the same
//           increments.
// Computes  The same as one clock, unless there is a horizon violation (equation 2).
// Cost      O(1) per event; O(log k) for the order of local times.
// Not here  One event (scheduled_events.hpp), threads (word_chains.cpp, tag_chains.cpp), repair.
#include <algorithm>
#include <queue>
#include <tuple>

#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "optimized/ecmc/serial/scheduled_events.hpp"

namespace touchstone::optimized {
namespace {

using disks::DiskIndex;
using disks::Leg;
using disks::OnViolation;
using disks::Ticks;

enum class Order {
  chain_by_chain,  ///< one chain to the breakpoint, then the next
  random,          ///< Algorithm 4: for each event any chain
  round_robin,     ///< one event of each chain, one after another
  least_time,      ///< the next event of the chain that is furthest back
  windowed,        ///< one chain after another, one mean free path at a time
};

class ScheduledRun final : public disks::ChainRun {
 public:
  ScheduledRun(Order order, const Leg& leg, const disks::ConstraintGraph& graph,
               const disks::ChainParameters& p)
      : order_(order),
        window_(std::max<Ticks>(1, disks::mean_free_path(leg.start.size()))),
        random_(Philox(p.seed).stream(Purpose::schedule, 0, 0)),
        chains_(leg, graph, p) {}

  void advance(Ticks duration) override {
    if (chains_.stands_still()) return;
    chains_.begin_leg(now_);
    running_ = chains_.active();
    finished_.clear();
    end_ = now_ + duration;
    run();
    finished_.insert(finished_.end(), running_.begin(), running_.end());
    chains_.end_leg(finished_);
    now_ = end_;
  }
  std::uint64_t liftings() const override { return chains_.liftings(); }
  Ticks violation() const override { return chains_.violation(); }
  disks::LegEnd end() const override { return chains_.end(); }

 private:
  using Step = ScheduledEvents::Step;

  void run() {
    switch (order_) {
      case Order::chain_by_chain:
        return pass_until(end_);
      case Order::random:
        return at_random();
      case Order::round_robin:
        return in_turns();
      case Order::least_time:
        return by_time();
      case Order::windowed:
        for (Ticks end = now_; end < end_ && !chains_.stands_still();)
          pass_until(end = std::min(end_, end + window_));
    }
  }

  /// One event; a chain that has finished leaves `running_`, whose last one takes its place.
  Step step(std::size_t c) {
    const Step step = chains_.advance(running_[c], end_);
    if (step == Step::there || step == Step::stalled) finish(c);
    return step;
  }
  void finish(std::size_t c) {
    chains_.stall(running_[c]);
    finished_.push_back(running_[c]);
    running_[c] = running_.back();
    running_.pop_back();
  }

  void at_random() {
    while (!running_.empty() && !chains_.stands_still())
      step(random_.below(static_cast<std::uint32_t>(running_.size())));
  }

  void in_turns() {
    while (!running_.empty() && !chains_.stands_still())
      for (std::size_t c = 0; c < running_.size() && !chains_.stands_still(); ++c) step(c);
  }

  /// Chain by chain up to `end`, again for those that had to wait. A chain may wait for one that is
  /// at the end of its window already, which is a violation; it goes on in the next window.
  void pass_until(Ticks end) {
    for (bool progress = true; progress && !running_.empty();) {
      progress = false;
      for (std::size_t c = 0; c < running_.size();) {
        const std::size_t before = running_.size();
        progress = advance_until(c, end) || progress;
        if (chains_.stands_still()) return;
        if (running_.size() == before) ++c;
      }
    }
  }
  /// Advances chain c as far as it gets; returns whether it moved at all.
  bool advance_until(std::size_t c, Ticks end) {
    bool progress = false;
    while (chains_.time(running_[c]) < end) {
      const Ticks before = chains_.time(running_[c]);
      const Step step = chains_.advance(running_[c], end);
      progress = progress || step == Step::lifted || chains_.time(running_[c]) > before;
      if (step == Step::lifted) continue;
      if (step == Step::stalled || (step == Step::there && end == end_)) {
        finish(c);
        return true;
      }
      return progress;
    }
    return progress;
  }

  /// A chain that waits comes after the one it waits for.
  void by_time() {
    struct Place {
      Ticks time;
      std::uint64_t number;
      DiskIndex disk;
      bool operator<(const Place& other) const {  // the greatest is first in line
        return std::tie(other.time, other.number) < std::tie(time, number);
      }
    };
    std::priority_queue<Place> line;
    due_.resize(chains_.size());
    std::uint64_t number = 0;
    const auto enqueue = [&](DiskIndex i, Ticks time) {
      due_[i] = time;
      line.push({time, number++, i});
    };
    for (const DiskIndex i : running_) enqueue(i, chains_.time(i));
    running_.clear();
    while (!line.empty() && !chains_.stands_still()) {
      DiskIndex i = line.top().disk;
      line.pop();
      const Step step = chains_.advance(i, end_);
      if (step == Step::there || step == Step::stalled) {
        chains_.stall(i);
        finished_.push_back(i);
      } else if (step == Step::violated) {
        running_.push_back(i);
      } else {
        enqueue(i, step == Step::waits ? std::max(chains_.time(i), due_[chains_.blocked_by()])
                                       : chains_.time(i));
      }
    }
    for (; !line.empty(); line.pop()) running_.push_back(line.top().disk);
  }

  Order order_;
  Ticks window_;
  PhiloxStream random_;
  ScheduledEvents chains_;
  Ticks now_ = 0;
  Ticks end_ = 0;
  std::vector<DiskIndex> running_;
  std::vector<DiskIndex> finished_;
  std::vector<Ticks> due_;  ///< time at which each active disk is due
};

/// `words`: the order as ChainScheme::order.
bool add(const std::string& words, Order order) {
  std::string name = "ecmc/local-time-" + words;
  std::replace(name.begin(), name.end(), ' ', '-');
  return disks::register_chain_scheme(
      {.info = {.name = name,
                .source = order == Order::random ? "Li et al. 2021, Algorithm 4"
                                                 : "Li et al. 2021, Algorithm 4, another order",
                .claims = Claims::global_balance | Claims::thread_invariant |
                          Claims::equals_reference | Claims::conserves_particles,
                .timed = false},
       .start =
           [name, order](const Leg& leg, const disks::ConstraintGraph& graph,
                         const disks::ChainParameters& p) {
             disks::require_valid(p);
             disks::require_valid(leg, graph);
             if (p.on_violation == OnViolation::repair)
               throw input_error(name, "what to do about violations", "abort or remember",
                                 "repair");
             return std::make_unique<ScheduledRun>(order, leg, graph, p);
           },
       .order = words});
}

const bool registered = add("chain by chain", Order::chain_by_chain) &&
                        add("random", Order::random) && add("round robin", Order::round_robin) &&
                        add("least time", Order::least_time) && add("windowed", Order::windowed);

}  // namespace
}  // namespace touchstone::optimized
