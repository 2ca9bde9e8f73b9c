#include "checkers/mutants/ecmc/faulty_chains.hpp"

#include <algorithm>
#include <optional>

#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

using disks::Arrow;
using disks::DiskIndex;
using disks::FixedCoordinate;
using disks::JudgedEnd;
using disks::kNoViolation;
using disks::Leg;
using disks::Ticks;

/// Limit on visits to chains after which a mutant is stuck; a correct leg needs a few per lifting.
constexpr std::uint64_t kMostTurns = 100'000;

class FaultyLeg {
 public:
  FaultyLeg(ChainFault fault, const Leg& leg, const disks::ConstraintGraph& graph,
            const disks::ChainParameters& parameters)
      : fault_(fault),
        graph_(graph),
        end_(leg.duration),
        on_violation_(parameters.on_violation),
        now_(disks::begin(leg)),
        status_(leg.start.size()) {
    for (const DiskIndex i : now_.active) status_[i] = Status::active;
    for (const DiskIndex i : leg.active) chains_.push_back({i, std::nullopt});
    if (fault_ == ChainFault::remainder_not_moved)
      chains_.resize(chains_.size() -
                     chains_.size() % static_cast<std::size_t>(parameters.threads));
    if (fault_ == ChainFault::always_reported) violation_ = 0;
  }

  JudgedEnd run(PhiloxStream& random) {
    for (std::uint64_t turn = 0; !chains_.empty() && turn < kMostTurns; ++turn) {
      const auto c = std::size_t{random.below(static_cast<std::uint32_t>(chains_.size()))};
      Chain& chain = chains_[c];
      if (!chain.next) {
        chain.next = scan(chain.disk);
        if (violation_ != kNoViolation && on_violation_ == disks::OnViolation::abort) break;
      } else {
        commit(c, *chain.next);
      }
    }
    return {finished(), violation_};
  }

 private:
  enum class Status : unsigned char { inert, active, stalled };
  struct NextEvent {
    Ticks flight;
    DiskIndex target;      ///< the disk itself: it reaches the breakpoint
    FixedCoordinate seen;  ///< where the target was,
    Ticks seen_time;       ///< and its local time
  };
  struct Chain {
    DiskIndex disk;
    std::optional<NextEvent> next;
  };

  Ticks flight(DiskIndex i, const Arrow& arrow) const {
    const FixedCoordinate from = now_.x[i];
    const FixedCoordinate to = now_.x[arrow.to];
    const Ticks flight = disks::ahead(from, to) - arrow.separation;
    if (fault_ == ChainFault::no_wrap_ahead && to < from) return disks::kTicksPerSide;
    if (fault_ == ChainFault::contact_is_a_turn && flight == 0) return disks::kTicksPerSide;
    return flight;
  }

  bool violates(Ticks contact, Ticks horizon) const {
    if (fault_ == ChainFault::no_horizon_test) return false;
    if (fault_ == ChainFault::equality_allowed) return contact < horizon;
    return !(contact > horizon);
  }

  void test_horizon(Ticks t, Ticks contact, Ticks horizon) {
    if (!violates(contact, horizon)) return;
    const Ticks when = fault_ == ChainFault::reported_late    ? contact
                       : fault_ == ChainFault::reported_early ? 0
                                                              : std::min(t, horizon);
    violation_ = std::min(violation_, when);
  }

