// checkers/explore/check/event_chain_jobs.cpp
// Purpose   Algorithm 5 and its variants on every suite.
#include "checkers/explore/check/job.hpp"
#include "checkers/explore/event_chain/records.hpp"

namespace touchstone::explore {
namespace {

/// Exact probabilities are for the published algorithm and the paper's own example of a mistake.
bool wants_probabilities(const ChainMutant* mutant) {
  return mutant == nullptr || mutant->name == "15<->16";
}

KillRow row_of(const std::string& name, const ChainMutant* mutant) {
  KillRow row{name, mutant, {}};
  const Program program = mutant == nullptr ? Program{} : mutant->program;
  for (const Suite& suite : standard_suites())
    row.results.push_back(
        run_suite(program, suite, suite.count == 1 && wants_probabilities(mutant)));
  return row;
}

}  // namespace

std::vector<ExploreJob> event_chain_jobs() {
  std::vector<ExploreJob> jobs;
  const auto add = [&](const std::string& name, const ChainMutant* mutant) {
    jobs.push_back({"event chains", name, "ecmc",
                    [name, mutant] { return records({row_of(name, mutant)}, ""); }});
  };
  add("Algorithm 5", nullptr);
  for (const ChainMutant& mutant : chain_mutants()) add(mutant.name, &mutant);
  jobs.push_back({"event chains", "program counters", "ecmc", [] { return counter_records(""); }});
  return jobs;
}

}  // namespace touchstone::explore
