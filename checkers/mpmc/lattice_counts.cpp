// checkers/mpmc/lattice_counts.cpp
// Purpose   The check of what schemes on tiny lattices count: proofs hold the stages of a step to
//           each other by these counts, and by states that are loaded and read again.
// Computes  From some states of every lattice along some tapes: a state that is loaded is read
//           again; a step ends in a legal state; every stage is tried as often as any other of its
//           group, whatever the tape; what is accepted was tried; nothing accepted, nothing moved.
// Cost      About 0.1 s.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "checkers/findings.hpp"
#include "checkers/mpmc/lattice_checks.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kLeastSteps = 1000;
constexpr std::size_t kStates = 30;
constexpr int kTapes = 8;

struct Group {
  TinyStage::Counts counts;
  std::uint64_t trials = 0, accepted = 0;
  std::set<std::uint64_t> different = {};  ///< numbers of trials of its stages
};

std::map<std::string, Group> counts_of(Findings& findings, const TinySystem& system,
                                       const std::string& where) {
  const std::vector<TinyStage> stages = system.stages();
  std::vector<TinyStageCount> counts(stages.size());
  system.count_stages(counts);
  std::map<std::string, Group> groups;
  for (std::size_t k = 0; k < stages.size(); ++k) {
    Group& group = groups.try_emplace(stages[k].group, Group{stages[k].counts}).first->second;
    group.trials += counts[k].trials;
    group.accepted += counts[k].accepted;
    group.different.insert(counts[k].trials);
    findings.expect(counts[k].accepted <= counts[k].trials, where + ": more accepted than tried");
  }
  return groups;
}

/// Holds the groups to each other, and returns the trials of the step; nothing where no group
/// counts each of them.
std::optional<SweepStats> total_of(Findings& findings, const std::map<std::string, Group>& groups,
                                   const std::string& where) {
  using Counts = TinyStage::Counts;
  std::optional<SweepStats> total;
  SweepStats once;  // by all groups that count a trial once among them
  bool parts = false;
  for (const auto& [name, group] : groups) {
    const SweepStats here{group.trials, group.accepted};
    if (group.counts == Counts::each_equally)
      findings.expect(group.different.size() == 1,
                      where + ": a " + name + " that is tried more often than another");
    if (group.counts == Counts::once) {
      parts = true;
      once += here;
    }
    if (group.counts < Counts::each) continue;
    if (!total) total = here;
    findings.expect(total->trials == here.trials && total->accepted == here.accepted,
                    where + ": other counts by " + name);
  }
  if (!total) return total;
  findings.expect(total->trials > 0, where + ": no trials");
  findings.expect(!parts || (once.trials == total->trials && once.accepted == total->accepted),
                  where + ": other counts in parts than in all");
  return total;
}

/// Compares one step from a state with what every step does. `trials`: those of its other tapes.
/// True where the trials of the step are counted.
bool compare_step(Findings& findings, TinySystem& system, StateKey state,
                  const std::set<StateKey>& legal, ChoiceTape& tape,
                  std::optional<std::uint64_t>& trials, const std::string& where) {
  system.load(state);
  findings.expect(system.configuration(system.key()) == state, where + ": another state is loaded");
  ProofExec exec;
  system.apply(0, 0, tape, exec);
  const StateKey end = system.configuration(system.key());
  findings.expect(legal.count(end) == 1, where + ": an end that is no state");
  const auto total = total_of(findings, counts_of(findings, system, where), where);
  if (!total) return false;
  findings.expect(end == state || total->accepted > 0, where + ": moved, and nothing accepted");
  if (!trials) trials = total->trials;
  findings.expect(trials == total->trials, where + ": another number of trials along another tape");
  return true;
}

}  // namespace

CheckResult check_lattice_counts(const LatticeCode& code, const CheckContext&) {
  Findings findings;
  std::uint64_t steps = 0;
  for (const TinyModel& model : code.models()) {
    const auto system = model.make();
    const std::vector<StateKey> states = system->configurations();
    const std::set<StateKey> legal(states.begin(), states.end());
    for (std::size_t k = 0; k < states.size(); k += 1 + states.size() / kStates) {
      ChoiceTape tape;
      std::optional<std::uint64_t> trials;
      for (int turn = 0; turn < kTapes; ++turn) {
        if (compare_step(findings, *system, states[k], legal, tape, trials,
                         model.scheme + " on " + model.model))
          ++steps;
        if (!tape.next()) break;
      }
    }
  }
  findings.expect(steps >= kLeastSteps, fmt::format("only {} steps", steps));
  return findings.result(steps, fmt::format("{} steps", steps));
}

}  // namespace touchstone
