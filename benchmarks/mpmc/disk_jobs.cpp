// benchmarks/mpmc/disk_jobs.cpp
// Purpose   The timings of hard disks with trial moves: a job for each size, whose runs are
//           interleaved, and one for the roofline.
// Not here  What is timed (disk_entries.hpp) and how (timed_disks.hpp); comparing two builds
//           (../compare_ab.py).
#include <fmt/format.h>

#include <map>
#include <memory>

#include "benchmarks/family.hpp"
#include "benchmarks/mpmc/roofline.hpp"
#include "benchmarks/mpmc/timed_disks.hpp"
#include "benchmarks/records.hpp"
#include "models/core/interrupt.hpp"

namespace touchstone::benchmarks::mpmc {
namespace {

/// Trial moves per second at smaller sizes, by scheme and threads: they foretell how long a sweep
/// of the next size takes.
using Rates = std::map<std::pair<std::string, int>, double>;

/// Why the entry is not timed; empty where it is.
std::string obstacle(const Request& request, const DiskEntry& entry, const Rates& rates) {
  if (entry.too_many_pairs()) return fmt::format("all pairs: up to {} disks", kAllPairsLimit);
  const auto rate = rates.find({entry.scheme->info.name, entry.threads});
  if (rate == rates.end()) return "";
  const double seconds = nominal_trials(entry) / rate->second;
  if (protocol(request, entry, seconds)) return "";
  return fmt::format("left out: one sweep takes {:.2g} s, too long for class {}", seconds,
                     info(request.problem_class).name);
}

std::vector<ResultRecord> time_size(const Request& request, std::size_t disks, Rates& rates,
                                    JobContext& context) {
  std::vector<ResultRecord> result;
  std::vector<DiskEntry> todo;
  for (const DiskEntry& entry : disk_entries(request, disks)) {
    const std::string why = obstacle(request, entry, rates);
    if (why.empty()) {
      todo.push_back(entry);
      continue;
    }
    result.push_back(blank_rate(request, entry));
    result.back().facts["entry"] = entry.name();
    leave_open(result.back(), why);
    result.back().verdict = Verdict::not_run;
  }
  if (todo.empty()) return result;
  const CommonStart start = common_start(request, disks);
  TimedEntries timed;
  for (const DiskEntry& entry : todo) {
    check_interrupt();
    timed.push_back(std::make_unique<TimedDisks>(request, entry, start));
  }
  for (ResultRecord& record : time_side_by_side(timed, context)) {
    if (record.metric == kRate && record.verdict == Verdict::pass)
      rates[{record.scheme, record.threads}] = record.value;
    result.push_back(std::move(record));
  }
  return result;
}

std::vector<Job> jobs(const Request& request) {
  std::vector<Job> result;
  const auto rates = std::make_shared<Rates>();
  for (const std::size_t disks : disk_sizes(request)) {
    TimingJob job;
    job.family = kFamily;
    job.title = fmt::format("{} disks", disks);
    for (const DiskEntry& entry : disk_entries(request, disks)) {
      job.schemes.push_back(entry.scheme->info.name);
      if (!entry.too_many_pairs()) job.entries.push_back(entry.name());
    }
    if (job.schemes.empty()) continue;
    job.run = [request, disks, rates](JobContext& context) {
      return time_size(request, disks, *rates, context);
    };
    result.push_back(timing_job(request, std::move(job)));
  }
  if (request.filter != "*") return result;
  TimingJob roofline;
  roofline.family = kFamily;
  roofline.title = "roofline of trial moves";
  roofline.entries = {"floor/trial-moves"};
  roofline.run = [request](JobContext&) { return std::vector{roofline_record(request)}; };
  result.push_back(timing_job(request, std::move(roofline)));
  return result;
}

const bool registered = register_family({kFamily, "sweeps", jobs});

}  // namespace
}  // namespace touchstone::benchmarks::mpmc
