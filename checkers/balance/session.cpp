#include "checkers/balance/session.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <ostream>
#include <utility>

#include "checkers/balance/trace.hpp"
#include "checkers/matrix.hpp"
#include "models/core/names.hpp"

namespace touchstone::balance {
namespace {

/// Time that this thread has spent on a core: not disturbed by what else runs.
double thread_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

constexpr const char* kDistanceMetric = "balance/total variation";

/// The judgement of one model, for what is printed beyond its records.
struct Answer {
  std::optional<Judgement> judgement;  ///< nothing: it could not be enumerated
  std::string error;                   ///< why not
  double milliseconds = 0;             ///< processor time of one core
};

Answer answer(const TinyModel& model, const JudgeOptions& options) {
  Answer result;
  const double begin = thread_milliseconds();
  try {
    result.judgement = judge(model, options);
  } catch (const InputError& error) {
    result.error = error.what();
  }
  result.milliseconds = thread_milliseconds() - begin;
  return result;
}

std::string identity(const TinyModel& model) { return model.scheme + " on " + model.model; }

bool is_wanted(const BalanceRequest& request, const std::string& verdict) {
  return request.claims.empty() ||
         std::any_of(request.claims.begin(), request.claims.end(),
                     [&](const std::string& claim) { return matches(claim, verdict); });
}

/// The records of the verdicts asked for, and of the distance; a model that cannot be enumerated
/// fails in a record of its own.
std::vector<ResultRecord> wanted_records(const BalanceRequest& request, const TinyModel& model,
                                         const Answer& answer) {
  if (!answer.judgement) return {lost_record(model, answer.error)};
  std::vector<ResultRecord> all;
  for (ResultRecord& record : records(model, *answer.judgement, answer.milliseconds))
    if (record.metric == kDistanceMetric ||
        is_wanted(request, record.metric.substr(record.metric.find('/') + 1)))
      all.push_back(std::move(record));
  return all;
}

/// A tiny model as a job; its run leaves the answer in `answers`.
struct Work {
  std::vector<const TinyModel*> models;
  std::vector<Answer> answers;
};

std::vector<Job> jobs_of(const BalanceRequest& request, Work& work) {
  std::vector<Job> jobs;
  for (std::size_t k = 0; k < tiny_models().size(); ++k) {
    const TinyModel& model = tiny_models()[k];
    std::string id = "balance|" + identity(model);
    for (const std::string& claim : request.claims) id += "|" + claim;
    jobs.push_back({.id = id,
                    .title = identity(model),
                    .facets = {{"--scheme", {model.scheme}},
                               {"--model", {model.model}},
                               {"--family", {model.family}},
                               {"model", {std::to_string(k)}}},
                    .run = {}});
  }
  jobs = chosen(std::move(jobs), {{"--scheme", {request.scheme}},
                                  {"--model", {request.model}},
                                  {"--family", {request.family}}});
  const auto model_of = [](const Job& job) -> const TinyModel& {
    return tiny_models()[std::stoul(job.facets.back().second.front())];
  };
  std::erase_if(jobs, [&](const Job& job) {
    return model_of(job).mutant() ? !request.mutants : !request.correct_schemes;
  });
  const bool some = !jobs.empty();
  if (!request.nightly && request.replay.empty())
    std::erase_if(jobs, [&](const Job& job) { return model_of(job).nightly; });
  if (jobs.empty())
    throw InputError(some ? "check balance: these models take too long for every commit; run them "
                            "with --nightly"
                          : "check balance: no scheme has a tiny model of that name and family");
  work.answers.resize(jobs.size());
  for (std::size_t k = 0; k < jobs.size(); ++k) {
    const TinyModel& model = model_of(jobs[k]);
    work.models.push_back(&model);
    jobs[k].run = [&request, &model, &slot = work.answers[k]](JobContext&) {
      slot = answer(model, request.options);
      return wanted_records(request, model, slot);
    };
    jobs[k].lost = [&model](const std::string& why) { return lost_record(model, why); };
  }
  return jobs;
}

class BalanceReport : public RunReport {
 public:
  BalanceReport(const BalanceRequest& request, Work& work, std::ostream& text)
      : request_(request), work_(work), text_(text) {}

