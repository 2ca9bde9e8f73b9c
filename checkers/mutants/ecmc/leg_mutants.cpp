// checkers/mutants/ecmc/leg_mutants.cpp
// Purpose   Mutants of the algorithm within a leg: horizon test, times of flight, liftings, local
//           times, stalled disks, threads.
#include <cmath>
#include <vector>

#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/mutants/ecmc/faulty_chains.hpp"

namespace touchstone::mutants {
namespace {

constexpr Claims kClaims = Claims::global_balance | Claims::thread_invariant |
                           Claims::equals_reference | Claims::conserves_particles;

bool add(const char* name, ChainFault fault, const Origin& origin,
         std::vector<std::string> killed_by) {
  return register_mutant(
      ChainMutant{.scheme = {.info = {.name = std::string("mutant/chains-") + name,
                                      .source = "planted fault",
                                      .claims = kClaims},
                             .start =
                                 [fault](const disks::Leg& leg, const disks::ConstraintGraph& graph,
                                         const disks::ChainParameters& p) {
                                   return faulty_chains(fault, leg, graph, p);
                                 }},
                  .origin = origin,
                  .killed_by = std::move(killed_by)});
}

/// The reference without the arrows between disks that overlap by less than 1e-6 when they pass.
disks::ChainScheme blind_to_grazing() {
  const auto start = [](const disks::Leg& leg, const disks::ConstraintGraph& graph,
                        const disks::ChainParameters& p) {
    const double most = std::sqrt(2e-6) / leg.start.box.width * disks::kTicksPerSide;
    std::vector<std::vector<disks::DiskIndex>> targets(graph.size());
    for (std::size_t i = 0; i < graph.size(); ++i)
      for (const disks::Arrow& arrow : graph.from(i))
        if (arrow.separation > most) targets[i].push_back(arrow.to);
    return disks::chain_scheme("ecmc/global-time-reference")
        .start(leg, disks::ConstraintGraph(leg.start, targets), p);
  };
  return {.info = {.name = "mutant/chains-blind-to-grazing",
                   .source = "planted fault",
                   .claims = kClaims},
          .start = start};
}

constexpr const char* kEquals = "ecmc/equals global time";
constexpr const char* kHonest = "ecmc/violation honesty";

const bool registered =
    add("no-horizon-test", ChainFault::no_horizon_test,
        Origin::paper(
            "Li 2021, remark 4: without the horizon condition the result depends on the schedule"),
        {kEquals, kHonest}) &&
    add("equality-allowed", ChainFault::equality_allowed,
        Origin::public_code("public code of Li 2021: t_j > t_i + tau_ij where equation 2 has >="),
        {kHonest}) &&
    add("only-target-tested", ChainFault::only_target_tested,
        Origin::paper("Li 2021, remark 4: all arrows are tested, not only that of the target"),
        {kEquals}) &&
    add("violation-reported-late", ChainFault::reported_late,
        Origin::invented("seeded fault: the time of the contact, not the earliest that took part"),
        {kEquals}) &&
    add("violation-reported-early", ChainFault::reported_early,
        Origin::invented("seeded fault: the start of the leg, before which nothing is promised"),
        {kHonest, kEquals}) &&
    add("violation-always-reported", ChainFault::always_reported,
        Origin::invented("seeded fault: a scheme that never promises anything"),
        {kHonest, "ecmc/short legs"}) &&
    add("last-of-equal-targets", ChainFault::last_of_equal_targets,
        Origin::invented("seeded fault: <= for < in the search of the nearest target"),
        {"ecmc/ties"}) &&
    add("no-wrap-ahead", ChainFault::no_wrap_ahead,
        Origin::invented("seeded fault: targets beyond the edge of the box"),
        {kEquals, "ecmc/conserves and legal", "ecmc/translation", "ecmc/time reversal"}) &&
    add("contact-is-a-turn", ChainFault::contact_is_a_turn,
        Origin::paper("Li 2021, section 2: at contact tau is about -1e-17 and must not be wrapped"),
        {"ecmc/ties"}) &&
    add("no-recheck", ChainFault::no_recheck,
        Origin::paper("Li 2021, Algorithm 5, statement 13 left out"), {kEquals}) &&
    add("target-time-not-set", ChainFault::target_time_not_set,
        Origin::paper("Li 2021, Algorithm 5, statement 14 left out"), {kEquals}) &&
    add("own-time-not-set", ChainFault::own_time_not_set,
        Origin::paper("Li 2021, Algorithm 5, statement 15 left out"), {kEquals}) &&
    add("last-tick-lost", ChainFault::last_tick_lost,
        Origin::invented("seeded fault: tau + 1 < d where statement 12 has tau < d"),
        {"ecmc/breakpoints"}) &&
    add("lifts-at-breakpoint", ChainFault::lifts_at_breakpoint,
        Origin::invented("seeded fault: tau <= d where statement 12 has tau < d"),
        {"ecmc/breakpoints"}) &&
    add("lost-on-stalled", ChainFault::lost_on_stalled,
        Origin::public_code(
            "public code of Li 2021: chains that meet a stalled disk; here they are dropped"),
        {"ecmc/conserves and legal"}) &&
    add("lifts-to-active", ChainFault::lifts_to_active,
        Origin::paper("Li 2021, Algorithm 2: active disks have the same velocity and never lift to "
                      "each other"),
        {kEquals, "ecmc/conserves and legal"}) &&
    add("remainder-not-moved", ChainFault::remainder_not_moved,
        Origin::invented(
            "seeded fault: k / threads active disks for each thread, the rest for none"),
        {"ecmc/thread invariance", "ecmc/drawn legs"}) &&
    register_mutant(
        ChainMutant{.scheme = blind_to_grazing(),
                    .origin = Origin::invented("seeded fault: cells lower than a diameter by 1e-6"),
                    .killed_by = {"ecmc/grazing"}});

}  // namespace
}  // namespace touchstone::mutants
