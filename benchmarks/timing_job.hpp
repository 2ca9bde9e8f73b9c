// benchmarks/timing_job.hpp
// Purpose   The job that times several schemes side by side, so that their ratios are taken under
//           the same conditions, and the jobs of a family.
// Not here  What happens to one of them (timed.hpp), running jobs (suite/runner.hpp).
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/request.hpp"
#include "benchmarks/timed.hpp"
#include "models/core/interrupt.hpp"
#include "suite/footprint.hpp"
#include "suite/job.hpp"

namespace touchstone::benchmarks {

using TimedEntries = std::vector<std::unique_ptr<Timed>>;

/// Begins them, and makes their runs interleaved. Throws Interrupted after a signal.
std::vector<ResultRecord> time_side_by_side(const TimedEntries& entries, JobContext& context);

/// A job of `family` whose records decide themselves what they are; `title` is part of its id.
struct TimingJob {
  std::string family;
  std::string title;                      ///< "4096 disks"
  std::vector<std::string> schemes = {};  ///< those that --filter may choose it by
  std::vector<std::string> entries = {};  ///< lines of --list
  double cost = 1;                        ///< in any unit, the same for all jobs of the family
  double bytes = 0;                       ///< allocated by all entries together, at most
  bool on_device = false;                 ///< an entry runs on a device
  std::function<std::vector<ResultRecord>(JobContext&)> run = {};
};
/// The id is family, title, entries, class, seed and what was given by hand. Its records say how
/// busy the machine was before the first run, and its clock after the last
/// (suite/machine_state.hpp).
Job timing_job(const Request& request, TimingJob timing);

/// The reason why an entry is not timed; empty where it is.
template <class Entry>
std::string obstacle(const Entry& entry) {
  if constexpr (requires { entry.left_out; })
    return entry.left_out;
  else
    return "";
}

/// The jobs of a family. Entries have `subject()`; from them, and from what all of a job share, the
/// classes that time them are made.
class Jobs {
 public:
  struct Nothing {
    Nothing operator()() const { return {}; }
  };

  explicit Jobs(const Request& request) : request_(request) {}

  /// A job whose entries are timed by a T each; `share` makes what they share.
  template <class T, class Entry, class Share = Nothing>
  void add(TimingJob job, const std::vector<Entry>& entries, Share share = {}) {
    list(job, entries);
    job.run = [request = request_, entries, share](JobContext& context) {
      std::vector<ResultRecord> records;
      std::vector<Entry> todo;
      for (const Entry& entry : entries)
        if (const std::string why = obstacle(entry); why.empty())
          todo.push_back(entry);
        else
          records.push_back(left_out(request, entry.subject(), why));
      if (todo.empty()) return records;
      decltype(auto) shared = share();
      TimedEntries timed;
      make<T>(timed, request, todo, shared);
      for (ResultRecord& record : time_side_by_side(timed, context))
        records.push_back(std::move(record));
      return records;
    };
    add(std::move(job));
  }
  /// A job that has all it needs, if it was asked for: without schemes, by all filters.
  void add(TimingJob job) {
    if (job.schemes.empty() && (job.entries.empty() || request_.filter != "*")) return;
    all_.push_back(timing_job(request_, std::move(job)));
  }
  /// Names the entries in the job.
  template <class Entry>
  static void list(TimingJob& job, const std::vector<Entry>& entries) {
    for (const Entry& one : entries) {
      const Subject subject = one.subject();
      job.schemes.push_back(subject.scheme.name);
      if (!obstacle(one).empty()) continue;
      job.entries.push_back(subject.name);
      job.bytes += particles_in(subject.params) * bytes_of_particle(subject.scheme.name);
      job.on_device |= subject.scheme.on_device;
    }
  }
  template <class T, class Entry, class Shared>
  static void make(TimedEntries& timed, const Request& request, const std::vector<Entry>& entries,
                   Shared& shared) {
    for (const Entry& entry : entries) {
      check_interrupt();
      if constexpr (std::is_same_v<Shared, Nothing>)
        timed.push_back(std::make_unique<T>(request, entry));
      else
        timed.push_back(std::make_unique<T>(request, entry, shared));
    }
  }
  std::vector<Job> all() const { return all_; }

 private:
  Request request_;
  std::vector<Job> all_;
};

}  // namespace touchstone::benchmarks