  void begin() override { head(work_.models); }

  void finished(std::size_t job, const std::vector<nlohmann::json>& records, bool before) override {
    const TinyModel& model = *work_.models[job];
    for (const auto& record : records) judged_ |= record.value("metric", "") != kDistanceMetric;
    if (!before) return report(model, std::exchange(work_.answers[job], {}));
    for (const auto& record : records)
      if (record.value("metric", "") == kLostMetric)
        not_enumerated(model, record.value("note", std::string()));
    const bool failed = std::any_of(records.begin(), records.end(), [](const auto& record) {
      return verdict_of(record) == Verdict::fail;
    });
    text_ << fmt::format("{:<{}}  finished before{}\n", identity(model), width_,
                         failed ? ": FAIL" : "");
  }

  void summary() override { foot(); }
  ExitCode code() const override { return code_; }
  /// Whether any model had a verdict of those asked for.
  bool judged() const { return judged_; }

 private:
  bool wanted(const std::string& verdict) const { return is_wanted(request_, verdict); }

  void head(const std::vector<const TinyModel*>& models) {
    width_ = 0;
    for (const TinyModel* model : models) width_ = std::max(width_, identity(*model).size());
    text_ << fmt::format("{:<{}}  {:>7} {:>9} {:>7}", "", width_, "states", "tapes", "ms");
    char letter = 'a';
    for (const std::string& name : verdict_names())
      if (wanted(name)) text_ << fmt::format(" {:>4}", letter++);
    text_ << fmt::format("  {}\n", "total variation");
  }

  void report(const TinyModel& model, const Answer& answer) {
    if (!answer.judgement) {
      text_ << fmt::format("{:<{}}  ERROR\n", identity(model), width_);
      return not_enumerated(model, answer.error);
    }
    const Judgement& judgement = *answer.judgement;
    states_ += judgement.states;
    tapes_ += judgement.effort.tapes;
    milliseconds_ += answer.milliseconds;
    print_row(model, judgement, answer.milliseconds);
    if (model.mutant())
      look_at_mutant(model, judgement);
    else
      look_at_scheme(model, judgement);
  }

  void not_enumerated(const TinyModel& model, const std::string& why) {
    troubles_.push_back(fmt::format("error: {} on {}: {}", model.scheme, model.model, why));
    code_ = worst(code_, ExitCode::bad_input);
  }

  void print_row(const TinyModel& model, const Judgement& judgement, double milliseconds) {
    text_ << fmt::format("{:<{}}  {:>7} {:>9} {:>7.0f}", identity(model), width_, judgement.states,
                         judgement.effort.tapes, milliseconds);
    const std::vector<Summary> all = summaries(judgement);
    for (const std::string& name : verdict_names()) {
      if (!wanted(name)) continue;
      const auto found =
          std::find_if(all.begin(), all.end(), [&](const Summary& s) { return s.name == name; });
      std::string shown = found == all.end() ? "" : sign(found->verdict);
      if (model.mutant() && found != all.end() && found->verdict == Verdict::fail)
        shown = std::count(model.killed_by.begin(), model.killed_by.end(), name) > 0 ? "x!" : "x";
      text_ << fmt::format(" {:>4}", shown);
    }
    if (judgement.distance && std::isfinite(judgement.distance->error))
      text_ << fmt::format("  {:.6g}", judgement.distance->total_variation);
    else if (judgement.distance)
      text_ << fmt::format("  {:.3g} (depends on the start)", judgement.distance->total_variation);
    text_ << '\n';
  }

  void look_at_scheme(const TinyModel& model, const Judgement& judgement) {
    for (const Finding& finding : judgement.findings) {
      if (!wanted(finding.name.substr(0, finding.name.find(':')))) continue;
      if (finding.verdict == Verdict::fail) explain(model, finding, "FAIL");
    }
  }

