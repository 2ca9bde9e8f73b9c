#include "validation/experiments/longrange/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace touchstone::validation::longrange {

using touchstone::longrange::LongrangeScheme;
using touchstone::longrange::Model;

namespace {

/// Serial code first, then vectors from the widest on, then everything else.
std::size_t vector_rank(const std::string& backend) {
  static const std::vector<std::string> kOrder = {"serial", "avx512", "avx2", "portable"};
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), backend) -
                                  kOrder.begin());
}

}  // namespace

std::vector<const LongrangeScheme*> schemes_for(Model model) {
  std::vector<const LongrangeScheme*> all;
  for (const LongrangeScheme& scheme : touchstone::longrange::schemes())
    if (scheme.available && !scheme.mutant && !scheme.emulated && !scheme.costly_steps &&
        scheme.runs(model))
      all.push_back(&scheme);
  std::stable_sort(all.begin(), all.end(), [](const auto* a, const auto* b) {
    return vector_rank(a->info.backend) < vector_rank(b->info.backend);
  });
  std::set<std::string> kinds;
  std::erase_if(all, [&](const LongrangeScheme* scheme) {
    const std::string& name = scheme->info.name;
    const bool named = name.ends_with("-" + scheme->info.backend);  // one of several for its kind
    return !kinds.insert(named ? name.substr(0, name.rfind('-')) : name).second;
  });
  return all;
}

bool is_reference(const LongrangeScheme& scheme) {
  return scheme.info.name == "longrange/yoshida-reference";
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
  const double per_second = scheme.info.backend == "serial" ? 3e7 : 1e9;  // nominal
  m.cost = 3 * steps * n * (direct ? n : 1) / per_second;
  return m;
}

double EnergySeries::largest_error() const { return *std::max_element(error.begin(), error.end()); }

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
