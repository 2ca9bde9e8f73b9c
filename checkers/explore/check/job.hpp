// checkers/explore/check/job.hpp
// Purpose   The pieces of work of `touchstone check explore`.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "suite/results.hpp"

namespace touchstone::explore {

struct ExploreJob {
  /// "litmus", "scopes", "engine faults", "event chains", "kernels", "random legs", "schedules"
  std::string part;
  std::string name;
  std::string family;
  /// Its records, with verdicts; `replay` and `seconds` are added by the session.
  std::function<std::vector<ResultRecord>()> run;
};

std::vector<ExploreJob> litmus_jobs();
std::vector<ExploreJob> scope_jobs();
std::vector<ExploreJob> engine_fault_jobs();
std::vector<ExploreJob> event_chain_jobs();
std::vector<ExploreJob> kernel_jobs();
std::vector<ExploreJob> random_leg_jobs();
std::vector<ExploreJob> schedule_jobs();

/// All of them, in this order.
std::vector<ExploreJob> explore_jobs();

/// A record of the explorer; scheme and metric are still to be filled in where they differ.
inline ResultRecord explore_record(const ExploreJob& job, const std::string& scheme,
                                   const std::string& metric) {
  ResultRecord record;
  record.kind = "check";
  record.family = job.family;
  record.scheme = scheme;
  record.backend = "explorer";
  record.problem_class = "tiny";
  record.metric = metric;
  return record;
}

/// A mutant passes when it is caught; where it need not be, nothing is claimed.
inline void judge_mutant(ResultRecord& record, bool caught, bool expected) {
  record.params["caught"] = caught;
  record.params["expected"] = expected;
  record.verdict = caught ? Verdict::pass : (expected ? Verdict::fail : Verdict::not_claimed);
}

}  // namespace touchstone::explore
