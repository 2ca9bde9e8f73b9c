#include "checkers/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "checkers/mutants/mutant.hpp"
#include "models/core/names.hpp"
#include "models/external/description.hpp"

namespace touchstone {
namespace {

std::vector<Job>& registered_jobs() {
  static std::vector<Job> all;  // filled before main() by the registration lines
  return all;
}

std::vector<std::function<std::vector<Job>()>>& job_sources() {
  static std::vector<std::function<std::vector<Job>()>> all;  // filled before main(), too
  return all;
}

std::string family_of(const Job& job) {
  if (!job.family.empty()) return job.family;
  return job.mutant ? "mpmc" : job.scheme.substr(0, job.scheme.find('/'));
}

std::vector<Job> all_jobs() {
  std::vector<Job> jobs;
  for (const disks::DiskScheme& scheme : disks::schemes())
    for (const Check& check : checks())
      jobs.push_back({.scheme = scheme.info.name,
                      .backend = scheme.info.backend,
                      .check = check.name,
                      .run = [&](const CheckContext& c) { return run_check(check, scheme, c); }});
  for (const mutants::Mutant& mutant : mutants::mutants())
    for (const Check& check : checks())
      jobs.push_back(
          {.scheme = mutant.scheme.info.name,
           .backend = mutant.scheme.info.backend,
           .check = check.name,
           .run = [&](const CheckContext& c) { return run_check(check, mutant.scheme, c); },
           .mutant = true,
           .expected = std::find(mutant.killed_by.begin(), mutant.killed_by.end(), check.name) !=
                       mutant.killed_by.end(),
           .origin = mutant.origin,
           .pressure_trials = mutant.pressure_trials});
  jobs.insert(jobs.end(), registered_jobs().begin(), registered_jobs().end());
  for (const auto& source : job_sources())
    for (Job& job : source()) jobs.push_back(std::move(job));
  std::stable_sort(jobs.begin(), jobs.end(),
                   [](const Job& a, const Job& b) { return a.mutant < b.mutant; });
  return jobs;
}

std::string group_of(const std::string& check) { return check.substr(0, check.find('/')); }

bool chosen(const std::string& pattern, const std::string& check) {
  return matches(pattern, check) || matches(pattern, group_of(check));
}

void require_match(const char* option, const std::string& pattern,
                   const std::set<std::string>& known) {
  for (const std::string& name : known)
    if (matches(pattern, name)) return;
  std::vector<std::string> names(known.begin(), known.end());
  // Words of their own on the command line, and likely to be meant.
  if (std::string_view(option) == "check") names.insert(names.end(), {"balance", "explore"});
  throw InputError(
      fmt::format("{}: nothing is called '{}'; {}", option, pattern, suggestion(pattern, names)));
}

void require_known(const Selection& selection, const std::vector<Job>& jobs) {
  std::set<std::string> families;
  std::set<std::string> schemes;
  std::set<std::string> checks;
  for (const Job& job : jobs) {
    families.insert(family_of(job));
    schemes.insert(job.scheme);
    checks.insert(job.check);
    checks.insert(group_of(job.check));
  }
  require_match("--family", selection.family, families);
  require_match("--scheme", selection.scheme, schemes);
  for (const std::string& pattern : selection.checks) require_match("check", pattern, checks);
}

}  // namespace

bool register_job(Job job) {
  registered_jobs().push_back(std::move(job));
  return true;
}

bool register_jobs(std::function<std::vector<Job>()> source) {
  job_sources().push_back(std::move(source));
  return true;
}

std::vector<Job> make_jobs(const Selection& selection) {
  std::vector<Job> jobs = all_jobs();
  require_known(selection, jobs);
  std::erase_if(jobs, [&](const Job& job) {
    const bool of_kind = job.mutant ? selection.mutants : selection.correct_schemes;
    const bool check_chosen =
        selection.checks.empty() ||
        std::any_of(selection.checks.begin(), selection.checks.end(),
                    [&](const std::string& pattern) { return chosen(pattern, job.check); });
    return !of_kind || !check_chosen || !matches(selection.scheme, job.scheme) ||
           !matches(selection.family, family_of(job));
  });
  if (jobs.empty()) throw InputError("no check is left by these options (see: touchstone list)");
  return jobs;
}

Verdict job_verdict(const Job& job, const CheckResult& result) {
  if (!job.mutant) return result.verdict;
  if (result.verdict == Verdict::fail) return Verdict::pass;  // caught
  if (job.expected) return Verdict::fail;
  return result.verdict == Verdict::not_run ? Verdict::not_run : Verdict::not_claimed;
}

std::string replay_command(const Job& job, const CheckContext& context) {
  std::string command = fmt::format("./touchstone check --scheme '{}' --check '{}' --seed {}",
                                    job.scheme, job.check, context.seed);
  command += external::replay_option(job.scheme);
  if (context.effort != 1) command += fmt::format(" --effort {}", context.effort);
  if (context.false_alarm != 1e-6) command += fmt::format(" --false-alarm {}", context.false_alarm);
  return command;
}

ResultRecord make_record(const Job& job, const CheckContext& context, const CheckResult& result) {
  ResultRecord record;
  record.kind = std::string("check");  // a plain literal: GCC 12 warns of an overlap (PR 105329)
  record.family = family_of(job);
  record.scheme = job.scheme;
  record.backend = job.backend;
  record.problem_class = std::string("S");
  record.metric = job.check;
  record.seed = context.seed;
  record.threads = context.threads;
  record.value = result.value;
  if (result.unit == "z") record.z = result.value;
  record.params = job.params;
  record.params.update(result.params);
  record.params.update({{"trials", result.trials},
                        {"false_alarm", result.false_alarm},
                        {"smallest_effect", result.smallest_effect},
                        {"unit", result.unit},
                        {"effort", context.effort}});
  if (job.mutant) {
    const bool caught = result.verdict == Verdict::fail;
    record.params.update({{"caught", caught},
                          {"expected", job.expected},
                          {"milliseconds", result.milliseconds},
                          {"origin", job.origin}});
    record.params["pressure_trials"] =
        job.pressure_trials ? nlohmann::json(*job.pressure_trials) : nlohmann::json(nullptr);
    record.params["trials_for_5_sigma"] = caught && record.z && result.value > 0
                                              ? nlohmann::json(static_cast<double>(result.trials) *
                                                               25 / (result.value * result.value))
                                              : nlohmann::json(nullptr);
  }
  record.verdict = job_verdict(job, result);
  record.note = result.detail;
  record.seconds = result.milliseconds / 1000;
  record.replay = replay_command(job, context);
  return record;
}

}  // namespace touchstone
