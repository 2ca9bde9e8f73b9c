// checkers/explore/check/schedule_jobs.cpp
// Purpose   Steps of several threads against the four levels of balance under schedules.
#include <algorithm>
#include <chrono>

#include "checkers/explore/check/job.hpp"
#include "checkers/explore/schedules/levels.hpp"
#include "checkers/explore/schedules/ring_steps.hpp"

namespace touchstone::explore {
namespace {

bool contains(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

void add_law(ResultRecord& record, const StepModel& model, const Balance& balance) {
  record.params["illegal_exact"] = balance.illegal.str();
  record.params["aborted_exact"] = balance.aborted.str();
  if (balance.distance) {
    record.params["tv"] = balance.distance->convert_to<double>();
    record.params["tv_exact"] = balance.distance->str();
  }
  if (!balance.observed) return;
  record.params["observable"] = model.observable;
  record.params["observed_exact"] = balance.observed->str();
  record.params["claimed_exact"] = balance.claimed->str();
}

std::vector<ResultRecord> level_records(const ExploreJob& job, const StepModel& model) {
  const bool mutant = !model.killed_by.empty();
  const auto begin = std::chrono::steady_clock::now();
  const LevelReport report = judge_schedules(model);
  const double milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  std::vector<ResultRecord> list;
  for (const LevelVerdict& found : verdicts(report)) {
    ResultRecord record = explore_record(job, (mutant ? "mutant/" : "schedules/") + model.name,
                                         "explore/schedules/" + found.level);
    record.value = found.value.convert_to<double>();
    record.facts = {{"protocol", model.protocol}, {"sites", model.sites}};
    record.params["exact"] = found.value.str();
    record.params["states"] = report.states;
    record.params["milliseconds"] = milliseconds;
    record.note = found.detail;
    if (found.level == "scheduler") add_law(record, model, report.scheduler);
    if (mutant) record.params["origin"] = model.source;
    if (!found.applies)
      record.verdict = Verdict::not_run;
    else if (mutant)
      judge_mutant(record, !found.holds, contains(model.killed_by, found.level));
    else if (contains(model.claims, found.level))
      record.verdict = found.holds ? Verdict::pass : Verdict::fail;
    else
      record.verdict = Verdict::not_claimed;
    list.push_back(record);
  }
  return list;
}

}  // namespace

std::vector<ExploreJob> schedule_jobs() {
  std::vector<ExploreJob> jobs;
  for (const StepModel& model : ring_steps()) {
    ExploreJob job{"schedules", model.name, "suite", {}};
    job.run = [job, model] { return level_records(job, model); };
    jobs.push_back(job);
  }
  return jobs;
}

std::vector<ExploreJob> explore_jobs() {
  std::vector<ExploreJob> all;
  for (auto* jobs : {litmus_jobs, scope_jobs, engine_fault_jobs, event_chain_jobs, kernel_jobs,
                     random_leg_jobs, schedule_jobs})
    for (ExploreJob& job : jobs()) all.push_back(std::move(job));
  return all;
}

}  // namespace touchstone::explore
