#include "checkers/explore/event_chain/mutants.hpp"

#include <algorithm>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"

namespace touchstone::explore {
namespace {

ChainMutant wrong(std::string name, std::string description, Program program,
                  std::vector<std::string> killed_by) {
  return {std::move(name), std::move(description), program, "", std::move(killed_by)};
}

std::vector<ChainMutant> wrong_ones() {
  return {
      wrong("15<->16", "x_i moves before t_i is set (Remark 12)", interchanged(15, 16),
            {"C5", "witnesses", "family"}),
      wrong("split CAS", "tag_j is tested in one step and set in the next (Remark 9)",
            {.splits_cas = true}, {"C4", "C5", "witnesses", "family"}),
      wrong("no horizon test", "statement 5 never aborts", {.tests_horizon = false},
            {"C4", "C5", "witnesses", "family"}),
      wrong("t_j before x_j", "the local time is read before the position, not after it",
            {.reads_time_first = true}, {"C5", "witnesses", "family"}),
      wrong("CAS result ignored", "statement 11 goes on although the target was not won",
            {.heeds_cas = false}, {"C4", "C5", "witnesses", "family"}),
      wrong("17 before 15", "tag_i is released before t_i and x_i are set",
            {.lifting = {14, 17, 15, 16, 18, 19}}, {"C4", "C5", "witnesses", "family"}),
      wrong("16<->17", "tag_i is released before x_i moves", interchanged(16, 17),
            {"witnesses", "family"}),
      wrong("no x recheck", "statement 13 takes the target wherever it is (Remark 10)",
            {.rechecks_position = false}, {"witnesses", "family"}),
      wrong("tag not given back", "statement 20 restarts and keeps the target locked",
            {.gives_back = false}, {"witnesses", "family"}),
      wrong("21<->22", "x_i moves before t_i is set, at the breakpoint", interchanged(21, 22),
            {"witnesses", "family"}),
  };
}

std::vector<ChainMutant> equivalent_ones() {
  return {
      {"22<->24",
       "tag_i becomes stalled before x_i moves, at the breakpoint",
       interchanged(22, 24),
       "Tags are read in 10 and 11 only, where `stalled` and the tag of another thread have one "
       "effect: a restart. 21 sets t_i first in either order, so the pairs (x_i, t_i) that others "
       "can meet are the same. Only how long each lasts changes, and with it the chance of an "
       "abort.",
       {}},
      {"14 after 17",
       "t_j is set last, after tag_i is released",
       {.lifting = {15, 16, 17, 14, 18, 19}, .keeps_values = true},
       "Until 14 the target j is locked, at rest where it was read, and shows its old local time. "
       "A thread k that tests its horizon against j in between misses an abort at most. It cannot "
       "win j (the lock). If it moves to another target it stops before it touches j, which has "
       "been at rest until the lifting: the global clock says the same. Sphere i is released with "
       "its final t_i and x_i. The chance of an abort changes, the end does not.",
       {}},
      {"14<->15",
       "t_i is set before t_j, each to its published value",
       interchanged(14, 15, true),
       "Both precede 16 and 17: i is locked, at its old position, and j is at rest. Others may "
       "meet the new t_i with the old x_i, as in the published order, and can only abort on it; or "
       "the new t_i and later the old t_j, which is harmless as for 14 after 17. The chance "
       "of an abort changes, the end does not.",
       {}},
  };
}

}  // namespace

bool ChainMutant::must_be_killed_by(const std::string& suite) const {
  return std::find(killed_by.begin(), killed_by.end(), suite) != killed_by.end();
}

const std::vector<ChainMutant>& chain_mutants() {
  static const std::vector<ChainMutant> all = [] {
    std::vector<ChainMutant> list = wrong_ones();
    for (ChainMutant& mutant : equivalent_ones()) list.push_back(std::move(mutant));
    return list;
  }();
  return all;
}

const ChainMutant& chain_mutant(const std::string& name) {
  std::vector<std::string> names;
  for (const ChainMutant& mutant : chain_mutants()) {
    if (mutant.name == name) return mutant;
    names.push_back(mutant.name);
  }
  throw InputError("no variant of Algorithm 5 is called \"" + name + "\"; the nearest is \"" +
                   nearest_name(name, names) + "\"");
}

}  // namespace touchstone::explore
