#include "validation/experiment.hpp"

#include <utility>

#include "models/core/registry.hpp"

namespace touchstone::validation {
namespace {

Registry<Experiment>& registry() {
  static Registry<Experiment> all("experiment");  // filled before main() by the registration lines
  return all;
}

}  // namespace

const std::vector<Experiment>& experiments() { return registry().items(); }

bool register_experiment(Experiment experiment) { return registry().add(std::move(experiment)); }

ResultRecord blank_record(const Plan& plan, const std::string& family, const std::string& metric) {
  ResultRecord record;
  record.kind = "validation";
  record.family = family;
  record.backend = "serial";
  record.problem_class = std::string(info(plan.problem_class).name);
  record.seed = plan.seed;
  record.metric = metric;
  return record;
}

}  // namespace touchstone::validation
