#include "checkers/balance/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ostream>
#include <set>

#include "checkers/balance/trace.hpp"
#include "checkers/balance/workers.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/names.hpp"
#include "models/core/progress.hpp"

namespace touchstone::balance {
namespace {

/// Throws with the nearest known name when a pattern matches none of `known`.
void require_match(const char* option, const std::string& pattern,
                   const std::vector<std::string>& known) {
  if (std::any_of(known.begin(), known.end(),
                  [&](const std::string& name) { return matches(pattern, name); }))
    return;
  throw InputError(
      fmt::format("{} '{}' matches nothing; {}", option, pattern, suggestion(pattern, known)));
}

std::vector<const TinyModel*> chosen(const BalanceRequest& request) {
  std::vector<std::string> schemes;
  std::vector<std::string> models;
  std::vector<const TinyModel*> result;
  bool only_nightly = false;
  for (const TinyModel& model : tiny_models()) {
    schemes.push_back(model.scheme);
    models.push_back(model.model);
    if (!matches(request.scheme, model.scheme) || !matches(request.model, model.model) ||
        !matches(request.family, model.family))
      continue;
    if (model.mutant() ? !request.mutants : !request.correct_schemes) continue;
    if (model.nightly && !request.nightly && request.replay.empty())
      only_nightly = true;
    else
      result.push_back(&model);
  }
  require_match("--scheme", request.scheme, schemes);
  require_match("--model", request.model, models);
  if (!result.empty()) return result;
  throw InputError(only_nightly
                       ? "check balance: these models take too long for every commit; run them "
                         "with --nightly"
                       : "check balance: no scheme has a tiny model of that name and family");
}

const char* sign(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "ok";
    case Verdict::fail:
      return "FAIL";
    case Verdict::inconclusive:
      return "?";
    case Verdict::not_claimed:
      return ".";
    case Verdict::not_run:
      return "-";
  }
  return "FAIL";
}

class Session {
 public:
  Session(const BalanceRequest& request, std::ostream& text) : request_(request), text_(text) {
    for (const std::string& claim : request.claims)
      require_match("--claims", claim, verdict_names());
    if (!request.out.empty()) {
      writer_.emplace(request.out, request.resume);
      if (request.resume) read_finished();
    }
  }

  int run() {
    const std::vector<const TinyModel*> models = chosen(request_);
    head(models);
    Progress progress(static_cast<double>(models.size()));
    std::vector<const TinyModel*> open;
    for (const TinyModel* model : models)
      if (finished_.count(identity(model->scheme, model->model)) == 0) open.push_back(model);
    const auto begin = std::chrono::steady_clock::now();
    Workers workers(open, request_.options, request_.threads);
    for (const TinyModel* model : models) {
      progress.begin(model->scheme + " on " + model->model);
      progress.clear();
      if (skip_finished(*model)) {
        progress.skip(1);
        continue;
      }
      const std::optional<Answer> answer = workers.next();
      if (!answer) return interrupted(progress);
      report(*model, *answer);
      progress.add(1);
    }
    progress.clear();
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    foot();
    return static_cast<int>(code_);
  }

 private:
  static std::string identity(const std::string& scheme, const std::string& model) {
    return scheme + " on " + model;
  }
  void read_finished() {
    for (const nlohmann::json& record : read_results(request_.out)) {
      const std::string metric = record.value("metric", "");
      if (metric.rfind("balance/", 0) != 0) continue;
      const std::string name =
          identity(record.at("scheme"), record.at("params").value("model", ""));
      if (metric == "balance/" + verdict_names().front() || !request_.claims.empty())
        finished_.insert(name);  // that record is written last
      if (record.at("verdict") == "fail") failed_before_.insert(name);
    }
  }
  bool skip_finished(const TinyModel& model) {
    const std::string name = identity(model.scheme, model.model);
    if (finished_.count(name) == 0) return false;
    const bool failed = failed_before_.count(name) > 0;
    text_ << fmt::format("{:<{}}  finished before{}\n", name, width_, failed ? ": FAIL" : "");
    if (failed) code_ = worst(code_, ExitCode::failed);
    return true;
  }
  int interrupted(Progress& progress) {
    progress.clear();
    text_ << "interrupted; finished records are kept, --resume does the rest\n";
    return kInterruptedExit;
  }

