#include "benchmarks/longrange/timed_integrator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>

#include "benchmarks/sample.hpp"
#include "benchmarks/stopwatch.hpp"
#include "models/core/registry.hpp"
#include "models/longrange/force_on.hpp"
#include "models/longrange/starts.hpp"

namespace touchstone::benchmarks::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::Model;

constexpr int kRuns = 5;
constexpr double kSoftening = 1e-3;
constexpr std::size_t kVerified = 256;  // particles: what claims on the error of forces speak of
constexpr double kRounding = 2.3e-16;

double length(const std::vector<double>& v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return std::sqrt(sum);
}

double distance(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return length(a);
}

/// A step of few particles against the reference's: momenta differ by the claimed error of forces
/// alone. The kicks of a fourth-order step add up, without their signs, to 4.41 time steps.
std::string fault_of_step(const IntegratorEntry& entry) {
  lr::RunParameters p = run_parameters(entry);
  if (p.system.softening > 0)
    p.system.softening = std::max(p.system.softening, entry.scheme->smallest_softening);
  const lr::State start = cold_start(entry.model, kVerified, 1);
  const auto run = entry.scheme->start(start, p);
  const auto truth = baseline_of(lr::schemes()).start(start, p);
  const double forces = length(truth->forces());
  run->advance(1);
  truth->advance(1);
  const lr::State found = run->state(), expected = truth->state();
  const double allowed = 4.41 * p.time_step * (entry.scheme->force_error + 3 * kRounding) * forces +
                         10 * kRounding * length(expected.p);
  const double error = distance(found.p, expected.p);
  if (!(error <= allowed))
    return fmt::format("momenta after a step of {} particles are wrong by {:.2g}, allowed {:.2g}",
                       kVerified, error, allowed);
  const double moved = distance(found.q, expected.q);
  const double rounding = 10 * kRounding * length(expected.q);
  if (!(moved <= 4.41 * p.time_step * allowed + rounding))
    return fmt::format("positions after a step of {} particles are wrong by {:.2g}", kVerified,
                       moved);
  return "";
}

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

namespace {

std::string key_of(const IntegratorEntry& entry) {
  return fmt::format("{}/{}/{}", entry.scheme->info.name, lr::name(entry.model), entry.threads);
}

}  // namespace

void StepTimes::keep(const IntegratorEntry& entry, double seconds) {
  per_particle_[key_of(entry)] = seconds / static_cast<double>(entry.particles);
}

double StepTimes::expected(const IntegratorEntry& entry, const Request& request) {
  const std::vector<std::size_t> sizes = integrator_sizes(request, entry.model);
  const std::size_t smallest = *std::min_element(sizes.begin(), sizes.end());
  if (entry.particles <= smallest) return 0;
  if (per_particle_.count(key_of(entry)) == 0) {
    const auto run =
        entry.scheme->start(cold_start(entry.model, smallest, request.seed), run_parameters(entry));
    const Stopwatch watch;
    run->advance(1);
    IntegratorEntry timed = entry;
    timed.particles = smallest;
    keep(timed, watch.seconds());
  }
  return per_particle_[key_of(entry)] * static_cast<double>(entry.particles);
}

TimedIntegrator::TimedIntegrator(const IntegratorEntry& entry, const lr::State& start,
                                 IntegratorBench& bench)
    : entry_(entry), bench_(&bench) {
  if (entry.targets > 0) {
    sums_ = entry.scheme->sums(start, run_parameters(entry));
    q_ = start.q;
  } else {
    simulation_ = entry.scheme->start(start, run_parameters(entry));
    wrong_ = fault_of_step(entry);
  }
  first_ = advance_timed();
  if (sums_) wrong_ = fault_of_sample(0);
  const double seconds = bench.request.problem_class <= ProblemClass::S ? 0.04 : 0.2;
  steps_ = static_cast<std::uint64_t>(std::ceil(seconds / first_));
}

int TimedIntegrator::runs() const {
  const bool is_long = first_ > longest_step(bench_->request.problem_class);
  return bench_->request.runs.value_or(is_long ? 1 : kRuns);
}

double TimedIntegrator::advance_timed() {
  const Stopwatch watch;
  if (sums_)
    for (std::uint64_t k = 0; k < steps_; ++k) next_sample();
  else
    simulation_->advance(steps_);
  return watch.seconds();
}

/// Cold starts are drawn particle by particle: any that follow each other are a random sample.
void TimedIntegrator::next_sample() {
  if (first_target_ + 2 * entry_.targets > entry_.particles)
    first_target_ = 0;
  else
    first_target_ += entry_.targets;
  (void)sums_->forces(first_target_, entry_.targets);
}

Run TimedIntegrator::run() {
  Run run;
  run.seconds = advance_timed();
  run.count = steps_;
  done_.push_back(run);
  return run;
}

std::vector<double> TimedIntegrator::seconds_per_step() const {
  const double samples =
      sums_ ? 3 * static_cast<double>(entry_.particles) / static_cast<double>(entry_.targets) : 1;
  std::vector<double> result;
  for (const Run& run : done_)
    result.push_back(samples * run.seconds / static_cast<double>(run.count));
  return result;
}

std::string TimedIntegrator::verify() const {
  if (!wrong_.empty()) return wrong_;
  return sums_ ? fault_of_sample(entry_.particles - entry_.targets) : fault_of_energies();
}

std::string TimedIntegrator::fault_of_energies() const {
  const lr::Energies now = simulation_->energies();
  const double kinetic = lr::kinetic_energy(simulation_->state());
  const double allowed = kRounding * static_cast<double>(entry_.particles) * kinetic;
  if (std::isfinite(now.potential) && std::abs(now.kinetic - kinetic) <= allowed) return "";
  return fmt::format("energies {:.12g} and {:.12g}, the kinetic one of the state is {:.12g}",
                     now.kinetic, now.potential, kinetic);
}

/// Forces of a homogeneous start cancel: relative to what is left, errors grow as the root of N.
/// The mean square of some errors exceeds that of all by less than chi-squared does.
std::string TimedIntegrator::fault_of_sample(std::size_t first) const {
  constexpr std::size_t kTargets = 16;
  const lr::System system = run_parameters(entry_).system;
  const std::size_t checked = std::min(kTargets, entry_.targets);
  const std::vector<double> forces = sums_->forces(first, entry_.targets);
  double wrong = 0;
  double size = 0;
  for (std::size_t c = 0; c < lr::dimensions(system.model); ++c)
    for (std::size_t k = 0; k < checked; ++k) {
      const std::size_t target = k * (entry_.targets - 1) / std::max<std::size_t>(1, checked - 1);
      const auto truth = static_cast<double>(lr::force_on(system, q_, first + target, c));
      const double error = forces.at(c * entry_.targets + target) - truth;
      wrong += error * error;
      size += truth * truth;
    }
  const double error = std::sqrt(wrong / size);
  const auto numbers = static_cast<double>(checked * lr::dimensions(system.model));
  const boost::math::chi_squared law(numbers);
  const double allowed = std::sqrt(quantile(complement(law, kFalseAlarm)) / numbers) *
                         entry_.scheme->force_error *
                         std::sqrt(1 + static_cast<double>(entry_.particles) / kVerified);
  if (error < allowed) return "";
  return fmt::format(
      "forces of the sample are wrong by {:.2g} of their size, expected less than "
      "{:.2g}",
      error, allowed);
}

}  // namespace touchstone::benchmarks::longrange
