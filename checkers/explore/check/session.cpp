#include "checkers/explore/check/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <set>

#include "checkers/explore/check/job.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/names.hpp"
#include "models/core/progress.hpp"

namespace touchstone::explore {
namespace {

std::vector<ExploreJob> chosen(const ExploreCheckRequest& request) {
  std::vector<ExploreJob> result;
  std::set<std::string> parts;
  std::set<std::string> names;
  for (ExploreJob& job : explore_jobs()) {
    parts.insert(job.part);
    names.insert(job.name);
    if (matches(request.part, job.part) && matches(request.name, job.name))
      result.push_back(std::move(job));
  }
  if (!result.empty()) return result;
  const bool part = std::none_of(parts.begin(), parts.end(),
                                 [&](const auto& p) { return matches(request.part, p); });
  const std::string& asked = part ? request.part : request.name;
  const std::set<std::string>& known = part ? parts : names;
  throw InputError(fmt::format("{} '{}' matches nothing; {}", part ? "--part" : "--name", asked,
                               suggestion(asked, {known.begin(), known.end()})));
}

class Session {
 public:
  Session(const ExploreCheckRequest& request, std::ostream& text) : request_(request), text_(text) {
    if (request.out.empty()) return;
    writer_.emplace(request.out, request.resume);
    if (!request.resume) return;
    for (const nlohmann::json& record : read_results(request.out)) {
      const std::string job = record.at("params").value("job", "");
      if (record.at("params").value("last", false)) finished_.insert(job);
      if (record.at("verdict") == "fail") failed_before_.insert(job);
    }
  }

  int run() {
    const std::vector<ExploreJob> jobs = chosen(request_);
    Progress progress(static_cast<double>(jobs.size()));
    text_ << fmt::format("{:<14} {:<52} {:>8} {:>7}  {}\n", "part", "what", "verdict", "ms",
                         "records");
    for (const ExploreJob& job : jobs) {
      if (interrupt_requested()) {
        progress.clear();
        text_ << "interrupted; finished records are kept, --resume does the rest\n";
        return kInterruptedExit;
      }
      progress.begin(job.part + ": " + job.name);
      progress.clear();
      if (skip(job)) {
        progress.skip(1);
        continue;
      }
      run_job(job);
      progress.add(1);
    }
    progress.clear();
    text_ << fmt::format(
        "\n{} records: {} pass, {} fail, {} inconclusive; {} of {} mutants "
        "caught\n",
        count_, passed_, failed_, inconclusive_, caught_.size(), mutants_.size());
    return static_cast<int>(code_);
  }

 private:
  static std::string identity(const ExploreJob& job) { return job.part + ": " + job.name; }

  bool skip(const ExploreJob& job) {
    if (finished_.count(identity(job)) == 0) return false;
    const bool failed = failed_before_.count(identity(job)) > 0;
    text_ << fmt::format("{:<14} {:<52} finished before{}\n", job.part, job.name,
                         failed ? ": FAIL" : "");
    if (failed) code_ = worst(code_, ExitCode::failed);
    return true;
  }

  void run_job(const ExploreJob& job) {
    const auto begin = std::chrono::steady_clock::now();
    std::vector<ResultRecord> records = job.run();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    Verdict verdict = Verdict::pass;
    for (std::size_t i = 0; i < records.size(); ++i) {
      ResultRecord& record = records[i];
      record.replay =
          fmt::format("./touchstone check explore --part '{}' --name '{}'", job.part, job.name);
      record.params["job"] = identity(job);
      if (i + 1 == records.size()) record.params["last"] = true;
      if (record.seconds == 0) record.seconds = spent.count() / static_cast<double>(records.size());
      count(record, verdict);
      if (writer_) writer_->write(record);
    }
    text_ << fmt::format("{:<14} {:<52} {:>8} {:>7.0f}  {}\n", job.part, job.name,
                         verdict == Verdict::fail           ? "FAIL"
                         : verdict == Verdict::inconclusive ? "?"
                                                            : "ok",
                         1000 * spent.count(), records.size());
    for (const ResultRecord& record : records)
      if (request_.verbose || record.verdict == Verdict::fail) print(record);
  }

  void print(const ResultRecord& record) {
    text_ << fmt::format("    {}: {} = {:g}, {}{}{}\n", record.scheme, record.metric, record.value,
                         name(record.verdict), record.note.empty() ? "" : "; ", record.note);
    if (record.verdict == Verdict::fail) text_ << "    replay: " << record.replay << '\n';
  }

  void count(const ResultRecord& record, Verdict& verdict) {
    ++count_;
    if (record.scheme.rfind("mutant/", 0) == 0) {
      mutants_.insert(record.scheme);
      if (record.params.value("caught", false)) caught_.insert(record.scheme);
    }
    if (record.verdict == Verdict::pass) ++passed_;
    if (record.verdict == Verdict::fail) {
      ++failed_;
      verdict = Verdict::fail;
      code_ = worst(code_, ExitCode::failed);
    }
    if (record.verdict == Verdict::inconclusive) {
      ++inconclusive_;
      if (verdict != Verdict::fail) verdict = Verdict::inconclusive;
      code_ = worst(code_, ExitCode::inconclusive);
    }
  }

  const ExploreCheckRequest& request_;
  std::ostream& text_;
  std::optional<ResultWriter> writer_;
  std::set<std::string> finished_;
  std::set<std::string> failed_before_;
  std::set<std::string> mutants_;
  std::set<std::string> caught_;
  std::size_t count_ = 0;
  std::size_t passed_ = 0;
  std::size_t failed_ = 0;
  std::size_t inconclusive_ = 0;
  ExitCode code_ = ExitCode::pass;
};

}  // namespace

int run_explore_checks(const ExploreCheckRequest& request, std::ostream& text) {
  return Session(request, text).run();
}

}  // namespace touchstone::explore
