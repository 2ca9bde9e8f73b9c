#include "benchmarks/longrange/timed_integrator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "models/longrange/starts.hpp"

namespace touchstone::benchmarks::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::Model;
using Clock = std::chrono::steady_clock;

constexpr double kSoftening = 1e-3;
constexpr double kEnergyError = 1e-4;

}  // namespace

lr::RunParameters run_parameters(const IntegratorEntry& entry) {
  const bool hmf = entry.model == Model::hmf;
  return {.system = {entry.model, hmf ? 0 : kSoftening},
          .time_step = hmf ? 0.1 : 0.005,
          .threads = entry.threads};
}

lr::State cold_start(Model model, std::size_t particles, std::uint64_t seed) {
  return model == Model::plane ? lr::annulus(particles, 1, 1.5, seed)
                               : lr::cold_circle(particles, seed);
}

TimedIntegrator::TimedIntegrator(const IntegratorEntry& entry, const lr::State& start,
                                 double seconds)
    : entry_(entry),
      simulation_(entry.scheme->start(start, run_parameters(entry))),
      before_(simulation_->energies()) {
  first_ = advance_timed();
  steps_ = static_cast<std::uint64_t>(std::ceil(seconds / first_));
}

double TimedIntegrator::advance_timed() {
  const auto before = Clock::now();
  simulation_->advance(steps_);
  return std::chrono::duration<double>(Clock::now() - before).count();
}

Run TimedIntegrator::run() {
  Run run;
  run.seconds = advance_timed();
  run.count = steps_;
  runs_.push_back(run);
  return run;
}

std::vector<double> TimedIntegrator::seconds_per_step(std::size_t particles) const {
  const double ratio =
      static_cast<double>(particles) / static_cast<double>(entry_.timed_particles());
  std::vector<double> result;
  for (const Run& run : runs_)
    result.push_back(ratio * ratio * run.seconds / static_cast<double>(run.count));
  return result;
}

std::string TimedIntegrator::verify() const {
  const lr::Energies now = simulation_->energies();
  const double error =
      std::abs(now.total() - before_.total()) / std::max(now.kinetic, std::abs(now.potential));
  if (error < kEnergyError) return "";
  return fmt::format("energy changed by {:.2g} of its larger part, expected less than {}", error,
                     kEnergyError);
}

}  // namespace touchstone::benchmarks::longrange
