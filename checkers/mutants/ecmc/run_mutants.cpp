// checkers/mutants/ecmc/run_mutants.cpp
// Purpose   Mutants of the setup of a leg: constraint graph, separations, input, the list of
//           liftings, several legs, repair.
#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/mutants/ecmc/faulty_chains.hpp"
#include "models/core/errors.hpp"

namespace touchstone::mutants {
namespace {

using disks::ChainParameters;
using disks::ChainRun;
using disks::ConstraintGraph;
using disks::DiskIndex;
using disks::Leg;
using disks::LegEnd;

constexpr Claims kClaims = Claims::global_balance | Claims::thread_invariant |
                           Claims::equals_reference | Claims::conserves_particles;

using Start = std::function<std::unique_ptr<ChainRun>(const Leg&, const ConstraintGraph&,
                                                      const ChainParameters&)>;

bool add(const char* name, const Start& start, const Origin& origin,
         std::vector<std::string> killed_by, bool repairs = false) {
  return register_mutant(
      ChainMutant{.scheme = {.info = {.name = std::string("mutant/chains-") + name,
                                      .source = "planted fault",
                                      .claims = kClaims},
                             .start = start,
                             .repairs = repairs},
                  .origin = origin,
                  .killed_by = std::move(killed_by)});
}

std::unique_ptr<ChainRun> sound(const Leg& leg, const ConstraintGraph& graph,
                                const ChainParameters& p) {
  return faulty_chains(ChainFault::none, leg, graph, p);
}

void require_usual(const ChainParameters& p) {
  disks::require_valid(p);
  if (p.on_violation == disks::OnViolation::repair)
    throw InputError("faulty chains: what to do about violations: expected abort or remember");
}

/// Legs on another graph than the one given.
std::unique_ptr<ChainRun> on_graph(const Leg& leg, const ConstraintGraph& graph,
                                   const ConstraintGraph& other, const ChainParameters& p) {
  require_usual(p);
  PhiloxStream random = Philox(p.seed).stream(Purpose::schedule, 0, 0);
  return disks::run_by_legs(leg, graph, p, [=](const Leg& next, const ConstraintGraph&) mutable {
    return faulty_leg(ChainFault::none, next, other, p, random);
  });
}

/// Arrows i -> j with a detour i -> k -> j are dropped, whether it is shorter or not.
std::unique_ptr<ChainRun> over_pruned(const Leg& leg, const ConstraintGraph& graph,
                                      const ChainParameters& p) {
  std::vector<std::vector<DiskIndex>> targets(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i)
    for (const disks::Arrow& arrow : graph.from(i)) {
      const auto from = graph.from(i);
      const bool detour = std::any_of(from.begin(), from.end(), [&](const disks::Arrow& a) {
        return a.to != arrow.to && graph.contains(a.to, arrow.to);
      });
      if (!detour) targets[i].push_back(arrow.to);
    }
  return on_graph(leg, graph, ConstraintGraph(leg.start, targets), p);
}

/// Separations as if the box lay on its side.
std::unique_ptr<ChainRun> turned_metric(const Leg& leg, const ConstraintGraph& graph,
                                        const ChainParameters& p) {
  disks::FixedConfiguration turned = leg.start;
  std::swap(turned.box.width, turned.box.height);
  const disks::FixedMetric metric(turned.box);
  std::vector<std::vector<DiskIndex>> targets = graph.targets();
  for (std::size_t i = 0; i < targets.size(); ++i)
    std::erase_if(targets[i], [&](DiskIndex j) {
      return metric.separation(turned.y[j] - turned.y[i]) == disks::kNoPair;
    });
  return on_graph(leg, graph, ConstraintGraph(turned, targets), p);
}

/// The second leg begins with the active disks of the first.
std::unique_ptr<ChainRun> first_active_again(const Leg& leg, const ConstraintGraph& graph,
                                             const ChainParameters& p) {
  require_usual(p);
  PhiloxStream random = Philox(p.seed).stream(Purpose::schedule, 0, 0);
  return disks::run_by_legs(
      leg, graph, p, [=, first = leg.active](Leg next, const ConstraintGraph& arrows) mutable {
        next.active = first;
        return faulty_leg(ChainFault::none, next, arrows, p, random);
      });
}

/// A sound run of which something else is told.
class Misreported : public ChainRun {
 public:
  using Change = std::function<void(LegEnd& end, std::uint64_t& liftings)>;
  Misreported(std::unique_ptr<ChainRun> run, Change change)
      : run_(std::move(run)), change_(std::move(change)) {}

  void advance(disks::Ticks duration) override {
    if (run_) run_->advance(duration);
  }
  std::uint64_t liftings() const override { return told().second; }
  disks::Ticks violation() const override { return run_ ? run_->violation() : disks::kNoViolation; }
  LegEnd end() const override { return told().first; }

