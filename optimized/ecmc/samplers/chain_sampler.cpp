#include "optimized/ecmc/samplers/chain_sampler.hpp"

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"

namespace touchstone::optimized {

ChainSampler::ChainSampler(const disks::Configuration& start, const disks::RunParameters& p,
                           const disks::ChainSchedule& schedule, StartPhase start_phase,
                           int threads)
    : random_(p.seed),
      schedule_(schedule),
      start_phase_(std::move(start_phase)),
      threads_(threads),
      state_(disks::in_fixed_point(start)),
      legs_(2 * schedule.legs * p.first_sweep) {
  disks::require_apart(state_);
  disks::require_room(state_);
}

void ChainSampler::advance(std::uint64_t sweeps) {
  for (std::uint64_t sweep = 0; sweep < sweeps; ++sweep) {
    phase(disks::RiftAverage::Axis::x);
    state_ = disks::transposed(state_);
    phase(disks::RiftAverage::Axis::y);
    state_ = disks::transposed(state_);
  }
}

void ChainSampler::phase(disks::RiftAverage::Axis axis) {
  const auto active = [&] {
    return disks::random_active(state_.size(), schedule_.active,
                                disks::active_stream(random_, legs_++));
  };
  const auto run = start_phase_(state_, active());
  run->advance(schedule_.leg);
  for (std::uint32_t leg = 1; leg < schedule_.legs; ++leg) {
    run->choose_active(active());
    run->advance(schedule_.leg);
  }
  state_.x = run->positions();
  liftings_ += run->liftings();
  const double turn = state_.box.width * 0x1p-32;
  const double paths = static_cast<double>(schedule_.legs) * static_cast<double>(schedule_.active) *
                       static_cast<double>(schedule_.leg);
  rift_.add(axis, turn * paths, turn * static_cast<double>(run->carried()), schedule_.active,
            state_.size());
}

disks::Configuration ChainSampler::configuration() const { return disks::in_diameters(state_); }

std::size_t ChainSampler::memory_bytes() const {
  // Positions; and during a phase records of 32 bytes, their order, and the graph.
  return state_.size() * (2 * sizeof(disks::FixedCoordinate) + 32 + 2 * sizeof(disks::DiskIndex) +
                          3 * sizeof(disks::Arrow) + sizeof(std::size_t));
}

}  // namespace touchstone::optimized
