#include "checkers/task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <stdexcept>
#include <tuple>

#include "checkers/external/left_out.hpp"
#include "suite/external/description.hpp"
#include "suite/footprint.hpp"
#include "suite/runner.hpp"
#include "suite/share.hpp"

namespace touchstone {
namespace {

std::vector<std::function<std::vector<CheckTask>()>>& task_sources() {
  static std::vector<std::function<std::vector<CheckTask>()>> all;  // filled before main()
  return all;
}

/// A program of a user's, and a check of what the protocol does not have.
bool is_left_out(const CheckTask& task) {
  return external::is_program(task.scheme) &&
         std::count(external::kLeftOut.begin(), external::kLeftOut.end(), task.check) > 0;
}

/// The result with the effort that a budget left; inconclusive where it left none.
CheckResult run_within(const external::Planned& planned, const CheckTask& task,
                       const CheckContext& context) {
  if (planned.left_out)
    return {.verdict = Verdict::inconclusive,
            .detail = planned.remark,
            .params = {{kLeftOutFact, true}}};
  CheckResult result = task.run(context);
  if (result.verdict == Verdict::inconclusive) result.detail += "; " + planned.remark;
  return result;
}

/// Another false alarm is another decision. It is part of the word of the effort: the places of the
/// others are what plans know (tools/cluster/plan.py).
std::string job_id(const CheckTask& task, const CheckContext& context) {
  std::string id =
      fmt::format("check|{}|{}|{}|{}", task.scheme, task.check, context.seed, context.effort);
  if (context.false_alarm != CheckContext{}.false_alarm)
    id += fmt::format(" at {}", context.false_alarm);
  return id;
}

/// Shared, since jobs are copied and there are thousands of tasks.
struct Asked {
  CheckTask task;
  CheckContext context;
};

Job job_of(CheckTask task, CheckContext context, const external::Plan& plan) {
  if (const auto one = plan.find(task.check);
      one != plan.end() && external::is_program(task.scheme)) {
    context.effort = one->second.effort;
    task.run = [planned = one->second, whole = task](const CheckContext& c) {
      return run_within(planned, whole, c);
    };
  }
  const auto asked = std::make_shared<const Asked>(Asked{std::move(task), context});
  const std::string& check = asked->task.check;
  Job job{.id = job_id(asked->task, context),
          .title = check + " on " + asked->task.scheme,
          .facets = {{"--family", {asked->task.family}},
                     {"--scheme", {asked->task.scheme}},
                     {"check", {check, check.substr(0, check.find('/'))}}},
          .run =
              [asked](JobContext&) {
                return std::vector{
                    make_record(asked->task, asked->context, asked->task.run(asked->context))};
              },
          .lost =
              [asked](const std::string& why) {
                return make_record(asked->task, asked->context,
                                   {.verdict = Verdict::fail, .detail = why});
              }};
  demand(job, kWorking, asked->task.on_device);
  return job;
}

}  // namespace

bool register_task(CheckTask task) {
  return register_tasks([task = std::move(task)] { return std::vector{task}; });
}

bool register_tasks(std::function<std::vector<CheckTask>()> source) {
  task_sources().push_back(std::move(source));
  return true;
}

std::vector<CheckTask> check_tasks() {
  std::vector<CheckTask> tasks;
  for (const auto& source : task_sources())
    for (CheckTask& task : source())
      if (!is_left_out(task)) tasks.push_back(std::move(task));
  std::vector<CheckTask*> order(tasks.size());  // which are lighter to move
  std::transform(tasks.begin(), tasks.end(), order.begin(), [](CheckTask& task) { return &task; });
  std::stable_sort(order.begin(), order.end(), [](const CheckTask* a, const CheckTask* b) {
    return std::tie(a->mutant, a->family, a->scheme, a->check) <
           std::tie(b->mutant, b->family, b->scheme, b->check);
  });
  std::vector<CheckTask> sorted;
  sorted.reserve(tasks.size());
  for (CheckTask* task : order) sorted.push_back(std::move(*task));
  return sorted;
}

std::vector<Job> check_jobs(const CheckSelection& selection, const CheckContext& context,
                            const external::Plan& plan) {
  std::vector<Job> jobs;
  std::set<std::string> unwanted;
  for (CheckTask& task : check_tasks()) {
    const bool wanted_of_mutants = selection.mutants && (task.expected || !selection.only_killers);
    const bool wanted = task.mutant ? wanted_of_mutants : selection.correct_schemes;
    jobs.push_back(job_of(std::move(task), context, plan));
    if (!wanted) unwanted.insert(jobs.back().id);
  }
  jobs = chosen(std::move(jobs),
                {{"--family", {selection.family}},
                 {"--scheme", {selection.scheme}},
                 {"check", selection.checks}},
                {"balance", "explore"});
  std::erase_if(jobs, [&](const Job& job) { return unwanted.count(job.id) > 0; });
  if (jobs.empty()) throw InputError("no check is left by these options (see: touchstone list)");
  return jobs;
}

Verdict task_verdict(const CheckTask& task, const CheckResult& result) {
  if (!task.mutant) return result.verdict;
  if (result.verdict == Verdict::fail) return Verdict::pass;  // caught
  if (task.expected) return Verdict::fail;
  return result.verdict == Verdict::not_run ? Verdict::not_run : Verdict::not_claimed;
}

namespace {
/// Deviation of a mutant whose result is no number.
constexpr double kBeyondAllBounds = 1e300;
}  // namespace

std::string replay_command(const CheckTask& task, const CheckContext& context) {
  std::string command = fmt::format("./touchstone check --scheme '{}' --check '{}' --seed {}",
                                    task.scheme, task.check, context.seed);
  if (task.mutant) command += " --family " + task.family;  // its program is enough
  command += external::replay_option(task.scheme);
  if (context.effort != 1) command += fmt::format(" --effort {}", context.effort);
  if (context.false_alarm != CheckContext{}.false_alarm)
    command += fmt::format(" --false-alarm {}", context.false_alarm);
  return command;
}

ResultRecord make_record(const CheckTask& task, const CheckContext& context,
                         const CheckResult& found) {
  CheckResult result = found;
  if (!task.mutant && result.verdict == Verdict::pass && result.p &&
      !(result.smallest_effect > 0)) {
    result.verdict = Verdict::fail;
    result.detail += "; a pass by chance, and the check states no smallest effect";
  }
  ResultRecord record;
  record.kind = std::string("check");  // a plain literal: GCC 12 warns of an overlap (PR 105329)
  record.family = task.family;
  record.scheme = task.scheme;
  record.backend = task.backend;
  record.problem_class = std::string("S");
  record.metric = task.check;
  record.seed = context.seed;
  record.threads = context.threads;
  record.value = result.value;
  // JSON has no NaN, and a pass without a number would be read as a failure.
  if (task.mutant && std::isnan(result.value)) record.value = kBeyondAllBounds;
  if (result.unit == "z") record.z = record.value;
  if (!task.mutant) record.p = result.p;  // a mutant that is caught is no unlikely pass
  record.params = task.params;
  record.params.update(result.params);
  for (const char* name : {"ran", "liftings", "with_violation", "systems", "states",
                           kLeftOutFact})  // what is no part of the record's key
    if (const auto fact = record.params.find(name); fact != record.params.end()) {
      record.facts[name] = *fact;
      record.params.erase(fact);
    }
  record.params.update({{"trials", result.trials},
                        {"false_alarm", result.false_alarm},
                        {"smallest_effect", result.smallest_effect},
                        {"unit", result.unit},
                        {"effort", context.effort}});
  if (task.mutant) {
    const bool caught = result.verdict == Verdict::fail;
    record.params.update({{"caught", caught},
                          {"expected", task.expected},
                          {"milliseconds", result.milliseconds},
                          {"origin", task.origin.text}});
    record.origin = task.origin;
    record.params["pressure_trials"] =
        task.pressure_trials ? nlohmann::json(*task.pressure_trials) : nlohmann::json(nullptr);
    record.params["trials_for_5_sigma"] = caught && record.z && result.value > 0
                                              ? nlohmann::json(static_cast<double>(result.trials) *
                                                               25 / (result.value * result.value))
                                              : nlohmann::json(nullptr);
  }
  record.verdict = task_verdict(task, result);
  record.note = result.detail;
  record.seconds = result.milliseconds / 1000;
  record.replay = replay_command(task, context);
  return record;
}

}  // namespace touchstone
