// reference/ecmc/schemes.cpp: the references as schemes, for checks and validation.
#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "reference/ecmc/global_time.hpp"
#include "reference/ecmc/local_time.hpp"

namespace touchstone::reference {
namespace {

constexpr Claims kClaims = Claims::global_balance | Claims::thread_invariant |
                           Claims::equals_reference | Claims::conserves_particles;

const bool global_time = disks::register_chain_scheme(
    {.info = {.name = "ecmc/global-time-reference",
              .source = "Li et al. 2021, Algorithm 2",
              .claims = kClaims,
              .timed = false},
     .start =
         [](const disks::Leg& leg, const disks::ConstraintGraph& graph,
            const disks::ChainParameters& p) {
           return disks::run_by_legs(
               leg, graph, p, [](const disks::Leg& next, const disks::ConstraintGraph& arrows) {
                 return disks::JudgedEnd{global_time_leg(next, arrows), disks::kNoViolation};
               });
         },
     .local_times = false});

const bool local_time = disks::register_chain_scheme(
    {.info = {.name = "ecmc/local-time-reference",
              .source = "Li et al. 2021, Algorithm 4",
              .claims = kClaims,
              .timed = false},
     .start = [](const disks::Leg& leg, const disks::ConstraintGraph& graph,
                 const disks::ChainParameters& p) {
       if (p.on_violation == disks::OnViolation::repair)
         throw input_error("ecmc/local-time-reference", "what to do about violations",
                           "abort or remember", "repair");
       PhiloxStream random = Philox(p.seed).stream(Purpose::schedule, 0, 0);
       return disks::run_by_legs(
           leg, graph, p,
           [random, violation = p.on_violation](const disks::Leg& next,
                                                const disks::ConstraintGraph& arrows) mutable {
             const auto choose = [&random](std::size_t n) {
               return std::size_t{random.below(static_cast<std::uint32_t>(n))};
             };
             const LocalTimeLeg run = local_time_leg(next, arrows, choose, violation);
             return disks::JudgedEnd{run.end, run.violation};
           });
     }});

}  // namespace
}  // namespace touchstone::reference
