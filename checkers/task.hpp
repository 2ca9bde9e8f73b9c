// checkers/task.hpp
// Purpose   The work of `touchstone check`: every check on every correct scheme, and on every
//           mutant. One task gives one record.
// Not here  The checks (check.hpp), the tasks of a kind (kind.hpp), printing (session.hpp).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "checkers/external/budget.hpp"
#include "suite/job.hpp"
#include "suite/results.hpp"

namespace touchstone {

struct CheckTask {
  std::string family;
  std::string scheme;
  std::string backend = "serial";
  bool on_device = false;
  std::string check;
  std::function<CheckResult(const CheckContext&)> run = {};
  nlohmann::json params = nlohmann::json::object();  ///< known before the run
  bool excused = false;  ///< a program of a user's is not asked: not claimed, or does not apply
  bool mutant = false;
  // The next three are set for mutants only.
  bool expected = false;  ///< the check is named as one that must catch it
  Origin origin = {};
  std::optional<double> pressure_trials = {};
};

/// Shell patterns; a check is also chosen by its group ("stage").
struct CheckSelection {
  std::string family = "*";
  std::string scheme = "*";
  std::vector<std::string> checks = {};  ///< any of them; empty: all
  bool correct_schemes = true;
  bool mutants = true;
  bool only_killers = false;  ///< on a mutant only the checks that must catch it
};

/// All tasks: correct schemes first, then by family, scheme and check.
std::vector<CheckTask> check_tasks();

/// The tasks chosen as jobs, correct schemes first. Throws InputError when a pattern matches
/// nothing, naming the nearest known name. Checks of programs of users have the planned effort.
std::vector<Job> check_jobs(const CheckSelection& selection, const CheckContext& context,
                            const external::Plan& plan = {});

/// Tasks that belong to no kind of scheme (estimators, rules) add themselves here.
bool register_task(CheckTask task);
/// The same for tasks that follow from a registry: `source` is called when jobs are made.
bool register_tasks(std::function<std::vector<CheckTask>()> source);

/// The verdict of a task on a check's result: a mutant passes when it is caught.
Verdict task_verdict(const CheckTask& task, const CheckResult& result);

/// The command that repeats exactly this task.
std::string replay_command(const CheckTask& task, const CheckContext& context);

/// The record of a finished task.
ResultRecord make_record(const CheckTask& task, const CheckContext& context,
                         const CheckResult& result);

}  // namespace touchstone
