#include "validation/experiments/longrange/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "models/core/larger_or_nan.hpp"

namespace touchstone::validation::longrange {

using touchstone::longrange::LongrangeScheme;
using touchstone::longrange::Model;

std::vector<const LongrangeScheme*> schemes_for(Model model) {
  std::vector<const LongrangeScheme*> all = touchstone::longrange::widest_first(model);
  std::erase_if(all, [](const LongrangeScheme* scheme) { return scheme->costly_steps; });
  return all;
}

const LongrangeScheme& quick_scheme(Model model) {
  for (const LongrangeScheme* scheme : schemes_for(model))
    if (scheme->force_error < 1e-9) return *scheme;
  throw std::logic_error("no scheme for the model has forces to rounding");
}

std::size_t scaled(std::size_t class_s, ProblemClass size) {
  constexpr std::size_t kFactor[] = {1, 1, 4, 16, 64, 256};  // tiny, S, W, A, B, C
  return class_s * kFactor[static_cast<std::size_t>(size)];
}

Measurement run_measurement(const Plan& plan, const std::string& name, const std::string& metric,
                            const LongrangeScheme& scheme,
                            const touchstone::longrange::RunParameters& parameters,
                            std::size_t particles, double steps) {
  Measurement m;
  m.name = "longrange/" + name;
  m.record = blank_record(plan, "longrange", metric);
  m.record.scheme = scheme.info.name;
  m.record.backend = scheme.info.backend;
  m.record.threads = plan.threads;
  m.record.params["case"] = name;
  m.record.params["model"] = touchstone::longrange::name(parameters.system.model);
  m.record.params["softening"] = parameters.system.softening;
  m.record.params["time_step"] = parameters.time_step;
  m.record.params["particles"] = particles;
  const auto n = static_cast<double>(particles);
  const bool direct = parameters.system.model != Model::hmf;
  const double per_second = scheme.info.lanes == 1 ? 3e7 : 1e9;  // nominal
  m.cost = 3 * steps * n * (direct ? n : 1) / per_second;
  return m;
}

double EnergySeries::largest_error() const {
  return std::accumulate(error.begin(), error.end(), 0.0, larger_or_nan);
}

EnergySeries follow_energies(touchstone::longrange::Simulation& simulation, std::size_t particles,
                             double time_step, std::uint64_t steps_between, std::size_t samples) {
  const auto n = static_cast<double>(particles);
  EnergySeries series;
  double e0 = 0;
  double scale = 0;
  for (std::size_t k = 0; k <= samples; ++k) {
    if (k > 0) simulation.advance(steps_between);
    const touchstone::longrange::Energies e = simulation.energies();
    if (k == 0) e0 = e.total();
    scale = std::max({scale, e.kinetic, std::abs(e.potential)});
    series.time.push_back(static_cast<double>(k * steps_between) * time_step);
    series.kinetic.push_back(e.kinetic / n);
    series.potential.push_back(e.potential / n);
    series.error.push_back(std::abs(e.total() - e0) / scale);
  }
  return series;
}

}  // namespace touchstone::validation::longrange