  bool wanted(const std::string& verdict) const {
    return request_.claims.empty() ||
           std::any_of(request_.claims.begin(), request_.claims.end(),
                       [&](const std::string& claim) { return matches(claim, verdict); });
  }

  void head(const std::vector<const TinyModel*>& models) {
    width_ = 0;
    for (const TinyModel* model : models)
      width_ = std::max(width_, identity(model->scheme, model->model).size());
    text_ << fmt::format("{:<{}}  {:>7} {:>9} {:>7}", "", width_, "states", "tapes", "ms");
    char letter = 'a';
    for (const std::string& name : verdict_names())
      if (wanted(name)) text_ << fmt::format(" {:>4}", letter++);
    text_ << fmt::format("  {}\n", "total variation");
  }

  void report(const TinyModel& model, const Answer& answer) {
    if (!answer.judgement) {
      text_ << fmt::format("{:<{}}  ERROR\n", identity(model.scheme, model.model), width_);
      troubles_.push_back(
          fmt::format("error: {} on {}: {}", model.scheme, model.model, answer.error));
      code_ = worst(code_, ExitCode::bad_input);
      return;
    }
    const Judgement& judgement = *answer.judgement;
    states_ += judgement.states;
    tapes_ += judgement.effort.tapes;
    milliseconds_ += answer.milliseconds;
    print_row(model, judgement, answer.milliseconds);
    write(records(model, judgement, answer.milliseconds));
    if (model.mutant())
      look_at_mutant(model, judgement);
    else
      look_at_scheme(model, judgement);
  }

  /// Writes in reverse order: the first verdict, which every model has, says that all are there.
  void write(const std::vector<ResultRecord>& all) {
    if (!writer_) return;
    for (auto record = all.rbegin(); record != all.rend(); ++record)
      if (wanted(record->metric.substr(record->metric.find('/') + 1)) ||
          record->metric == "balance/total variation")
        writer_->write(*record);
  }

  void print_row(const TinyModel& model, const Judgement& judgement, double milliseconds) {
    text_ << fmt::format("{:<{}}  {:>7} {:>9} {:>7.0f}", identity(model.scheme, model.model),
                         width_, judgement.states, judgement.effort.tapes, milliseconds);
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
      code_ = worst(code_, exit_code(finding.verdict));
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
        code_ = worst(code_, ExitCode::failed);
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
          states_, tapes_, milliseconds_ / 1000, seconds_, request_.threads,
          request_.threads == 1 ? "" : "s", static_cast<double>(states_) / milliseconds_ * 1000,
          static_cast<double>(tapes_) / milliseconds_ * 1000);
    if (mutants_ > 0) text_ << fmt::format("{} of {} mutants caught\n", caught_, mutants_);
  }

  const BalanceRequest& request_;
  std::ostream& text_;
  std::optional<ResultWriter> writer_;
  std::set<std::string> finished_;
  std::set<std::string> failed_before_;
  std::vector<std::string> troubles_;
  std::vector<std::pair<const TinyModel*, Witness>> traces_;
  std::size_t width_ = 0;
  std::size_t states_ = 0;
  std::uint64_t tapes_ = 0;
  double milliseconds_ = 0;  // of one core
  double seconds_ = 0;       // on the clock
  int mutants_ = 0;
  int caught_ = 0;
  ExitCode code_ = ExitCode::pass;
};

}  // namespace

int run_balance(const BalanceRequest& request, std::ostream& text) {
  if (request.replay.empty()) return Session(request, text).run();
  const std::vector<const TinyModel*> models = chosen(request);
  if (models.size() != 1)
    throw input_error("--replay", "scheme and model", "exactly one",
                      fmt::format("{}; name them with --scheme and --model", models.size()));
  print_trace(*models.front(), parse_witness(request.replay), text);
  return 0;
}

}  // namespace touchstone::balance
