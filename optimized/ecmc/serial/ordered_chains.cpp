// optimized/ecmc/serial/ordered_chains.cpp: all chains in the order of time, on one thread. Without
// a horizon to violate it serves as the fast oracle of large legs.
#include "models/disks/chains/chain_registry.hpp"
#include "optimized/ecmc/serial/time_ordered.hpp"
#include "optimized/ecmc/team/event_log.hpp"
#include "optimized/ecmc/words/word_disks.hpp"

namespace touchstone::optimized {
namespace {

class OrderedChains final : public disks::ChainRun {
 public:
  OrderedChains(const disks::Leg& leg, const disks::ConstraintGraph& graph, bool record)
      : disks_(leg, graph), log_(disks_.order(), record), ordered_(disks_) {
    for (const disks::DiskIndex i : leg.active) {
      const disks::DiskIndex place = disks_.order().place[i];
      chains_.push_back({place, disks_.get(place).x, 0});
      disks_.put(place, {chains_.back().x, 1, true});
    }
  }

  void advance(disks::Ticks duration) override {
    while (duration > 0) {
      if (now_ == WordDisks::kLongestTime) forget_times();
      const auto span = static_cast<std::uint32_t>(
          std::min<disks::Ticks>(duration, disks::Ticks{WordDisks::kLongestTime} - now_));
      now_ += span;
      ordered_.run(chains_, now_,
                   [&](const ChainState& before, const ChainState& now, std::uint32_t time) {
                     ++liftings_;
                     if (log_.records()) events_.push_back(event(before.disk, now, time));
                   });
      log_.add(events_);
      events_.clear();
      duration -= span;
    }
  }
  std::uint64_t liftings() const override { return liftings_; }
  disks::Ticks violation() const override { return disks::kNoViolation; }
  disks::LegEnd end() const override { return log_.end(disks_); }

 private:
  void forget_times() {
    log_.keep_times();
    for (disks::DiskIndex place = 0; place < disks_.size(); ++place) log_.keep_time(disks_, place);
    log_.reset_times(now_);
    for (ChainState& chain : chains_) chain.t = 0;
    now_ = 0;
  }

  WordDisks disks_;
  EventLog log_;
  TimeOrdered<WordDisks> ordered_;
  std::vector<ChainState> chains_;
  std::vector<Event> events_;
  std::uint64_t liftings_ = 0;
  std::uint32_t now_ = 0;
};

const bool registered = disks::register_chain_scheme(
    {.info = {.name = "ecmc/ordered-chains",
              .source = "Li et al. 2021, Algorithm 2, with a queue of events",
              .claims = Claims::global_balance | Claims::thread_invariant |
                        Claims::equals_reference | Claims::conserves_particles,
              .baseline = true},
     .start =
         [](const disks::Leg& leg, const disks::ConstraintGraph& graph,
            const disks::ChainParameters& p) {
           disks::require_valid(p);
           disks::require_valid(leg, graph);
           return std::make_unique<OrderedChains>(leg, graph, p.record);
         },
     .local_times = false});

}  // namespace
}  // namespace touchstone::optimized
