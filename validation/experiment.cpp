#include "validation/experiment.hpp"

#include <algorithm>
#include <stdexcept>

namespace touchstone::validation {
namespace {

std::vector<Experiment>& mutable_experiments() {
  static std::vector<Experiment> all;  // filled before main() by the registration lines
  return all;
}

}  // namespace

const std::vector<Experiment>& experiments() { return mutable_experiments(); }

bool register_experiment(Experiment experiment) {
  std::vector<Experiment>& all = mutable_experiments();
  const auto place =
      std::lower_bound(all.begin(), all.end(), experiment,
                       [](const Experiment& a, const Experiment& b) { return a.name < b.name; });
  if (place != all.end() && place->name == experiment.name)
    throw std::logic_error("experiment registered twice: " + experiment.name);
  all.insert(place, std::move(experiment));
  return true;
}

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
