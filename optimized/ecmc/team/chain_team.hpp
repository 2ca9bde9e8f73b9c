// optimized/ecmc/team/chain_team.hpp
// Purpose   Runs legs with a kernel of event chains on several threads. Each thread moves its share
//           of the active disks alternately, event by event, which hides the latency of memory.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.2 (round robin over the active disks of a thread). Repairs are ours.
// Not here  Kernels (word_kernel.hpp, tag_kernel.hpp), work of one thread (chain_crew.hpp),
//           repairs (chain_repair.hpp).
//
// Repairs. With OnViolation::repair a leg is cut into epochs. All chains stop at the end of an
// epoch, and if a horizon violation was seen in it, it is taken back and done again. So the result
// is that of one global clock whatever threads, schedule and epochs are; the length of epochs
// decides about speed only, and follows the violations seen.
//
// Chains run until local times have to be reset, nearly half a box length, whatever their arrows.
// A disk never gets a box length ahead of one with an arrow to it, where positions would not tell:
// the two share a row, so that it would have to pass it, and no disk in memory passes another,
// however far apart their local times are.
#pragma once
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "models/disks/chains/chain_registry.hpp"
#include "optimized/core/spin_barrier.hpp"
#include "optimized/ecmc/team/chain_crew.hpp"
#include "optimized/ecmc/team/chain_repair.hpp"
#include "optimized/ecmc/team/epoch_length.hpp"
#include "optimized/ecmc/team/event_log.hpp"

namespace touchstone::optimized {

/// `Kernel` has a Memory, Disks (as WordDisks), and step(memory, view, chain, limits, notes).
template <class Kernel>
class ChainTeam final : public disks::ChainRun {
 public:
  using Disks = typename Kernel::Disks;

  ChainTeam(const disks::Leg& leg, const disks::ConstraintGraph& graph,
            const disks::ChainParameters& parameters)
      : ChainTeam(Disks(leg, graph), leg.active, parameters) {}

  ChainTeam(Disks disks, const std::vector<disks::DiskIndex>& active,
            const disks::ChainParameters& parameters)
      : parameters_(parameters),
        disks_(std::move(disks)),
        log_(disks_.order(), parameters.record),
        repair_(disks_),
        crews_(static_cast<std::size_t>(parameters.threads)),
        epoch_(disks_.size(), active.size(), Disks::kLongestTime) {
    for (ChainCrew& crew : crews_) crew.touched.resize(disks_.size() / (4 * crews_.size()) + 2);
    activate(active);
  }

  void choose_active(const std::vector<disks::DiskIndex>& active) override {
    for (ChainCrew& crew : crews_) {
      for (const ChainState& chain : crew.chains) {
        disks_.put(chain.disk, {chain.x, chain.t + 1, false});
        crew.touch(chain.disk);
      }
      crew.chains.clear();
    }
    activate(active);
  }

  void advance(disks::Ticks duration) override {
    while (duration > 0 && !stopped()) {
      if (now_ == Disks::kLongestTime) forget_times();
      const auto span =
          static_cast<std::uint32_t>(std::min(duration, disks::Ticks{Disks::kLongestTime} - now_));
      run_span(now_ + span);
      duration -= span;
    }
  }

  std::uint64_t liftings() const override {
    std::uint64_t sum = 0;
    for (const ChainCrew& crew : crews_) sum += crew.liftings;
    return sum;
  }
  std::uint64_t carried() const override {
    std::uint64_t sum = 0;
    for (const ChainCrew& crew : crews_) sum += crew.carried;
    return sum;
  }
  disks::Ticks violation() const override { return violation_; }
  std::vector<disks::FixedCoordinate> positions() const override {
    std::vector<disks::FixedCoordinate> x(disks_.size());
    for (disks::DiskIndex place = 0; place < disks_.size(); ++place)
      x[disks_.order().disk[place]] = disks_.get(place).x;
    return x;
  }
  disks::LegEnd end() const override { return log_.end(disks_); }

 private:
  void activate(const std::vector<disks::DiskIndex>& active) {
    std::vector<disks::DiskIndex> places;
    for (const disks::DiskIndex i : active) places.push_back(disks_.order().place[i]);
    std::sort(places.begin(), places.end());  // a thread's chains in a part of its own
    for (std::size_t k = 0; k < places.size(); ++k) {
      ChainCrew& crew = crews_[k * crews_.size() / places.size()];
      crew.chains.push_back({places[k], disks_.get(places[k]).x, now_});
    }
    for (ChainCrew& crew : crews_) {
      crew.start = crew.chains;
      for (const ChainState& chain : crew.chains) disks_.put(chain.disk, {chain.x, now_ + 1, true});
    }
  }

  bool repairs() const { return parameters_.on_violation == disks::OnViolation::repair; }
  bool keeps() const { return repairs() || parameters_.record; }
  bool aborts() const { return parameters_.on_violation != disks::OnViolation::remember; }
  bool stopped() const {
    return parameters_.on_violation == disks::OnViolation::abort &&
           violation_ != disks::kNoViolation;
  }