 private:
  std::pair<LegEnd, std::uint64_t> told() const {
    std::pair<LegEnd, std::uint64_t> all;
    if (run_) all = {run_->end(), run_->liftings()};
    change_(all.first, all.second);
    return all;
  }
  std::unique_ptr<ChainRun> run_;
  Change change_;
};

Start misreporting(const Misreported::Change& change) {
  return [change](const Leg& leg, const ConstraintGraph& graph, const ChainParameters& p) {
    return std::make_unique<Misreported>(sound(leg, graph, p), change);
  };
}

void newest_first(LegEnd& end, std::uint64_t&) {
  std::reverse(end.liftings.begin(), end.liftings.end());
}

void one_disk_further(LegEnd& end, std::uint64_t&) {
  if (!end.liftings.empty()) ++end.x[end.liftings.back().from];
}

std::unique_ptr<ChainRun> unlisted_counted_twice(const Leg& leg, const ConstraintGraph& graph,
                                                 const ChainParameters& p) {
  const std::uint64_t times = p.record ? 1 : 2;
  return std::make_unique<Misreported>(
      sound(leg, graph, p), [times](LegEnd&, std::uint64_t& liftings) { liftings *= times; });
}

/// Sums up one tick for each lifting, in place of the separation.
class CarriedByTicks final : public Misreported {
 public:
  using Misreported::Misreported;
  std::uint64_t carried() const override { return liftings(); }
};

std::unique_ptr<ChainRun> carried_by_ticks(const Leg& leg, const ConstraintGraph& graph,
                                           const ChainParameters& p) {
  return std::make_unique<CarriedByTicks>(sound(leg, graph, p), [](LegEnd&, std::uint64_t&) {});
}

std::unique_ptr<ChainRun> accepts_anything(const Leg& leg, const ConstraintGraph& graph,
                                           const ChainParameters& p) {
  if (p.on_violation == disks::OnViolation::repair) return sound(leg, graph, p);
  try {
    return sound(leg, graph, p);
  } catch (const InputError&) {
    return std::make_unique<Misreported>(nullptr, [](LegEnd&, std::uint64_t&) {});
  }
}

std::unique_ptr<ChainRun> says_nothing(const Leg& leg, const ConstraintGraph& graph,
                                       const ChainParameters& p) {
  try {
    return sound(leg, graph, p);
  } catch (const InputError&) {
    throw InputError("bad input");
  }
}

Start with_policy(disks::OnViolation asked, disks::OnViolation done) {
  return [=](const Leg& leg, const ConstraintGraph& graph, ChainParameters p) {
    if (p.on_violation == asked) p.on_violation = done;
    return sound(leg, graph, p);
  };
}

using disks::OnViolation;
constexpr const char* kEquals = "ecmc/equals global time";

const bool registered =
    add("over-pruned", over_pruned,
        Origin::paper("Li 2021, section 3.1: an arrow is redundant if the detour is longer, not if "
                      "there is one"),
        {kEquals, "ecmc/conserves and legal"}) &&
    add("turned-metric", turned_metric,
        Origin::invented(
            "seeded fault: the box is as high as it is wide in the test, not in production"),
        {kEquals, "ecmc/conserves and legal"}) &&
    add("first-active-again", first_active_again,
        Origin::invented("seeded fault: the active disks of the last breakpoint are forgotten"),
        {"ecmc/breakpoints"}) &&
    add("newest-first", misreporting(newest_first),
        Origin::invented("seeded fault: the list is not sorted"), {kEquals}) &&
    add("one-tick-too-far", misreporting(one_disk_further),
        Origin::invented("seeded fault: a disk stops one tick after its lifting"),
        {kEquals, "ecmc/conserves and legal", "ecmc/time reversal"}) &&
    add("unlisted-counted-twice", unlisted_counted_twice,
        Origin::invented("seeded fault: flatters a benchmark, in which liftings are not listed"),
        {"ecmc/counted liftings"}) &&
    add("carried-by-ticks", carried_by_ticks,
        Origin::invented("seeded fault: liftings are summed up in place of separations"),
        {"ecmc/exact pressure"}) &&
    add("accepts-anything", accepts_anything,
        Origin::invented("seeded fault: the input is not checked"), {"ecmc/bad input"}) &&
    add("says-nothing", says_nothing,
        Origin::invented("seeded fault: an error without what, where and found"),
        {"ecmc/bad input"}) &&
    add("abort-ignored", with_policy(OnViolation::abort, OnViolation::remember),
        Origin::invented("seeded fault: goes on after a violation that shall stop it"),
        {"ecmc/violation honesty"}) &&
    add("repairs-nothing", with_policy(OnViolation::repair, OnViolation::remember),
        Origin::invented("seeded fault: repair is accepted and not done"), {"ecmc/repair"}, true);

}  // namespace
}  // namespace touchstone::mutants
