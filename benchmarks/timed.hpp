// benchmarks/timed.hpp
// Purpose   One scheme at one size, ready to be timed, and the job that times several of them side
//           by side, so that their ratios are taken under the same conditions.
// Not here  Google Benchmark (drive.hpp), what a family times (<family>/timed_*.hpp).
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/drive.hpp"
#include "benchmarks/request.hpp"
#include "models/core/interrupt.hpp"
#include "suite/job.hpp"

namespace touchstone::benchmarks {

class Timed {
 public:
  virtual ~Timed() = default;
  /// As in --list: "mpmc/checkerboard-openmp/disks:64009/threads:2".
  virtual std::string name() const = 0;
  virtual int runs() const = 0;
  virtual Run run() = 0;
  /// Asked for once, after the last run: the state is verified then. Not empty; `facts` may name
  /// the line that each has in the output, else it is name().
  virtual std::vector<ResultRecord> records() = 0;
};
using TimedEntries = std::vector<std::unique_ptr<Timed>>;

/// Runs them interleaved. Throws Interrupted after a signal.
std::vector<ResultRecord> time_side_by_side(const TimedEntries& entries, JobContext& context);

/// The same with a T of each entry, made of it and of what all share.
template <class T, class Entry, class... Shared>
std::vector<ResultRecord> time_each(const std::vector<Entry>& entries, JobContext& context,
                                    Shared&&... shared) {
  TimedEntries timed;
  for (const Entry& entry : entries) {
    check_interrupt();
    timed.push_back(std::make_unique<T>(entry, shared...));
  }
  return time_side_by_side(timed, context);
}

/// A job of `family` whose records decide themselves what they are; `title` is part of its id.
struct TimingJob {
  std::string family;
  std::string title;                      ///< "4096 disks"
  std::vector<std::string> schemes = {};  ///< those that --filter may choose it by
  std::vector<std::string> entries = {};  ///< lines of --list
  double cost = 1;                        ///< in any unit, the same for all jobs of the family
  std::function<std::vector<ResultRecord>(JobContext&)> run = {};

  /// Adds entries that have a scheme and a name.
  template <class Entry>
  void add(const std::vector<Entry>& all) {
    for (const Entry& one : all) {
      schemes.push_back(one.scheme->info.name);
      entries.push_back(one.name());
    }
  }
};
/// The id is family, title, entries, class, seed and what was given by hand. Its records say how
/// busy the machine was before the first run, and its clock after the last
/// (suite/machine_state.hpp).
Job timing_job(const Request& request, TimingJob timing);

}  // namespace touchstone::benchmarks
