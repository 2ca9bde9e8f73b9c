#include "validation/experiment.hpp"

#include <fmt/format.h>

#include <cmath>
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

void judge_known(ResultRecord& record, double value, double expected, double allowed,
                 const std::string& source, const std::string& why) {
  record.value = value;
  record.expected = Published{expected, 0};
  record.expected_source = source;
  record.verdict = std::abs(value - expected) <= allowed ? Verdict::pass : Verdict::fail;
  record.allowance = Allowance{allowed, why};
}

}  // namespace touchstone::validation
