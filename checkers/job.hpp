// checkers/job.hpp
// Purpose   The work of `touchstone check`: every check on every correct scheme, and on every
//           mutant. One job gives one record.
// Not here  The checks (check.hpp), running and printing (session.hpp).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/core/results.hpp"

namespace touchstone {

struct Job {
  std::string scheme;
  std::string backend = "serial";
  std::string check;
  std::function<CheckResult(const CheckContext&)> run = {};
  nlohmann::json params = nlohmann::json::object();  ///< known before the run
  bool mutant = false;
  // The next three are set for mutants only.
  bool expected = false;  ///< the check is named as one that must catch it
  std::string origin = {};
  std::optional<double> pressure_trials = {};
  std::string family = {};  ///< empty: first part of a scheme's name; mpmc for a mutant
};

/// Shell patterns; a check is also chosen by its group ("stage"), and "mutants" chooses mutants.
struct Selection {
  std::string family = "*";
  std::string scheme = "*";
  std::vector<std::string> checks = {};  ///< any of them; empty: all
  bool correct_schemes = true;
  bool mutants = true;
};

/// The jobs chosen, correct schemes first. Throws InputError when a pattern matches nothing,
/// naming the nearest known name.
std::vector<Job> make_jobs(const Selection& selection);

/// Kinds of jobs that belong to no scheme of the registry add themselves here (estimators, rules).
bool register_job(Job job);
/// The same for kinds whose jobs follow from a registry: `source` is called when jobs are made.
bool register_jobs(std::function<std::vector<Job>()> source);

/// Verdict of a job for a given verdict of its check: a mutant passes when it is caught.
Verdict job_verdict(const Job& job, const CheckResult& result);

/// The command that repeats exactly this job.
std::string replay_command(const Job& job, const CheckContext& context);

/// The record of a finished job.
ResultRecord make_record(const Job& job, const CheckContext& context, const CheckResult& result);

}  // namespace touchstone
