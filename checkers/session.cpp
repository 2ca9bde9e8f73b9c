#include "checkers/session.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <ostream>

#include "checkers/matrix.hpp"
#include "models/core/for_each_index.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/progress.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

Outcome outcome_of(const json& record) {
  const json& params = record.at("params");
  Outcome outcome{.scheme = record.at("scheme"),
                  .check = record.at("metric"),
                  .mutant = params.contains("caught"),
                  .caught = params.value("caught", false),
                  .expected = params.value("expected", false)};
  outcome.verdict = Verdict::fail;
  for (const Verdict verdict :
       {Verdict::pass, Verdict::inconclusive, Verdict::not_claimed, Verdict::not_run})
    if (record.at("verdict") == name(verdict)) outcome.verdict = verdict;
  outcome.value = record.at("value").is_number() ? record.at("value").get<double>() : 0;
  outcome.is_z = params.value("unit", "") == "z";
  return outcome;
}

/// Key that tells whether a record of the file is this job: independent of the numbers found.
std::string identity(const std::string& scheme, const std::string& check, std::uint64_t seed,
                     double effort) {
  return fmt::format("{}|{}|{}|{}", scheme, check, seed, effort);
}

class Session {
 public:
  Session(const CheckRequest& request, std::ostream& text)
      : request_(request),
        text_(text),
        jobs_(make_jobs(request.selection)),
        progress_(static_cast<double>(jobs_.size())) {
    if (request.out.empty()) return;
    writer_.emplace(request.out, request.resume);
    if (request.resume && std::filesystem::exists(request.out)) read_finished();
  }

  int run() {
    for_each_index(jobs_.size(), request_.jobs, [this](std::size_t k) {
      if (!interrupt_requested()) do_job(jobs_[k]);
    });
    progress_.clear();
    print_matrices(outcomes_, text_);
    print_reasons();
    print_troubles();
    say_if_nothing_was_judged();
    if (!interrupt_requested()) return static_cast<int>(code_);
    text_ << "\ninterrupted; finished records are kept"
          << (request_.out.empty() ? "" : ", --resume does the rest") << '\n';
    return kInterruptedExit;
  }

 private:
  void read_finished() {
    for (const json& record : read_results(request_.out))
      if (record.at("kind") == "check" && record.contains("params"))
        finished_[identity(record.at("scheme"), record.at("metric"), record.value("seed", 0u),
                           record.at("params").value("effort", 0.0))] = record;
  }

  void do_job(const Job& job) {
    const auto before = finished_.find(
        identity(job.scheme, job.check, request_.context.seed, request_.context.effort));
    if (before != finished_.end()) {
      progress_.skip(1);
      const std::lock_guard lock(mutex_);
      take(outcome_of(before->second), before->second.value("replay", ""),
           before->second.value("note", ""));
      return;
    }
    progress_.begin(job.check + " on " + job.scheme);
    CheckResult result;
    try {
      result = job.run(request_.context);
    } catch (const Interrupted&) {
      return;  // no verdict
    }
    const ResultRecord record = make_record(job, request_.context, result);
    progress_.add(1);
    const std::lock_guard lock(mutex_);
    if (writer_) writer_->write(record);
    take(outcome_of(to_json(record)), record.replay, record.note);
  }

  void take(const Outcome& outcome, const std::string& replay, const std::string& note) {
    outcomes_.push_back(outcome);
    code_ = worst(code_, exit_code(outcome.verdict));
    if (outcome.verdict == Verdict::not_run)
      not_run_[note].push_back(fmt::format("{} on {}", outcome.check, outcome.scheme));
    if (outcome.verdict != Verdict::fail && outcome.verdict != Verdict::inconclusive) return;
    const char* what = outcome.mutant ? "not caught" : name(outcome.verdict).data();
    troubles_.push_back(
        fmt::format("{}: {} on {}: {}\n    {}", what, outcome.check, outcome.scheme, note, replay));
  }

  /// Why some did not run, with one example of each reason.
  void print_reasons() const {
    if (!not_run_.empty()) text_ << '\n';
    for (const auto& [reason, jobs] : not_run_)
      text_ << fmt::format("not run: {}: {}{}\n", reason.empty() ? "no reason given" : reason,
                           jobs.front(),
                           jobs.size() == 1 ? "" : fmt::format(" and {} more", jobs.size() - 1));
  }

  void print_troubles() const {
    std::map<std::string, std::size_t> verdicts;
    std::map<std::string, bool> caught;
    for (const Outcome& outcome : outcomes_) {
      if (outcome.mutant)
        caught[outcome.scheme] = caught[outcome.scheme] || outcome.caught;
      else
        ++verdicts[std::string(name(outcome.verdict))];
    }
    if (!troubles_.empty()) text_ << '\n';
    for (const std::string& trouble : troubles_) text_ << trouble << '\n';
    text_ << '\n';
    for (const auto& [verdict, count] : verdicts) text_ << fmt::format("{} {}   ", count, verdict);
    const auto kills =
        std::count_if(caught.begin(), caught.end(), [](auto& c) { return c.second; });
    if (!caught.empty()) text_ << fmt::format("{} of {} mutants caught", kills, caught.size());
    text_ << fmt::format("   (seed {}, false alarm {:g} each)\n", request_.context.seed,
                         request_.context.false_alarm);
  }

  /// A selection whose every job could not run here (no vector unit, needs --nightly), or is not
  /// claimed, is no pass.
  void say_if_nothing_was_judged() {
    const bool judged = std::any_of(outcomes_.begin(), outcomes_.end(), [](const Outcome& outcome) {
      return outcome.verdict != Verdict::not_run && outcome.verdict != Verdict::not_claimed;
    });
    if (judged || interrupt_requested()) return;
    code_ = worst(code_, ExitCode::inconclusive);
    text_ << "nothing was judged: no selected check could run here, or is of a claim (see above)\n";
  }

  const CheckRequest& request_;
  std::ostream& text_;
  std::vector<Job> jobs_;
  Progress progress_;
  std::optional<ResultWriter> writer_;
  std::map<std::string, std::vector<std::string>> not_run_;  ///< jobs by reason
  std::map<std::string, json> finished_;
  std::mutex mutex_;  // of everything below
  std::vector<Outcome> outcomes_;
  std::vector<std::string> troubles_;
  ExitCode code_ = ExitCode::pass;
};

}  // namespace

int run_checks(const CheckRequest& request, std::ostream& text) {
  return Session(request, text).run();
}

}  // namespace touchstone