  NextEvent scan(DiskIndex i) {
    const Ticks t = now_.local_time[i];
    const Ticks rest = end_ - t;
    NextEvent next{fault_ == ChainFault::last_tick_lost ? rest - 1 : rest, i, now_.x[i], t};
    if (fault_ == ChainFault::lifts_at_breakpoint) ++next.flight;
    for (const Arrow& arrow : graph_.from(i)) {
      const Ticks tau = flight(i, arrow);
      if (fault_ != ChainFault::only_target_tested)
        test_horizon(t, t + tau, now_.local_time[arrow.to]);
      const bool nearer = fault_ == ChainFault::last_of_equal_targets && next.target != i
                              ? tau <= next.flight
                              : tau < next.flight;
      if (nearer) next = {tau, arrow.to, now_.x[arrow.to], now_.local_time[arrow.to]};
    }
    if (next.target == i) next.flight = rest;
    if (fault_ == ChainFault::only_target_tested && next.target != i)
      test_horizon(t, t + next.flight, now_.local_time[next.target]);
    return next;
  }

  void commit(std::size_t c, NextEvent next) {
    Chain& chain = chains_[c];
    const DiskIndex i = chain.disk;
    chain.next.reset();
    const bool moved =
        next.seen != now_.x[next.target] || next.seen_time != now_.local_time[next.target];
    now_.x[i] += static_cast<FixedCoordinate>(next.flight);
    const Ticks before = now_.local_time[i];
    now_.local_time[i] += next.flight;
    if (next.target == i) return stall(c, Status::stalled);
    if (moved && fault_ != ChainFault::no_recheck) return;  // scans again
    if (status_[next.target] == Status::stalled)
      return stall(c, fault_ == ChainFault::lost_on_stalled ? Status::inert : Status::stalled);
    const bool taken = status_[next.target] == Status::active;
    if (taken && fault_ != ChainFault::lifts_to_active) return;  // waits for it to move on
    lift(chain, next.target);
    if (fault_ == ChainFault::own_time_not_set) now_.local_time[i] = before;
  }

  void lift(Chain& chain, DiskIndex target) {
    const DiskIndex i = chain.disk;
    const Ticks time = now_.local_time[i];
    now_.liftings.push_back({time, i, target});
    if (fault_ != ChainFault::target_time_not_set)
      now_.local_time[target] = time;
    else
      now_.local_time[target] = std::max<Ticks>(now_.local_time[target], 0);
    status_[i] = Status::inert;
    status_[target] = Status::active;
    chain.disk = target;
  }

  void stall(std::size_t c, Status status) {
    const DiskIndex i = chains_[c].disk;
    status_[i] = status;
    chains_.erase(chains_.begin() + static_cast<std::ptrdiff_t>(c));
  }

  disks::LegEnd finished() {
    now_.active.clear();
    for (std::size_t i = 0; i < status_.size(); ++i)
      if (status_[i] != Status::inert) now_.active.push_back(static_cast<DiskIndex>(i));
    std::sort(now_.liftings.begin(), now_.liftings.end());
    return now_;
  }

  ChainFault fault_;
  const disks::ConstraintGraph& graph_;
  Ticks end_;
  disks::OnViolation on_violation_;
  disks::LegEnd now_;
  std::vector<Status> status_;
  std::vector<Chain> chains_;
  Ticks violation_ = kNoViolation;
};

}  // namespace

JudgedEnd faulty_leg(ChainFault fault, const Leg& leg, const disks::ConstraintGraph& graph,
                     const disks::ChainParameters& parameters, PhiloxStream& random) {
  return FaultyLeg(fault, leg, graph, parameters).run(random);
}

std::unique_ptr<disks::ChainRun> faulty_chains(ChainFault fault, const Leg& leg,
                                               const disks::ConstraintGraph& graph,
                                               const disks::ChainParameters& parameters) {
  disks::require_valid(parameters);
  if (parameters.on_violation == disks::OnViolation::repair)
    throw input_error("faulty chains", "what to do about violations", "abort or remember",
                      "repair");
  PhiloxStream random = Philox(parameters.seed).stream(Purpose::schedule, 0, 0);
  return disks::run_by_legs(leg, graph, parameters,
                            [=](const Leg& next, const disks::ConstraintGraph& arrows) mutable {
                              return faulty_leg(fault, next, arrows, parameters, random);
                            });
}

}  // namespace touchstone::mutants
