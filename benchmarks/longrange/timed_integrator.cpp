#include "benchmarks/longrange/timed_integrator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "models/longrange/force_on.hpp"
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
    : entry_(entry) {
  if (entry.targets > 0) {
    sums_ = entry.scheme->sums(start, run_parameters(entry));
    q_ = start.q;
  } else {
    simulation_ = entry.scheme->start(start, run_parameters(entry));
    before_ = simulation_->energies();
  }
  first_ = advance_timed();
  steps_ = static_cast<std::uint64_t>(std::ceil(seconds / first_));
}

double TimedIntegrator::advance_timed() {
  const auto before = Clock::now();
  if (sums_)
    for (std::uint64_t k = 0; k < steps_; ++k) next_sample();
  else
    simulation_->advance(steps_);
  return std::chrono::duration<double>(Clock::now() - before).count();
}

/// Cold starts are drawn particle by particle: any that follow each other are a random sample.
void TimedIntegrator::next_sample() {
  if (first_target_ + 2 * entry_.targets > entry_.particles)
    first_target_ = 0;
  else
    first_target_ += entry_.targets;
  forces_ = sums_->forces(first_target_, entry_.targets);
}

Run TimedIntegrator::run() {
  Run run;
  run.seconds = advance_timed();
  run.count = steps_;
  runs_.push_back(run);
  return run;
}

std::vector<double> TimedIntegrator::seconds_per_step() const {
  const double samples =
      sums_ ? 3 * static_cast<double>(entry_.particles) / static_cast<double>(entry_.targets) : 1;
  std::vector<double> result;
  for (const Run& run : runs_)
    result.push_back(samples * run.seconds / static_cast<double>(run.count));
  return result;
}

std::string TimedIntegrator::verify() const { return sums_ ? verify_sample() : verify_energy(); }

std::string TimedIntegrator::verify_energy() const {
  const lr::Energies now = simulation_->energies();
  const double error =
      std::abs(now.total() - before_.total()) / std::max(now.kinetic, std::abs(now.potential));
  if (error < kEnergyError) return "";
  return fmt::format("energy changed by {:.2g} of its larger part, expected less than {}", error,
                     kEnergyError);
}

/// Forces of a homogeneous start cancel: relative to what is left, errors grow as the root of N.
std::string TimedIntegrator::verify_sample() const {
  constexpr std::size_t kVerified = 4;
  const lr::System system = run_parameters(entry_).system;
  const std::size_t checked = std::min(kVerified, entry_.targets);
  double wrong = 0;
  double size = 0;
  for (std::size_t c = 0; c < lr::dimensions(system.model); ++c)
    for (std::size_t k = 0; k < checked; ++k) {
      const std::size_t target = k * (entry_.targets - 1) / std::max<std::size_t>(1, checked - 1);
      const auto truth = static_cast<double>(lr::force_on(system, q_, first_target_ + target, c));
      const double error = forces_.at(c * entry_.targets + target) - truth;
      wrong += error * error;
      size += truth * truth;
    }
  const double error = std::sqrt(wrong / size);
  const double allowed =
      10 * entry_.scheme->force_error * std::sqrt(1 + static_cast<double>(entry_.particles) / 256);
  if (error < allowed) return "";
  return fmt::format(
      "forces of the sample are wrong by {:.2g} of their size, expected less than "
      "{:.2g}",
      error, allowed);
}

}  // namespace touchstone::benchmarks::longrange
