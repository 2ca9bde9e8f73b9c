#include "checkers/explore/event_chain/records.hpp"

#include <fmt/format.h>

namespace touchstone::explore {
namespace {

/// "ecmc/algorithm-5", "ecmc/algorithm-5 14<->15", "mutant/algorithm-5 15<->16".
std::string scheme(const ChainMutant* mutant) {
  if (mutant == nullptr) return "ecmc/algorithm-5";
  return (mutant->survives() ? "ecmc/algorithm-5 " : "mutant/algorithm-5 ") + mutant->name;
}

ResultRecord base_record(const ChainMutant* mutant, const std::string& suite,
                         const std::string& replay) {
  ResultRecord record;
  record.kind = "check";
  record.family = "ecmc";
  record.scheme = scheme(mutant);
  record.backend = "explorer";
  record.problem_class = "tiny";
  record.seed = kFamilySeed;
  record.replay = replay;
  if (mutant != nullptr) record.replay += fmt::format(" --variant '{}'", mutant->name);
  record.replay += " --suite " + suite;
  record.params["suite"] = suite;
  if (mutant == nullptr) return record;
  record.params["origin"] = mutant->description;
  if (mutant->survives()) record.params["equivalence"] = mutant->equivalence;
  return record;
}

void add_probabilities(nlohmann::json& params, const EndProbabilities& p) {
  const auto add = [&](const std::string& name, const Rational& probability) {
    params["p_" + name] = probability.convert_to<double>();
    params["p_" + name + "_exact"] = probability.str();
  };
  add("right", p.right);
  add("wrong", p.wrong);
  add("aborted", p.aborted);
  add("stuck", p.stuck);
}

void add_counts(nlohmann::json& params, const SuiteResult& result) {
  const Examination& sum = result.sum;
  params["configurations"] = result.configurations;
  params["configurations_wrong"] = result.wrong;
  params["configurations_only_abort"] = result.only_aborts;
  params["configurations_unexplored"] = result.unexplored;
  params["states"] = sum.states;
  params["most_states"] = result.most_states;
  params["steps"] = sum.edges;
  params["terminals"] = sum.terminals;
  params["wrong_ends"] = sum.wrong_ends;
  params["stuck"] = sum.stuck;
  params["deadlocks"] = sum.deadlocks;
  params["livelocks"] = sum.livelocks;
  params["steps_to_abort"] = sum.edges_to_abort;
  params["bytes_per_state"] = sum.bytes_per_state;
  params["milliseconds"] = 1000 * result.seconds;
  if (!result.killer.empty()) {
    params["killer"] = result.killer;
    params["counterexample"] = result.counterexample;
  }
  if (result.probabilities) add_probabilities(params, *result.probabilities);
}

Verdict verdict(const ChainMutant* mutant, const SuiteResult& result) {
  if (mutant == nullptr || mutant->survives()) {
    if (result.killed > 0) return Verdict::fail;
    return result.unexplored > 0 ? Verdict::inconclusive : Verdict::pass;
  }
  if (result.killed > 0) return Verdict::pass;
  return mutant->must_be_killed_by(result.suite) ? Verdict::fail : Verdict::not_claimed;
}

}  // namespace

std::vector<ResultRecord> records(const std::vector<KillRow>& rows, const std::string& replay) {
  std::vector<ResultRecord> list;
  for (const KillRow& row : rows)
    for (const SuiteResult& result : row.results) {
      ResultRecord record = base_record(row.mutant, result.suite, replay);
      record.metric = "explore/event-chain/" + result.suite;
      record.value = static_cast<double>(result.killed);
      record.seconds = result.seconds;
      record.verdict = verdict(row.mutant, result);
      add_counts(record.params, result);
      if (row.mutant != nullptr && !row.mutant->survives()) {
        record.params["caught"] = result.killed > 0;
        record.params["expected"] = row.mutant->must_be_killed_by(result.suite);
      }
      list.push_back(std::move(record));
    }
  return list;
}

std::vector<ResultRecord> counter_records(const std::string& replay) {
  std::vector<ResultRecord> list;
  Examiner examiner;
  for (const ChainMutant* mutant :
       {static_cast<const ChainMutant*>(nullptr), &chain_mutant("15<->16")})
    for (const Configuration& suite : {sequential_c4(), sequential_c5()}) {
      const Examination& found =
          examiner.examine(mutant == nullptr ? Program{} : mutant->program, suite);
      ResultRecord record = base_record(nullptr, suite.name, replay);
      record.params["variant"] = mutant == nullptr ? "" : mutant->name;
      nlohmann::json counters = nlohmann::json::array();
      const auto pairs = states_by_counters(examiner.system(), examiner.graph());
      for (const auto& [pair, states] : pairs)
        counters.push_back({int{pair.first}, int{pair.second}, states});
      record.metric = "explore/event-chain/program counters " + suite.name +
                      (mutant == nullptr ? "" : " with " + mutant->name);
      record.value = static_cast<double>(pairs.size());
      record.params["states"] = found.states;
      record.params["terminals"] = found.terminals;
      record.params["counters"] = std::move(counters);
      record.verdict = found.complete ? Verdict::pass : Verdict::inconclusive;
      list.push_back(std::move(record));
    }
  return list;
}

}  // namespace touchstone::explore
