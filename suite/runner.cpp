#include "suite/runner.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "models/core/for_each_index.hpp"
#include "models/core/interrupt.hpp"
#include "suite/external/description.hpp"
#include "suite/job_watch.hpp"
#include "suite/junit.hpp"
#include "suite/progress.hpp"
#include "suite/record_text.hpp"
#include "suite/signature.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using Records = std::vector<json>;

/// Number of records that were in the file when a run began without --resume: should the program
/// start again after a job that was lost, it is not to go on with those of another run.
constexpr const char* kOlder = "TOUCHSTONE_OLDER_RECORDS";

/// Whether all records of a job are there, and none was left out. A kill or a full disk may have
/// come between two, more than once: the first ones twice are not all of them.
bool is_whole(const Records& records) {
  const json facts = records.back().value("facts", json());
  const bool left_out = facts.is_object() && facts.value(kLeftOutFact, json(false)) == json(true);
  const std::size_t wanted = records.back()["job"].value("records", std::size_t{1});
  std::set<std::size_t> there;
  for (const json& record : records)
    if (record["job"].value("records", std::size_t{1}) == wanted)
      there.insert(record["job"].value("record", there.size() + 1));
  return !left_out && there.size() >= wanted;
}

/// Whether a record says which job it is of; other programs may leave that open.
bool names_its_job(const json& record) {
  const json job = record.value("job", json());
  const auto counts = [&](const char* what) {
    return job.value(what, json(std::size_t{1})).is_number_unsigned();
  };
  return job.is_object() && job.value("id", json()).is_string() && counts("records") &&
         counts("record");
}

std::map<std::string, Records> by_job(std::vector<json> records) {
  std::map<std::string, Records> jobs;
  for (json& record : records)
    if (names_its_job(record)) jobs[record["job"].at("id")].push_back(std::move(record));
  return jobs;
}

/// Ends the watch of a job in whichever way the job ends: one that throws does not hang.
struct Watched {
  JobWatch& watch;
  std::size_t place;
  ~Watched() { watch.end(place); }
};

