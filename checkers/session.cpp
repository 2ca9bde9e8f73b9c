#include "checkers/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <set>

#include "checkers/listing.hpp"
#include "checkers/matrix.hpp"
#include "checkers/shown_series.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/shell_word.hpp"
#include "suite/external/description.hpp"
#include "suite/replay.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

/// Least that the check of a user's program would have seen; none where nothing was decided.
std::optional<double> effect_shown(const json& record) {
  const Verdict verdict = verdict_of(record);
  const json& effect = record.at("params").at("smallest_effect");
  const bool was_judged = verdict != Verdict::not_run && verdict != Verdict::not_claimed;
  if (!was_judged || !effect.is_number() || !external::is_program(record.at("scheme")))
    return std::nullopt;
  return effect.get<double>();
}

Outcome outcome_of(const json& record) {
  const json& params = record.at("params");
  return {.scheme = record.at("scheme"),
          .check = record.at("metric"),
          .mutant = params.contains("caught"),
          .caught = params.value("caught", false),
          .expected = params.value("expected", false),
          .verdict = verdict_of(record),
          .value = record.at("value").is_number() ? record.at("value").get<double>() : 0,
          .is_z = params.value("unit", "") == "z",
          .smallest_effect = effect_shown(record)};
}

class CheckReport : public RunReport {
 public:
  CheckReport(const CheckRequest& request, std::ostream& text)
      : context_(request.context),
        all_checks_of_some_(request.selection.scheme != "*" && request.selection.checks.empty()),
        out_(request.own_out ? request.run.out : ""),
        text_(text) {}

  void finished(std::size_t, const std::vector<json>& records, bool) override {
    for (const json& record : records) take(outcome_of(record), record);
  }

  void summary() override {
    print_matrices(outcomes_, text_);
    for (const json& record : shown_) print_shown_series(record, text_);
    print_reasons();
    if (!troubles_.empty()) text_ << '\n';
    for (const std::string& trouble : troubles_) text_ << trouble << '\n';
    print_counts();
    if (all_checks_of_some_) print_parts();
    if (nothing_was_judged())
      text_ << "nothing was judged: no selected check could run here, or is of a claim (see "
               "above)\n";
  }

  ExitCode code() const override {
    return nothing_was_judged() ? ExitCode::inconclusive : ExitCode::pass;
  }

 private:
  void take(const Outcome& outcome, const json& record) {
    outcomes_.push_back(outcome);
    if (!outcome.mutant && !external::is_program(outcome.scheme))
      families_.insert(record.at("family").get<std::string>());
    if (external::is_program(outcome.scheme)) shown_.push_back(record);
    const std::string note = record.value("note", "");
    if (outcome.verdict == Verdict::not_run)
      not_run_[note].push_back(fmt::format("{} on {}", outcome.check, outcome.scheme));
    if (outcome.verdict != Verdict::fail && outcome.verdict != Verdict::inconclusive) return;
    const char* what = outcome.mutant ? "not caught" : name(outcome.verdict).data();
    troubles_.push_back(fmt::format("{}: {} on {}: {}\n    {}", what, outcome.check, outcome.scheme,
                                    note, again(record.value("replay", ""), outcome.scheme)));
  }

  /// The command of a record, with the files and the launcher as the user named them.
  std::string again(std::string command, const std::string& scheme) const {
    const std::string recorded = external::replay_option(scheme);
    if (const std::size_t place = command.find(recorded); place != std::string::npos)
      command.replace(place, recorded.size(), external::typed_option(scheme));
    return replay_from_here(command) + (out_.empty() ? "" : " --out " + in_quotes(out_));
  }

  /// Why some did not run, with one example of each reason.
  void print_reasons() const {
    if (!not_run_.empty()) text_ << '\n';
    for (const auto& [reason, tasks] : not_run_)
      text_ << fmt::format("not run: {}: {}{}\n", reason.empty() ? "no reason given" : reason,
                           tasks.front(),
                           tasks.size() == 1 ? "" : fmt::format(" and {} more", tasks.size() - 1));
  }

  void print_counts() const {
    std::map<std::string, std::size_t> verdicts;
    std::map<std::string, bool> caught;
    for (const Outcome& outcome : outcomes_) {
      if (outcome.mutant)
        caught[outcome.scheme] = caught[outcome.scheme] || outcome.caught;
      else
        ++verdicts[std::string(name(outcome.verdict))];
    }
    text_ << '\n';
    for (const auto& [verdict, count] : verdicts) text_ << fmt::format("{} {}   ", count, verdict);
    const auto kills =
        std::count_if(caught.begin(), caught.end(), [](auto& c) { return c.second; });
    if (!caught.empty()) text_ << fmt::format("{} of {} mutants caught", kills, caught.size());
    text_ << fmt::format("   (seed {}, false alarm {:g} each)\n", context_.seed,
                         context_.false_alarm);
  }

  /// Faults of a list of neighbours, or of a start, may show in no run of a scheme that uses it.
  void print_parts() const {
    for (const std::string& family : families_) {
      std::vector<std::string> others;
      for (const ListedPart& part : listed_parts(family))
        if (std::ranges::none_of(outcomes_,
                                 [&](const Outcome& o) { return o.scheme == part.name; }))
          others.push_back(part.name);
      if (others.empty()) continue;
      text_ << fmt::format(
          "not asked: {} part{} that schemes have in common and that have checks of their own, as "
          "{} "
          "(list parts --family {})\n",
          others.size(), others.size() == 1 ? "" : "s", others.front(), family);
    }
  }

  /// A selection whose every job could not run here (no vector unit, needs --nightly), or is not
  /// claimed, is no pass.
  bool nothing_was_judged() const {
    return !interrupt_requested() &&
           std::all_of(outcomes_.begin(), outcomes_.end(), [](const Outcome& outcome) {
             return outcome.verdict == Verdict::not_run || outcome.verdict == Verdict::not_claimed;
           });
  }

  const CheckContext& context_;
  bool all_checks_of_some_;  ///< all checks, of schemes that the user chose
  std::string out_;          ///< results file that the user chose
  std::ostream& text_;
  std::map<std::string, std::vector<std::string>> not_run_;  ///< tasks by reason
  std::vector<Outcome> outcomes_;
  std::set<std::string> families_;  ///< families of the correct schemes among them
  std::vector<json> shown_;         ///< records whose tables are printed
  std::vector<std::string> troubles_;
};

}  // namespace

int run_checks(const CheckRequest& request, std::ostream& text) {
  CheckReport report(request, text);
  return run_jobs(check_jobs(request.selection, request.context, request.plan), request.run, report,
                  text);
}

}  // namespace touchstone
