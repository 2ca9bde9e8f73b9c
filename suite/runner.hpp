// suite/runner.hpp
// Purpose   The loop over jobs that every verb shares: threads, records, resuming, progress,
//           interrupts and the exit code.
// Cost      A job's records are written when it ends; a kill loses only the jobs in flight.
// Not here  What is run (job.hpp) and what a verb prints of it (its RunReport).
#pragma once
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "suite/job.hpp"
#include "suite/share.hpp"

namespace touchstone {

struct RunOptions {
  int threads = 1;  ///< jobs at a time
  std::string out;  ///< results file, appended to; empty: none is written
  /// Jobs whose records are all in `out` are not run again. That `out` is not there yet is told on
  /// standard error, since its name may be mistyped.
  bool resume = false;
  /// Seconds without a sign of life after which a job counts as hung (job_watch.hpp); 0: jobs are
  /// not watched. Needs `out`, and a program that can be started again with --resume.
  double patience = 0;
  std::string junit = {};                 ///< file for verdicts in JUnit's form; empty: none
  std::vector<std::string> command = {};  ///< command line of that start; empty: that of this one
  JobShare share = {};                    ///< which of the jobs, or only their list
};

/// Receiver of finished jobs, one for each verb. Called once per job, in the order of the jobs.
class RunReport {
 public:
  virtual ~RunReport() = default;
  /// The results file is accepted and the jobs begin: heads of tables.
  virtual void begin() {}
  /// `records` are those of job number `job`; `before`: an earlier run had written them.
  virtual void finished(std::size_t job, const std::vector<nlohmann::json>& records,
                        bool before) = 0;
  /// The end of the run, also of an interrupted one: totals, tables.
  virtual void summary() {}
  /// A code worse than that of the verdicts, for what left no record.
  virtual ExitCode code() const { return ExitCode::pass; }
};

/// Runs the jobs, or those of this process's share, and returns the exit code of the program: the
/// worst verdict of all records, those of earlier runs included, or kInterruptedExit after a
/// signal. Throws InputError for a results
/// file that cannot be used, and whatever a job throws but Interrupted.
int run_jobs(const std::vector<Job>& jobs, const RunOptions& options, RunReport& report,
             std::ostream& text);

/// Names of the jobs of which `out` has all records (earlier_results()), none of them left out.
std::set<std::string> finished_jobs(const std::string& out);

/// Fact of a record of a job that a budget left out: --resume runs the job again.
inline constexpr const char* kLeftOutFact = "left_out";

/// The verdict of a record that was read back; anything unknown is a failure.
Verdict verdict_of(const nlohmann::json& record);

}  // namespace touchstone
