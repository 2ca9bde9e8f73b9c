#include "validation/experiments/ecmc/sweep_timing.hpp"

#include <algorithm>
#include <chrono>
#include <memory>

#include "models/core/interrupt.hpp"

namespace touchstone::validation::ecmc {
namespace {

double advance_timed(disks::Simulation& simulation, std::uint64_t sweeps) {
  const auto before = std::chrono::steady_clock::now();
  simulation.advance(sweeps);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
}

}  // namespace

std::vector<double> seconds_per_sweep(const std::vector<Way>& all,
                                      const disks::Configuration& start, std::uint64_t seed) {
  std::vector<std::unique_ptr<disks::Simulation>> running;
  std::vector<std::uint64_t> batch;
  for (const Way& way : all) {
    disks::RunParameters run;
    run.threads = way.threads;
    run.seed = seed;
    running.push_back(way.scheme->start(start, run));
    std::uint64_t sweeps = 1;
    while (advance_timed(*running.back(), sweeps) < kTimingSeconds) sweeps *= 2;
    batch.push_back(sweeps);
  }
  std::vector<std::vector<double>> seconds(all.size());
  for (int turn = 0; turn < kTimingBatches; ++turn)
    for (std::size_t k = 0; k < all.size(); ++k) {
      check_interrupt();
      seconds[k].push_back(advance_timed(*running[k], batch[k]) / static_cast<double>(batch[k]));
    }
  std::vector<double> medians;
  for (auto& s : seconds) {
    std::nth_element(s.begin(), s.begin() + kTimingBatches / 2, s.end());
    medians.push_back(s[kTimingBatches / 2]);
  }
  return medians;
}

}  // namespace touchstone::validation::ecmc
