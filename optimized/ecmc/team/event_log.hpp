// optimized/ecmc/team/event_log.hpp
// Purpose   Record of a leg: its liftings, in numbers of disks and times of the leg, and
//           the local times that the disks themselves have forgotten.
// Not here  Legs (chain_team.hpp).
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "models/disks/chains/chain_leg.hpp"
#include "optimized/ecmc/chain_kernel.hpp"
#include "optimized/ecmc/placed_arrows.hpp"

namespace touchstone::optimized {

/// A lifting between places, and the state of the new disk before it.
struct Event {
  std::uint32_t time;
  disks::DiskIndex from;
  disks::DiskIndex to;
  disks::FixedCoordinate to_x;
  std::uint32_t to_time_plus_1;
};

inline Event event(disks::DiskIndex from, const ChainState& now, std::uint32_t time_before_plus_1) {
  return {now.t, from, now.disk, now.x, time_before_plus_1};
}

class EventLog {
 public:
  /// `order` must outlive this.
  EventLog(const DiskOrder& order, bool record) : order_(&order), record_(record) {}

  bool records() const { return record_; }
  disks::Ticks time(std::uint32_t since_reset) const { return base_ + since_reset; }

  void add(const std::vector<Event>& events) {
    if (!record_) return;
    for (const Event& e : events)
      liftings_.push_back({time(e.time), order_->disk[e.from], order_->disk[e.to]});
  }

  /// Before local times are reset: keeps those of disks, by keep_time.
  void keep_times() { local_time_.resize(order_->disk.size(), disks::kNeverActive); }
  /// That of a disk, if it has one. Threads may share the disks out.
  template <class Disks>
  void keep_time(Disks& disks, disks::DiskIndex place) {
    DiskState state = disks.get(place);
    // Which disks have one is a matter of chance, so there is no branch.
    disks::Ticks& kept = local_time_[place];
    kept = state.time_plus_1 != 0 ? time(state.time_plus_1) - 1 : kept;
    state.time_plus_1 = state.active ? 1 : 0;
    disks.put(place, state);
  }
  /// `elapsed` becomes the new 0.
  void reset_times(std::uint32_t elapsed) { base_ += elapsed; }

  template <class Disks>
  disks::LegEnd end(const Disks& disks) const {
    disks::LegEnd end{std::vector<disks::FixedCoordinate>(disks.size()),
                      std::vector<disks::Ticks>(disks.size(), disks::kNeverActive),
                      {},
                      liftings_};
    for (disks::DiskIndex place = 0; place < disks.size(); ++place) {
      const DiskState state = disks.get(place);
      const disks::DiskIndex disk = order_->disk[place];
      end.x[disk] = state.x;
      if (state.time_plus_1 != 0)
        end.local_time[disk] = time(state.time_plus_1 - 1);
      else if (!local_time_.empty())
        end.local_time[disk] = local_time_[place];
      if (state.active) end.active.push_back(disk);
    }
    std::sort(end.active.begin(), end.active.end());
    std::sort(end.liftings.begin(), end.liftings.end());
    return end;
  }

 private:
  const DiskOrder* order_;
  bool record_;
  std::vector<disks::Ticks> local_time_;  ///< by place, before the last reset; empty: none yet
  std::vector<disks::Lifting> liftings_;
  disks::Ticks base_ = 0;  ///< time of the leg at the last reset
};

/// Takes the liftings of an epoch back, in any order; the disks they began with are not restored.
template <class Disks>
void take_back(Disks& disks, std::span<const Event> events) {
  for (const Event& e : events)  // of a disk with several, the first counts: times only grow
    if (e.to_time_plus_1 < disks.get(e.to).time_plus_1)
      disks.put(e.to, {e.to_x, e.to_time_plus_1, false});
}

/// Marks the disks of chains as active, where they are.
template <class Disks>
void set_active(Disks& disks, const std::vector<ChainState>& chains) {
  for (const ChainState& chain : chains) disks.put(chain.disk, {chain.x, chain.t + 1, true});
}

}  // namespace touchstone::optimized