class Run {
 public:
  Run(const std::vector<Job>& jobs, const RunOptions& options, RunReport& report,
      std::ostream& text)
      : jobs_(jobs),
        options_(options),
        report_(report),
        text_(text),
        places_(places_of(jobs, options.share.only)),
        progress_(total_cost(jobs, places_)),
        junit_(options.junit, signature("touchstone")) {
    if (options.out.empty()) return;
    if (options.resume && !std::filesystem::exists(options.out))
      std::cerr << signature("touchstone") << ": --resume: " << options.out
                << " is not there; everything is run" << std::endl;
    writer_.emplace(options.out);
    std::vector<json> records = read_results(options.out);
    if (!options.resume) {
      if (options.patience > 0) setenv(kOlder, std::to_string(records.size()).c_str(), 1);
      return;
    }
    const char* older = std::getenv(kOlder);
    records.erase(records.begin(),
                  records.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(
                                        records.size(), older ? std::stoul(older) : 0)));
    before_ = by_job(std::move(records));
  }

  int run() {
    report_.begin();
    watch_.emplace(options_.out, options_.out.empty() ? 0 : options_.patience, options_.command,
                   static_cast<std::size_t>(options_.threads));
    for_each_index(places_.size(), options_.threads, [this](std::size_t k) {
      if (!interrupt_requested()) do_job(k);
    });
    watch_.reset();
    for (const auto& [k, answer] : waiting_)  // behind a job that was interrupted
      tell(places_[k], answer);
    progress_.clear();
    report_.summary();
    junit_.write();
    if (!interrupt_requested()) return static_cast<int>(worst(code_, report_.code()));
    text_ << "\ninterrupted; finished records are kept"
          << (options_.out.empty() ? "" : " in " + options_.out + ", --resume does the rest")
          << std::endl;
    return kInterruptedExit;
  }

 private:
  struct Answer {
    Records records;
    bool before = false;
  };

  static double total_cost(const std::vector<Job>& jobs, const std::vector<std::size_t>& places) {
    double total = 0;
    for (const std::size_t place : places) total += jobs[place].cost;
    return total;
  }

  void do_job(std::size_t k) {
    const Job& job = jobs_[places_[k]];
    if (const auto known = before_.find(as_utf8(job.id));
        known != before_.end() && is_whole(known->second)) {
      progress_.skip(job.cost);
      deliver(k, {known->second, true});
      return;
    }
    progress_.begin(job.title);
    const std::size_t place =
        watch_->begin(job.title, [&](const std::string& why) { return text_of_lost(job, why); });
    std::atomic<double> reported{0};
    JobContext context{[&](double fraction) {
                         watch_->alive(place);
                         reported += fraction;
                         progress_.add(fraction * job.cost);
                       },
                       [&](double fraction) {
                         watch_->alive(place);
                         reported += fraction;
                         progress_.skip(fraction * job.cost);
                       }};
    try {
      deliver(k, {timed_records(job, context, place), false});
    } catch (const Interrupted&) {
      return;  // no verdict
    }
    progress_.add((1 - reported) * job.cost);
  }

  static std::string text_of_lost(const Job& job, const std::string& why) {
    ResultRecord record;
    record.kind = "check";
    record.scheme = record.metric = job.title;
    record.verdict = Verdict::fail;
    record.note = why;
    json text = to_json(job.lost ? job.lost(why) : record);
    text["job"] = {{"id", job.id}, {"records", 1}, {"record", 1}};
    return record_text(text) + '\n';
  }

  Records timed_records(const Job& job, JobContext& context, std::size_t place) {
    const Watched watched{*watch_, place};
    const auto begin = std::chrono::steady_clock::now();
    std::vector<ResultRecord> found = job.run(context);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    Records records;
    for (ResultRecord& record : found) {
      if (auto program = external::program_facts(record.scheme); !program.empty())
        record.facts["program"] = std::move(program);
      if (record.seconds == 0) record.seconds = spent.count() / static_cast<double>(found.size());
      records.push_back(to_json(record));
      records.back()["job"] = {
          {"id", job.id}, {"records", found.size()}, {"record", records.size()}};
    }
    return records;
  }

  /// Writes at once, and tells the report in the order of the jobs.
  void deliver(std::size_t k, Answer answer) {
    const std::lock_guard lock(mutex_);
    if (writer_ && !answer.before) writer_->write(answer.records);
    waiting_.emplace(k, std::move(answer));
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_;
         first = waiting_.erase(first), ++next_)
      tell(places_[first->first], first->second);
  }

  void tell(std::size_t k, const Answer& answer) {
    progress_.clear();
    for (const json& record : answer.records) {
      code_ = worst(code_, exit_code(verdict_of(record)));
      junit_.add(record);
    }
    report_.finished(k, answer.records, answer.before);
  }

  const std::vector<Job>& jobs_;
  const RunOptions& options_;
  RunReport& report_;
  std::ostream& text_;
  std::vector<std::size_t> places_;  ///< places in `jobs_` of the jobs to run
  Progress progress_;
  JunitReport junit_;
  std::map<std::string, Records> before_;  ///< by job
  std::optional<ResultWriter> writer_;
  std::optional<JobWatch> watch_;
  std::mutex mutex_;                       // of everything below
  std::map<std::size_t, Answer> waiting_;  ///< finished, but an earlier job is not
  std::size_t next_ = 0;
  ExitCode code_ = ExitCode::pass;
};

}  // namespace

std::set<std::string> finished_jobs(const std::string& out) {
  std::set<std::string> finished;
  for (const auto& [id, records] : by_job(earlier_results(out)))
    if (is_whole(records)) finished.insert(id);
  return finished;
}

int run_jobs(const std::vector<Job>& jobs, const RunOptions& options, RunReport& report,
             std::ostream& text) {
  if (options.share.write.empty()) return Run(jobs, options, report, text).run();
  write_jobs(jobs, options.share.write);
  return 0;
}

Verdict verdict_of(const json& record) {
  for (const Verdict verdict :
       {Verdict::pass, Verdict::inconclusive, Verdict::not_claimed, Verdict::not_run})
    if (record.value("verdict", "") == name(verdict)) return verdict;
  return Verdict::fail;
}

}  // namespace touchstone
