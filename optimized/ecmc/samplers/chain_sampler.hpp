// optimized/ecmc/samplers/chain_sampler.hpp
// Purpose   Whole simulations with event chains: phases along +x and +y alternately, each with a
//           constraint graph, legs with new active disks, and the pressure from the liftings.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021); the
//           paper leaves the complete sampler to future work.
// Samples   Uniformly, all configurations (models/disks/chains/chain_schedule.hpp).
// Not here  Legs: the code that runs them (`StartPhase`) must do what one global clock does.
#pragma once
#include <functional>
#include <memory>

#include "models/disks/chains/chain_registry.hpp"
#include "models/disks/chains/chain_schedule.hpp"
#include "models/disks/registry.hpp"

namespace touchstone::optimized {

/// Prepares the legs of one phase, along +x of a configuration without overlaps.
using StartPhase = std::function<std::unique_ptr<disks::ChainRun>(
    const disks::FixedConfiguration&, const std::vector<disks::DiskIndex>& active)>;

/// A sweep is two phases, along x and along y: about 2 kLiftingsPerPhase liftings of each disk.
class ChainSampler final : public disks::Simulation {
 public:
  /// `threads`: those of the phases. Throws InputError for starts with overlaps.
  ChainSampler(const disks::Configuration& start, const disks::RunParameters& p,
               const disks::ChainSchedule& schedule, StartPhase start_phase, int threads = 1);

  void advance(std::uint64_t sweeps) override;
  disks::Configuration configuration() const override;
  /// Liftings; all are accepted.
  SweepStats stats() const override { return {liftings_, liftings_}; }
  const disks::RiftAverage* rift() const override { return &rift_; }
  int threads() const override { return threads_; }
  std::size_t memory_bytes() const override;

 private:
  void phase(disks::RiftAverage::Axis axis);

  Philox random_;
  disks::ChainSchedule schedule_;
  StartPhase start_phase_;
  int threads_;
  disks::FixedConfiguration state_;  ///< x and y exchanged during phases along y
  disks::RiftAverage rift_;
  std::uint64_t legs_;
  std::uint64_t liftings_ = 0;
};

}  // namespace touchstone::optimized
