// checkers/mutants/ecmc/threaded_sampler.cpp
// Purpose   Mutant of simulations with event chains on threads: violations are repaired by a single
//           thread and kept by several, which only runs of 16384 disks or more are.
#include <algorithm>
#include <memory>

#include "checkers/disks/disk_kind.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "models/disks/chains/chain_schedule.hpp"
#include "models/disks/chains/near_graph.hpp"

namespace touchstone::mutants {
namespace {

using disks::Configuration;
using disks::RiftAverage;
using disks::RunParameters;

/// The legs of ecmc/sampler by a chain scheme on threads, with the same schedule and choices.
class KeepsViolations final : public disks::Simulation {
 public:
  KeepsViolations(const Configuration& start, const RunParameters& p)
      : random_(p.seed),
        schedule_(disks::chain_schedule(start.size())),
        threads_(std::clamp(static_cast<int>(schedule_.active / 8), 1, p.threads)),
        state_(disks::in_fixed_point(start)),
        legs_(2 * schedule_.legs * p.first_sweep) {
    disks::require_valid(p);
    disks::require_apart(state_);
  }

  void advance(std::uint64_t sweeps) override {
    for (; sweeps > 0; --sweeps)
      for (const RiftAverage::Axis axis : {RiftAverage::Axis::x, RiftAverage::Axis::y}) {
        phase(axis);
        state_ = disks::transposed(state_);
      }
  }
  Configuration configuration() const override { return disks::in_diameters(state_); }
  SweepStats stats() const override { return {liftings_, liftings_}; }
  const RiftAverage* rift() const override { return &rift_; }
  int threads() const override { return threads_; }
  std::size_t memory_bytes() const override { return 64 * state_.size(); }

 private:
  std::vector<disks::DiskIndex> active() {
    return disks::random_active(state_.size(), schedule_.active,
                                disks::active_stream(random_, legs_++));
  }
  void phase(RiftAverage::Axis axis) {
    using disks::OnViolation;
    const disks::ChainParameters legs{
        .threads = threads_,
        .on_violation = threads_ == 1 ? OnViolation::repair : OnViolation::remember,
        .record = false};
    const auto run = disks::chain_scheme("ecmc/word-chains")
                         .start({state_, active(), schedule_.leg}, disks::near_graph(state_), legs);
    run->advance(schedule_.leg);
    for (std::uint32_t leg = 1; leg < schedule_.legs; ++leg) {
      run->choose_active(active());
      run->advance(schedule_.leg);
    }
    state_.x = run->positions();
    liftings_ += run->liftings();
    const double turn = state_.box.width * 0x1p-32;
    const double paths = static_cast<double>(schedule_.legs) *
                         static_cast<double>(schedule_.active) * static_cast<double>(schedule_.leg);
    rift_.add(axis, turn * paths, turn * static_cast<double>(run->carried()), schedule_.active,
              state_.size());
  }

  Philox random_;
  disks::ChainSchedule schedule_;
  int threads_;
  disks::FixedConfiguration state_;
  RiftAverage rift_;
  std::uint64_t legs_;
  std::uint64_t liftings_ = 0;
};

const bool registered = register_mutant(
    DiskMutant{.scheme = {.info = {.name = "mutant/sampler-keeps-violations-on-threads",
                                   .source = "planted fault",
                                   .claims = Claims::global_balance | Claims::thread_invariant |
                                             Claims::conserves_particles,
                                   .parallel = true},
                          .start =
                              [](const Configuration& start, const RunParameters& p) {
                                return std::make_unique<KeepsViolations>(start, p);
                              },
                          .trial_moves = false,
                          .measures_rift = true},
               .origin = Origin::invented("seeded fault: only a single thread repairs violations"),
               .killed_by = {"property/thread invariant"},
               .family = "ecmc"});

}  // namespace
}  // namespace touchstone::mutants
