#include "checkers/explore/event_chain/kill_matrix.hpp"

#include <algorithm>
#include <chrono>

namespace touchstone::explore {
namespace {

Suite single(Configuration configuration) {
  const std::string name = configuration.name;
  return {name, 1, [configuration](std::size_t) { return configuration; }};
}

void add(SuiteResult& result, const Examination& one) {
  ++result.configurations;
  result.unexplored += !one.complete;
  result.killed += one.kills();
  result.wrong += one.complete && one.wrong_ends > 0;
  result.only_aborts += one.only_aborts();
  result.most_states = std::max(result.most_states, one.states);
  Examination& sum = result.sum;
  sum.states += one.states;
  sum.edges += one.edges;
  sum.terminals += one.terminals;
  sum.wrong_ends += one.wrong_ends;
  sum.stuck += one.stuck;
  sum.deadlocks += one.deadlocks;
  sum.livelocks += one.livelocks;
  sum.edges_to_abort += one.edges_to_abort;
  sum.bytes_per_state = std::max(sum.bytes_per_state, one.bytes_per_state);
  sum.complete = sum.complete && one.complete;
}

}  // namespace

Suite random_family(std::size_t size, std::uint64_t seed, const FamilyOptions& options) {
  return {"family", size, [seed, options](std::size_t number) {
            return random_configuration(seed, number, options);
          }};
}

std::vector<Suite> standard_suites(std::size_t family_size, std::uint64_t seed) {
  const std::vector<Configuration> directed = witnesses();
  return {single(sequential_c4()), single(sequential_c5()),
          Suite{"witnesses", directed.size(), [directed](std::size_t i) { return directed[i]; }},
          random_family(family_size, seed)};
}

SuiteResult run_suite(const Program& program, const Suite& suite, bool probabilities) {
  SuiteResult result;
  result.suite = suite.name;
  Examiner examiner;
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t number = 0; number < suite.count; ++number) {
    const Configuration configuration = suite.at(number);
    const Examination& one = examiner.examine(program, configuration);
    add(result, one);
    if (one.kills() && result.killer.empty()) {
      result.killer = configuration.name + " " + text(configuration);
      result.counterexample = examiner.counterexample();
    }
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  result.seconds = spent.count();
  if (probabilities && suite.count == 1 && result.unexplored == 0)
    result.probabilities = examiner.probabilities();
  return result;
}

bool KillRow::killed() const {
  return std::any_of(results.begin(), results.end(),
                     [](const SuiteResult& result) { return result.killed > 0; });
}

bool KillRow::known() const {
  return std::all_of(results.begin(), results.end(),
                     [](const SuiteResult& result) { return result.unexplored == 0; });
}

bool KillRow::as_expected() const {
  const bool correct = mutant == nullptr || mutant->survives();
  if (correct) return known() && !killed();
  return killed() && std::all_of(results.begin(), results.end(), [&](const SuiteResult& result) {
           return result.killed > 0 || !mutant->must_be_killed_by(result.suite);
         });
}

std::vector<KillRow> kill_matrix(const std::vector<Suite>& suites, bool probabilities) {
  std::vector<KillRow> rows = {{"Algorithm 5", nullptr, {}}};
  for (const ChainMutant& mutant : chain_mutants()) rows.push_back({mutant.name, &mutant, {}});
  for (KillRow& row : rows)
    for (const Suite& suite : suites)
      row.results.push_back(
          run_suite(row.mutant ? row.mutant->program : Program{}, suite, probabilities));
  return rows;
}

}  // namespace touchstone::explore