  void look_at_mutant(const TinyModel& model, const Judgement& judgement) {
    ++mutants_;
    bool caught = false;
    for (const Summary& summary : summaries(judgement)) {
      if (!wanted(summary.name)) continue;
      if (summary.verdict == Verdict::fail) {
        if (!caught) explain(model, *summary.worst, "caught");
        caught = true;
      } else if (std::count(model.killed_by.begin(), model.killed_by.end(), summary.name) > 0) {
        troubles_.push_back(
            fmt::format("MISSED: {} on {} by {}", model.scheme, model.model, summary.name));
      }
    }
    caught_ += caught ? 1 : 0;
  }

  void explain(const TinyModel& model, const Finding& finding, const char* what) {
    std::string lines = fmt::format("{}: {} on {}: {} of {}: {}", what, model.scheme, model.model,
                                    finding.name, finding.subject, finding.detail);
    if (!finding.exact.empty() && finding.exact != "0" && finding.exact.size() < 40)
      lines += fmt::format(" (deviation {})", finding.exact);
    for (const Witness& witness : finding.witnesses)
      lines +=
          fmt::format("\n    ./touchstone check balance --scheme '{}' --model '{}' --replay '{}'",
                      model.scheme, model.model, balance::text(witness));
    troubles_.push_back(lines);
    if (request_.trace && !finding.witnesses.empty())
      traces_.emplace_back(&model, finding.witnesses.front());
  }

  void foot() {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
    char letter = 'a';
    for (const std::string& name : verdict_names())
      if (wanted(name)) text_ << fmt::format("  {}  {}\n", letter++, name);
    text_ << "  .  not claimed   x  seen   x!  seen, as it must be\n\n";
    for (const std::string& trouble : troubles_) text_ << trouble << '\n';
    for (const auto& [model, witness] : traces_) {
      text_ << '\n';
      print_trace(*model, witness, text_);
    }
    if (milliseconds_ > 0)
      text_ << fmt::format(
          "\n{} states, {} tapes in {:.1f} s of one core ({:.1f} s on {} thread{}): {:.3g} states "
          "and {:.3g} tapes per second of one core, verdicts included\n",
          states_, tapes_, milliseconds_ / 1000, spent.count(), request_.run.threads,
          request_.run.threads == 1 ? "" : "s", static_cast<double>(states_) / milliseconds_ * 1000,
          static_cast<double>(tapes_) / milliseconds_ * 1000);
    if (mutants_ > 0) text_ << fmt::format("{} of {} mutants caught\n", caught_, mutants_);
  }

  const BalanceRequest& request_;
  Work& work_;
  std::ostream& text_;
  std::vector<std::string> troubles_;
  std::vector<std::pair<const TinyModel*, Witness>> traces_;
  std::size_t width_ = 0;
  std::size_t states_ = 0;
  std::uint64_t tapes_ = 0;
  double milliseconds_ = 0;  // of one core
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  int mutants_ = 0;
  int caught_ = 0;
  bool judged_ = false;
  ExitCode code_ = ExitCode::pass;  ///< that of models that cannot be enumerated
};

}  // namespace

int run_balance(const BalanceRequest& request, std::ostream& text) {
  for (const std::string& claim : request.claims)
    if (std::none_of(verdict_names().begin(), verdict_names().end(),
                     [&](const std::string& name) { return matches(claim, name); }))
      throw InputError(fmt::format("--claims: nothing is called '{}'; {}", claim,
                                   suggestion(claim, verdict_names())));
  Work work;
  const std::vector<Job> jobs = jobs_of(request, work);
  if (request.replay.empty()) {
    BalanceReport report(request, work, text);
    const int code = run_jobs(jobs, request.run, report, text);
    const JobShare& share = request.run.share;
    if (code == 0 && !report.judged() && share.write.empty() && share.only.empty())
      throw input_error("--claims", "verdicts", "one that these models are judged by",
                        fmt::format("{}", fmt::join(request.claims, ", ")));
    return code;
  }
  if (jobs.size() != 1)
    throw input_error("--replay", "scheme and model", "exactly one",
                      fmt::format("{}; name them with --scheme and --model", jobs.size()));
  print_trace(*work.models.front(), parse_witness(request.replay), text);
  return 0;
}

}  // namespace touchstone::balance
