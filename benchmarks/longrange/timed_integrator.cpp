#include "benchmarks/longrange/timed_integrator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>

#include "benchmarks/sample.hpp"
#include "models/core/registry.hpp"
#include "models/longrange/force_on.hpp"
#include "models/longrange/starts.hpp"

namespace touchstone::benchmarks::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::Model;

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

TimedIntegrator::TimedIntegrator(const Request& request, const IntegratorEntry& entry,
                                 const lr::State& start)
    : TimedSteps(request, entry.subject(), integrator_protocol(request)), entry_(entry) {
  if (entry.targets > 0) {
    sums_ = entry.scheme->sums(start, run_parameters(entry));
    q_ = start.q;
  } else {
    simulation_ = entry.scheme->start(start, run_parameters(entry));
  }
}

std::string TimedIntegrator::fault_of_first_steps() {
  return sums_ ? fault_of_sample(0) : fault_of_step(entry_);
}

/// Cold starts are drawn particle by particle: any that follow each other are a random sample.
void TimedIntegrator::advance(std::uint64_t steps) {
  if (simulation_) return simulation_->advance(steps);
  for (; steps > 0; --steps) {
    const bool last = first_target_ + 2 * entry_.targets > entry_.particles;
    first_target_ = last ? 0 : first_target_ + entry_.targets;
    (void)sums_->forces(first_target_, entry_.targets);
  }
}

double TimedIntegrator::value(const Run& run) const {
  const double samples =
      sums_ ? 3 * static_cast<double>(entry_.particles) / static_cast<double>(entry_.targets) : 1;
  return samples * cost_of(run);
}

std::string TimedIntegrator::fault() {
  return sums_ ? fault_of_sample(entry_.particles - entry_.targets) : fault_of_energies();
}

std::optional<double> TimedIntegrator::fraction_of_bound(double seconds) const {
  const double least = bound_of(entry_).ports;
  return least > 0 ? std::optional(least / seconds) : std::nullopt;
}

nlohmann::json TimedIntegrator::params() const {
  const lr::RunParameters parameters = run_parameters(entry_);
  const StepBound bound = bound_of(entry_);
  const auto n = static_cast<double>(entry_.particles);
  return {{"softening", parameters.system.softening},
          {"time_step", parameters.time_step},
          {"extent", sums_ ? "sampled targets" : "complete steps"},
          {"targets", sums_ ? entry_.targets : entry_.particles},
          {"bound_seconds", bound.ports},
          {"bound_by", bound.by},
          {"mixture_seconds", bound.mixture},
          {"operations", entry_.model == Model::hmf ? n : 3 * n * n}};
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
