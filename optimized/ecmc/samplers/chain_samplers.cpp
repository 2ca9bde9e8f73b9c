// optimized/ecmc/samplers/chain_samplers.cpp: simulations with event chains, on threads and with
// cells.
#include "optimized/ecmc/samplers/chain_sampler.hpp"
#include "optimized/ecmc/team/chain_team.hpp"
#include "optimized/ecmc/words/word_kernels.hpp"

namespace touchstone::optimized {
namespace {

constexpr Claims kClaims = Claims::global_balance | Claims::thread_invariant |
                           Claims::equals_reference | Claims::conserves_particles;

/// Below so many disks a graph takes less time than to share the work.
constexpr std::size_t kParallelGraph = 8192;

std::unique_ptr<disks::ChainRun> start_phase(WordDisks disks,
                                             const std::vector<disks::DiskIndex>& active,
                                             int threads) {
  disks::ChainParameters parameters;
  parameters.threads = threads;
  parameters.on_violation = disks::OnViolation::repair;
  parameters.record = false;
  if (threads == 1)
    return std::make_unique<ChainTeam<WordKernel<SerialMemory>>>(std::move(disks), active,
                                                                 parameters);
  return std::make_unique<ChainTeam<WordKernel<NativeMemory>>>(std::move(disks), active,
                                                               parameters);
}

std::unique_ptr<disks::Simulation> on_threads(const disks::Configuration& start,
                                              const disks::RunParameters& p) {
  disks::require_valid(p);
  const disks::ChainSchedule schedule = disks::chain_schedule(start.size());
  // A thread hides the latency of memory behind about eight chains; with fewer it waits more than
  // it moves.
  const int threads = std::clamp(static_cast<int>(schedule.active / 8), 1, p.threads);
  const int graph_threads = start.size() < kParallelGraph ? 1 : p.threads;
  return std::make_unique<ChainSampler>(
      start, p, schedule,
      [threads, graph_threads](const disks::FixedConfiguration& phase,
                               const std::vector<disks::DiskIndex>& active) {
        return start_phase(WordDisks(phase, graph_threads), active, threads);
      },
      threads);
}

const bool threads =
    disks::register_scheme({.info = {.name = "ecmc/sampler",
                                     .source = "Li et al. 2021, Algorithm 6 made a sampler",
                                     .claims = kClaims,
                                     .backend = "openmp",
                                     .parallel = true},
                            .start = on_threads,
                            .equals = "ecmc/sampler-reference",
                            .trial_moves = false,
                            .measures_rift = true,
                            .family = "ecmc"});

}  // namespace
}  // namespace touchstone::optimized
