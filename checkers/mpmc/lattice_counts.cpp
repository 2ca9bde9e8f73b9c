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
#include <set>

#include "checkers/findings.hpp"
#include "checkers/mpmc/lattice_checks.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kLeastSteps = 1000;
constexpr std::size_t kStates = 30;
constexpr int kTapes = 8;

struct Group {
  std::uint64_t trials = 0, accepted = 0;
  std::set<std::uint64_t> different;  ///< numbers of trials of its stages
};

std::map<std::string, Group> counts_of(Findings& findings, const TinySystem& system,
                                       const std::string& where) {
  const std::vector<TinyStage> stages = system.stages();
  std::vector<TinyStageCount> counts(stages.size());
  system.count_stages(counts);
  std::map<std::string, Group> groups;
  for (std::size_t k = 0; k < stages.size(); ++k) {
    Group& group = groups[stages[k].group];
    group.trials += counts[k].trials;
    group.accepted += counts[k].accepted;
    group.different.insert(counts[k].trials);
    findings.expect(counts[k].accepted <= counts[k].trials, where + ": more accepted than tried");
  }
  return groups;
}

/// Compares one step from a state with what every step does. `trials`: those of its other tapes.
void compare_step(Findings& findings, TinySystem& system, StateKey state,
                  const std::set<StateKey>& legal, ChoiceTape& tape, std::uint64_t& trials,
                  const std::string& where) {
  system.load(state);
  findings.expect(system.configuration(system.key()) == state, where + ": another state is loaded");
  ProofExec exec;
  system.apply(0, 0, tape, exec);
  const StateKey end = system.configuration(system.key());
  findings.expect(legal.count(end) == 1, where + ": an end that is no state");
  const auto groups = counts_of(findings, system, where);
  for (const char* name : {"trial index", "colour order"})
    findings.expect(groups.count(name) == 1, where + ": no counts by " + name);
  if (groups.count("trial index") == 0 || groups.count("colour order") == 0) return;
  const Group& by_trial = groups.at("trial index");
  const Group& by_colour = groups.at("colour order");
  findings.expect(by_trial.trials > 0 && by_trial.different.size() == 1,
                  where + ": a trial index that is tried more often than another");
  findings.expect(by_trial.trials == by_colour.trials && by_trial.accepted == by_colour.accepted,
                  where + ": other counts by colour than by trial");
  findings.expect(end == state || by_trial.accepted > 0, where + ": moved, and nothing accepted");
  if (trials == 0) trials = by_trial.trials;
  findings.expect(trials == by_trial.trials,
                  where + ": another number of trials along another tape");
  std::uint64_t in_lists = 0, accepted_in_lists = 0;
  for (const auto& [name, group] : groups)
    if (name.rfind("list slot", 0) == 0) {
      in_lists += group.trials;
      accepted_in_lists += group.accepted;
    }
  findings.expect(in_lists <= by_trial.trials && accepted_in_lists <= by_trial.accepted,
                  where + ": more trials in lists than in all");
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
      std::uint64_t trials = 0;
      for (int turn = 0; turn < kTapes; ++turn, ++steps) {
        compare_step(findings, *system, states[k], legal, tape, trials,
                     model.scheme + " on " + model.model);
        if (!tape.next()) break;
      }
    }
  }
  findings.expect(steps >= kLeastSteps, fmt::format("only {} steps", steps));
  return findings.result(steps, fmt::format("{} steps", steps));
}

}  // namespace touchstone
