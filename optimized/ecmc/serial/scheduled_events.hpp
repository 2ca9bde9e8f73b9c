// optimized/ecmc/serial/scheduled_events.hpp
// Purpose   One event of one active disk with its own clock: what every order of them shares.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           Algorithm 4; horizon condition: equation 2.
// Cost      O(1): the 1 to 3 disks ahead.
// Not here  Which disk is next (scheduled_chains.cpp).
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "models/disks/chains/chain_registry.hpp"

namespace touchstone::optimized {

/// The disks of a leg, and one event of one active disk.
class ScheduledEvents {
 public:
  enum class Step { lifted, waits, there, stalled, violated };

  ScheduledEvents(const disks::Leg& leg, const disks::ConstraintGraph& graph,
                  const disks::ChainParameters& p)
      : graph_(graph),
        now_(disks::begin(leg)),
        status_(leg.start.size()),
        abort_(p.on_violation == disks::OnViolation::abort),
        record_(p.record) {
    for (const disks::DiskIndex i : now_.active) status_[i] = Status::active;
  }

  disks::Ticks time(disks::DiskIndex i) const { return now_.local_time[i]; }
  disks::Ticks violation() const { return violation_; }
  bool stands_still() const { return abort_ && violation_ != disks::kNoViolation; }
  std::uint64_t liftings() const { return liftings_; }
  std::size_t size() const { return status_.size(); }
  const std::vector<disks::DiskIndex>& active() const { return now_.active; }

  /// All active disks, stalled ones too, are at the breakpoint now.
  void begin_leg(disks::Ticks now) {
    for (const disks::DiskIndex i : now_.active) {
      status_[i] = Status::active;
      now_.local_time[i] = now;
    }
  }
  void end_leg(std::vector<disks::DiskIndex> active) {
    std::sort(active.begin(), active.end());
    now_.active = std::move(active);
  }

  /// The next event of disk i before `end`; `i` becomes the target of a lifting. All arrows are
  /// tested (remark 4). Stalled: in contact with a disk that has reached the breakpoint, which is
  /// a violation.
  Step advance(disks::DiskIndex& i, disks::Ticks end) {
    const disks::Ticks t = now_.local_time[i];
    disks::Ticks flight = end - t;
    disks::DiskIndex target = i;
    for (const disks::Arrow& arrow : graph_.from(i)) {
      const disks::Ticks tau = disks::ahead(now_.x[i], now_.x[arrow.to]) - arrow.separation;
      const disks::Ticks horizon = now_.local_time[arrow.to];
      if (!(t + tau > horizon)) [[unlikely]]
        violation_ = std::min({violation_, t, horizon});
      if (tau < flight) {
        flight = tau;
        target = arrow.to;
      }
    }
    if (stands_still()) [[unlikely]]
      return Step::violated;
    now_.x[i] += static_cast<disks::FixedCoordinate>(flight);
    now_.local_time[i] = t + flight;
    if (target == i) return Step::there;
    if (status_[target] != Status::inert) [[unlikely]] {
      blocked_by_ = target;
      return status_[target] == Status::stalled ? Step::stalled : Step::waits;
    }
    lift(i, target);
    return Step::lifted;
  }
  /// Obstacle of the last step that waits or stalls.
  disks::DiskIndex blocked_by() const { return blocked_by_; }
  void stall(disks::DiskIndex i) { status_[i] = Status::stalled; }

  disks::LegEnd end() const {
    disks::LegEnd end = now_;
    std::sort(end.liftings.begin(), end.liftings.end());
    return end;
  }

 private:
  enum class Status : unsigned char { inert, active, stalled };

  void lift(disks::DiskIndex& i, disks::DiskIndex target) {
    const disks::Ticks t = now_.local_time[i];
    ++liftings_;
    if (record_) now_.liftings.push_back({t, i, target});
    now_.local_time[target] = t;
    status_[i] = Status::inert;
    status_[target] = Status::active;
    i = target;
  }

  disks::ConstraintGraph graph_;
  disks::LegEnd now_;
  std::vector<Status> status_;
  bool abort_;
  bool record_;
  std::uint64_t liftings_ = 0;
  disks::Ticks violation_ = disks::kNoViolation;
  disks::DiskIndex blocked_by_ = 0;
};

}  // namespace touchstone::optimized
