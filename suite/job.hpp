// suite/job.hpp
// Purpose   One piece of work of any verb: a check on a scheme, a proof, a litmus test, a
//           measurement, a timing. The list of jobs is made before anything runs, so that
//           selection, resuming, time left and exit codes need no help from what is run.
// Not here  Running jobs (runner.hpp).
#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "suite/results.hpp"

namespace touchstone {

/// The services of the runner to a job that is running; several threads may call them.
struct JobContext {
  std::function<void(double)> done;     ///< adds a finished fraction of the job's cost
  std::function<void(double)> skipped;  ///< the same for work that an earlier run had done
};

/// An option and the names by which it can choose a job, as {"check", {"stage/x", "stage"}}.
using Facet = std::pair<std::string, std::vector<std::string>>;

struct Job {
  /// Everything that decides the numbers it gives, as text: two jobs with the same id are the same
  /// work, and --resume does not repeat it.
  std::string id;
  std::string title;      ///< for people, while it runs
  double cost = 1;        ///< expected time in any unit, the same for all jobs of a run
  std::string with = {};  ///< equal for jobs of which the first does work that the others need
  std::vector<Facet> facets;
  /// One record or several, with verdicts. The runner fills in `seconds` where they are 0.
  std::function<std::vector<ResultRecord>(JobContext&)> run;
  /// The record of a run that hung or crashed, for this reason: a failure, with its replay. Without
  /// it the record says what `title` says.
  std::function<ResultRecord(const std::string& why)> lost = {};
};

/// Shell patterns for one option; a job is chosen when any of them matches any of its names.
struct Filter {
  std::string option;
  std::vector<std::string> patterns;  ///< empty: all jobs
};

/// The jobs that every filter chooses, in their order. Throws InputError, with the nearest known
/// name, for a pattern that matches no job at all; `also_known` are words that are no names of jobs
/// but likely to be meant.
std::vector<Job> chosen(std::vector<Job> jobs, const std::vector<Filter>& filters,
                        const std::vector<std::string>& also_known = {});

}  // namespace touchstone
