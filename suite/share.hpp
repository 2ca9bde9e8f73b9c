// suite/share.hpp
// Purpose   Processes that share the jobs of one run: --write-jobs lists the jobs and runs nothing,
//           --only-jobs runs those that a file names. What a job computes does not depend on which
//           others are run beside it, so that a run in pieces has the records of a whole one.
// Not here  Who runs which job (tools/cluster).
#pragma once
#include <set>
#include <string>
#include <vector>

#include "suite/job.hpp"

namespace CLI {
class App;
}

namespace touchstone {

struct JobShare {
  std::string write;  ///< file for the list of jobs; empty: jobs are run
  std::string only;   ///< file with an id on each line; empty: all jobs
};

/// Facets of a job that plans are made by.
inline constexpr const char* kBytes = "bytes";
inline constexpr const char* kNeeds = "needs";

/// Adds these facets: the bytes that it will allocate, at most, and whether it runs on a device.
/// A job without them allocates kWorking (footprint.hpp).
void demand(Job& job, double bytes, bool on_device);

/// Adds --write-jobs and --only-jobs.
void add_share(CLI::App& app, JobShare& share);

/// Writes a JSON object on a line for each job: key (its id), title, cost, `with`, which jobs that
/// share work have in common, memory in bytes, and needs ("gpu", or nothing). Throws InputError when the file cannot be written.
void write_jobs(const std::vector<Job>& jobs, const std::string& path);

/// Places in `jobs` of those whose ids are lines of the file; all places for an empty path. Throws
/// InputError, with the line, for an id that no job has.
std::vector<std::size_t> places_of(const std::vector<Job>& jobs, const std::string& path);

}  // namespace touchstone
