#include "reference/ecmc/local_time.hpp"

#include <algorithm>

namespace touchstone::reference {
namespace {

using disks::Arrow;
using disks::DiskIndex;
using disks::Ticks;

struct NextEvent {
  Ticks flight;
  DiskIndex target;  ///< the disk itself: it reaches the breakpoint
};

class Run {
 public:
  Run(const disks::Leg& leg, const disks::ConstraintGraph& graph)
      : graph_(graph), end_(leg.duration), now_(disks::begin(leg)), status_(leg.start.size()) {
    for (const DiskIndex i : now_.active) status_[i] = Status::active;
  }

  LocalTimeLeg leg(const ChooseChain& choose, disks::OnViolation on_violation) {
    while (!now_.active.empty()) {
      const std::size_t chain = choose(now_.active.size());
      const NextEvent next = scan(now_.active[chain]);
      if (violation_ != disks::kNoViolation && on_violation == disks::OnViolation::abort) break;
      advance(chain, next);
    }
    now_.active.insert(now_.active.end(), stalled_.begin(), stalled_.end());
    std::sort(now_.active.begin(), now_.active.end());
    std::sort(now_.liftings.begin(), now_.liftings.end());
    return {now_, violation_};
  }

 private:
  enum class Status : unsigned char { inert, active, stalled };  // inert: "static" in the paper

  /// All arrows are tested, not only that of the target: any disk ahead may have left a track that
  /// this one would cross (remark 4).
  NextEvent scan(DiskIndex i) {
    const Ticks t = now_.local_time[i];
    NextEvent next{end_ - t, i};
    for (const Arrow& arrow : graph_.from(i)) {
      const Ticks flight = disks::ahead(now_.x[i], now_.x[arrow.to]) - arrow.separation;
      const Ticks horizon = now_.local_time[arrow.to];
      if (!(t + flight > horizon)) violation_ = std::min({violation_, t, horizon});
      if (flight < next.flight) next = {flight, arrow.to};
    }
    return next;
  }

  void advance(std::size_t chain, const NextEvent& next) {
    const DiskIndex i = now_.active[chain];
    now_.x[i] += static_cast<disks::FixedCoordinate>(next.flight);
    now_.local_time[i] += next.flight;
    if (next.target == i || status_[next.target] == Status::stalled) return stall(chain);
    if (status_[next.target] == Status::active) return;  // in contact; waits for it to move on
    now_.liftings.push_back({now_.local_time[i], i, next.target});
    now_.local_time[next.target] = now_.local_time[i];
    status_[i] = Status::inert;
    status_[next.target] = Status::active;
    now_.active[chain] = next.target;
  }

  void stall(std::size_t chain) {
    const DiskIndex i = now_.active[chain];
    status_[i] = Status::stalled;
    stalled_.push_back(i);
    now_.active[chain] = now_.active.back();
    now_.active.pop_back();
  }

  const disks::ConstraintGraph& graph_;
  Ticks end_;
  disks::LegEnd now_;
  std::vector<DiskIndex> stalled_;
  std::vector<Status> status_;
  Ticks violation_ = disks::kNoViolation;
};

}  // namespace

LocalTimeLeg local_time_leg(const disks::Leg& leg, const disks::ConstraintGraph& graph,
                            const ChooseChain& choose, disks::OnViolation on_violation) {
  return Run(leg, graph).leg(choose, on_violation);
}

}  // namespace touchstone::reference
