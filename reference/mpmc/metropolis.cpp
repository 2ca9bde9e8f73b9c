// Registers the all-pairs Metropolis oracle as a scheme.
#include "reference/mpmc/metropolis.hpp"

#include <fmt/format.h>

#include "models/core/errors.hpp"
#include "models/disks/registry.hpp"

namespace touchstone::reference {
namespace {

class MetropolisSimulation final : public disks::Simulation {
 public:
  MetropolisSimulation(const disks::Configuration& start, const disks::RunParameters& p)
      : scheme_(p.max_displacement), random_(p.seed), state_(start), sweep_(p.first_sweep) {
    disks::require_legal_start(start);
  }
  void advance(std::uint64_t sweeps) override {
    for (; sweeps > 0; --sweeps) stats_ += scheme_.sweep(state_, random_, sweep_++);
  }
  disks::Configuration configuration() const override { return state_; }
  SweepStats stats() const override { return stats_; }
  std::size_t memory_bytes() const override { return state_.size() * sizeof(disks::Vec<double>); }

 private:
  Metropolis scheme_;
  Philox random_;
  disks::Configuration state_;
  SweepStats stats_;
  std::uint64_t sweep_;
};

const bool registered = disks::register_scheme(
    {.info = {.name = "mpmc/metropolis-reference",
              .source = "Metropolis et al. 1953, section II",
              .claims = Claims::detailed_balance | Claims::global_balance |
                        Claims::conserves_particles | Claims::thread_invariant},
     .start =
         [](const disks::Configuration& start, const disks::RunParameters& p) {
           disks::require_valid(p);
           return std::make_unique<MetropolisSimulation>(start, p);
         },
     .all_pairs = true});

}  // namespace
}  // namespace touchstone::reference