  void run_span(std::uint32_t end) {
    set_epoch(end);
    if (crews_.size() > 1) regroup();
    if (crews_.size() == 1) {
      while (now_ != end && !stopped()) {
        run_crew(crews_[0]);
        settle(end);
      }
      return;
    }
#pragma omp parallel num_threads(static_cast <int>(crews_.size()))
    {
      const int me = omp_get_thread_num();
      while (now_ != end && !stopped()) {
        run_crew(crews_[static_cast<std::size_t>(me)]);
        barrier_.arrive_and_wait();
        if (me == 0) settle(end);
        barrier_.arrive_and_wait();
      }
    }
  }

  void run_crew(ChainCrew& crew) {
    const StepLimits limits{epoch_end_, aborts()};
    if (keeps())
      crew.template run<Kernel, true>(disks_.view(), limits, violated_);
    else
      crew.template run<Kernel, false>(disks_.view(), limits, violated_);
  }

  /// Ends an epoch; called by one thread.
  void settle(std::uint32_t end) {
    std::uint32_t earliest = kNoViolationYet;
    for (const ChainCrew& crew : crews_) earliest = std::min(earliest, crew.violation);
    if (earliest != kNoViolationYet) {
      if (repairs())
        repair();
      else
        violation_ = std::min(violation_, log_.time(earliest));
    }
    for (ChainCrew& crew : crews_) {
      log_.add(crew.events);
      crew.events.clear();
      crew.liftings += crew.lifted;
      crew.carried += crew.passed;
      if (stopped()) continue;
      for (ChainState& chain : crew.chains) {
        chain.t = epoch_end_;  // also of one that is stuck behind a violation
        disks_.put(chain.disk, {chain.x, epoch_end_ + 1, true});
      }
      crew.start = crew.chains;
    }
    violated_.store(false, std::memory_order_relaxed);
    now_ = epoch_end_;
    epoch_.adapt(earliest != kNoViolationYet);
    set_epoch(end);
  }

  /// Takes the epoch back and does it again.
  void repair() {
    std::vector<ChainState> chains;
    for (ChainCrew& crew : crews_) {
      take_back(disks_, crew.events);
      crew.events.clear();
      crew.lifted = 0;
      crew.passed = 0;
    }
    for (const ChainCrew& crew : crews_) {
      set_active(disks_, crew.start);
      chains.insert(chains.end(), crew.start.begin(), crew.start.end());
    }
    repair_.run(chains, now_, epoch_end_);
    ChainCrew& scribe = crews_[0];
    scribe.lifted = repair_.lifted();
    scribe.passed = repair_.carried();
    for (const Event& event : repair_.events()) scribe.touch(event.from);
    log_.add(repair_.events());
    auto next = chains.begin();
    for (ChainCrew& crew : crews_)
      for (ChainState& chain : crew.chains) chain = *next++;
  }

  /// O(disks that have moved), so that few chains in many disks do not pay for all.
  void forget_times() {
    log_.keep_times();
    bool many = false;
    for (const ChainCrew& crew : crews_) many = many || crew.listed + 1 == crew.touched.size();
    if (many) {
      const auto places = static_cast<disks::DiskIndex>(disks_.size());
#pragma omp parallel for num_threads(static_cast <int>(crews_.size()))
      for (disks::DiskIndex place = 0; place < places; ++place) log_.keep_time(disks_, place);
    }
    for (ChainCrew& crew : crews_) {
      if (!many)
        for (std::size_t k = 0; k < crew.listed; ++k) log_.keep_time(disks_, crew.touched[k]);
      crew.listed = 0;
      for (ChainState& chain : crew.chains) {
        log_.keep_time(disks_, chain.disk);
        chain.t = 0;
      }
      crew.start = crew.chains;
    }
    log_.reset_times(now_);
    now_ = 0;
  }

  /// Gives each thread the chains in a part of its own: what others write has to be fetched from
  /// them, and chains wander.
  void regroup() {
    std::vector<ChainState> all;
    for (const ChainCrew& crew : crews_)
      all.insert(all.end(), crew.chains.begin(), crew.chains.end());
    std::sort(all.begin(), all.end(),
              [](const ChainState& a, const ChainState& b) { return a.disk < b.disk; });
    auto next = all.begin();
    for (ChainCrew& crew : crews_) {
      for (ChainState& chain : crew.chains) chain = *next++;
      crew.start = crew.chains;
    }
  }

  void set_epoch(std::uint32_t end) {
    epoch_end_ = repairs() && epoch_.length() < end - now_ ? now_ + epoch_.length() : end;
  }

  disks::ChainParameters parameters_;
  Disks disks_;
  EventLog log_;
  ChainRepair<Kernel> repair_;
  std::vector<ChainCrew> crews_;
  SpinBarrier barrier_{static_cast<std::uint32_t>(parameters_.threads)};
  std::atomic<bool> violated_{false};
  disks::Ticks violation_ = disks::kNoViolation;
  std::uint32_t now_ = 0;
  std::uint32_t epoch_end_ = 0;
  EpochLength epoch_;
};

/// ChainScheme::start for a kernel.
template <class Kernel>
std::unique_ptr<disks::ChainRun> start_team(const disks::Leg& leg,
                                            const disks::ConstraintGraph& graph,
                                            const disks::ChainParameters& parameters) {
  disks::require_valid(parameters);
  disks::require_valid(leg, graph);
  return std::make_unique<ChainTeam<Kernel>>(leg, graph, parameters);
}

}  // namespace touchstone::optimized
