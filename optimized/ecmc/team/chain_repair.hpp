// optimized/ecmc/team/chain_repair.hpp
// Purpose   Does an epoch again that had a horizon violation, on one thread: in halves, with the
//           same kernel, for in a shorter time chains get less far apart; and a piece that is as
//           short as a mean free path in the order of time, which violates nothing.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.2 (a leg is started again from its last breakpoint). Halves are ours.
// Cost      At least one more run of the epoch by the kernel; only the shortest pieces pay for a
//           queue.
// Not here  Epochs (chain_team.hpp), the order of time (time_ordered.hpp).
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "models/disks/chains/chain_leg.hpp"
#include "optimized/ecmc/serial/time_ordered.hpp"
#include "optimized/ecmc/team/chain_crew.hpp"
#include "optimized/ecmc/team/event_log.hpp"

namespace touchstone::optimized {

template <class Kernel>
class ChainRepair {
 public:
  using Disks = typename Kernel::Disks;

  explicit ChainRepair(Disks& disks)
      : disks_(disks),
        ordered_(disks),
        shortest_(static_cast<std::uint32_t>(disks::mean_free_path(disks.size()))) {
    crew_.touched.resize(1);  // callers have the events
  }

  /// Moves all chains, which are at the time `from`, to `end`.
  void run(std::vector<ChainState>& chains, std::uint32_t from, std::uint32_t end) {
    crew_.chains = chains;
    crew_.events.clear();
    lifted_ = 0;
    carried_ = 0;
    halves(from, end);
    chains = crew_.chains;
  }

  // Results of the last run.
  const std::vector<Event>& events() const { return crew_.events; }
  std::uint64_t lifted() const { return lifted_; }
  std::uint64_t carried() const { return carried_; }  ///< sum of contact separations, in ticks

 private:
  void halves(std::uint32_t from, std::uint32_t end) {
    if (end - from <= shortest_) {
      in_order_of_time(end);
      return;
    }
    const std::uint32_t middle = from + (end - from) / 2;
    attempt(from, middle);
    attempt(middle, end);
  }

  void attempt(std::uint32_t from, std::uint32_t end) {
    const std::size_t before = crew_.events.size();
    crew_.start = crew_.chains;
    std::atomic<bool> violated{false};
    crew_.template run<Kernel, true>(disks_.view(), {end, true}, violated);
    if (crew_.violation == kNoViolationYet) {
      lifted_ += crew_.lifted;
      carried_ += crew_.passed;
      return;
    }
    take_back(disks_, std::span(crew_.events).subspan(before));
    crew_.events.resize(before);
    crew_.chains = crew_.start;
    set_active(disks_, crew_.chains);
    halves(from, end);
  }

  void in_order_of_time(std::uint32_t end) {
    ordered_.run(crew_.chains, end,
                 [&](const ChainState& before, const ChainState& now, std::uint32_t time_before) {
                   ++lifted_;
                   carried_ += separation(before, now);
                   crew_.events.push_back(event(before.disk, now, time_before));
                 });
  }

  Disks& disks_;
  TimeOrdered<Disks> ordered_;
  std::uint32_t shortest_;
  ChainCrew crew_;
  std::uint64_t lifted_ = 0;
  std::uint64_t carried_ = 0;
};

}  // namespace touchstone::optimized
