// Purpose   The result records of the balance checker.
#include <fmt/format.h>

#include <cmath>

#include "checkers/balance/session.hpp"

namespace touchstone::balance {
namespace {

/// Longer fractions stand in the record of the distance alone, not in those of every verdict.
constexpr std::size_t kLongestFraction = 400;

std::string base_name(const std::string& finding) { return finding.substr(0, finding.find(':')); }

/// Fail before everything; what one operator does not claim is not passed by the others.
int badness(Verdict verdict) {
  switch (verdict) {
    case Verdict::fail:
      return 4;
    case Verdict::inconclusive:
      return 3;
    case Verdict::not_claimed:
      return 2;
    case Verdict::pass:
      return 1;
    case Verdict::not_run:
      return 0;
  }
  return 4;
}

nlohmann::json common_params(const TinyModel& model, const Judgement& j, double milliseconds) {
  nlohmann::json params = {{"model", model.model},
                           {"states", j.states},
                           {"recurrent_states", j.recurrent},
                           {"configurations", j.configurations},
                           {"tapes", j.effort.tapes},
                           {"in_pieces", j.in_pieces},
                           {"milliseconds", milliseconds}};
  if (j.effort.trials > 0) params["trials"] = j.effort.trials;
  for (const auto& [key, value] : model.labels) params[key] = value;
  if (j.distance) {
    params["tv"] = j.distance->total_variation;
    if (std::isfinite(j.distance->error)) params["tv_error"] = j.distance->error;
    if (!j.distance->exact.empty() && j.distance->exact.size() <= kLongestFraction)
      params["tv_exact"] = j.distance->exact;
    params["observable"] = j.observable;
    params["observable_shift"] = j.distance->observable;
    if (std::isfinite(j.distance->configurations))
      params["independent_configurations"] = j.distance->configurations;
  }
  params["one_step_deviation"] = j.one_step;
  params["one_step_exact"] = j.one_step_exact.size() <= kLongestFraction ? j.one_step_exact : "";
  if (model.mutant()) {
    params["origin"] = model.origin.text;
    params["pressure_trials"] =
        model.pressure_trials > 0 ? nlohmann::json(model.pressure_trials) : nlohmann::json();
  }
  return params;
}

ResultRecord base_record(const TinyModel& model, const Judgement& j, double milliseconds) {
  ResultRecord record;
  record.kind = "check";
  record.family = model.family;
  record.scheme = model.scheme;
  record.backend = "serial";
  record.problem_class = "tiny";
  record.params = common_params(model, j, milliseconds);
  if (model.mutant()) record.origin = model.origin;
  record.seconds = milliseconds / 1000;
  record.replay = fmt::format("./touchstone check balance --scheme '{}' --model '{}'{}",
                              model.scheme, model.model, model.nightly ? " --nightly" : "");
  return record;
}

Verdict of_mutant(bool caught, bool expected) {
  if (caught) return Verdict::pass;
  return expected ? Verdict::fail : Verdict::not_claimed;
}

}  // namespace

std::vector<Summary> summaries(const Judgement& judgement) {
  std::vector<Summary> result;
  for (const std::string& name : verdict_names()) {
    Summary summary{name, Verdict::not_claimed, nullptr};
    for (const Finding& finding : judgement.findings) {
      if (base_name(finding.name) != name) continue;
      const bool worse = !summary.worst || badness(finding.verdict) > badness(summary.verdict) ||
                         (finding.verdict == summary.verdict &&
                          std::abs(finding.value) > std::abs(summary.worst->value));
      if (!worse) continue;
      summary.verdict = finding.verdict;
      summary.worst = &finding;
    }
    if (summary.worst) result.push_back(summary);
  }
  return result;
}

bool caught_by(const Judgement& judgement, const std::string& verdict_name) {
  for (const Finding& finding : judgement.findings)
    if (base_name(finding.name) == verdict_name && finding.verdict == Verdict::fail) return true;
  return false;
}

ResultRecord lost_record(const TinyModel& model, const std::string& why) {
  ResultRecord record = base_record(model, {}, 0);
  record.metric = kLostMetric;
  record.verdict = Verdict::fail;
  record.note = why;
  return record;
}

std::vector<ResultRecord> records(const TinyModel& model, const Judgement& judgement,
                                  double milliseconds) {
  std::vector<ResultRecord> result;
  for (const Summary& summary : summaries(judgement)) {
    ResultRecord record = base_record(model, judgement, milliseconds);
    record.metric = "balance/" + summary.name;
    record.value = summary.worst->value;
    record.verdict = summary.verdict;
    record.note = summary.worst->subject + ": " + summary.worst->detail;
    if (summary.worst->exact.size() <= kLongestFraction)
      record.params["exact"] = summary.worst->exact;
    if (!summary.worst->witnesses.empty())
      record.params["tape"] = text(summary.worst->witnesses.front());
    if (model.mutant()) {
      const bool caught = summary.verdict == Verdict::fail;
      const bool expected =
          std::count(model.killed_by.begin(), model.killed_by.end(), summary.name) > 0;
      record.params["caught"] = caught;
      record.params["expected"] = expected;
      record.verdict = of_mutant(caught, expected);
    }
    result.push_back(std::move(record));
  }
  if (!judgement.distance) return result;
  ResultRecord record = base_record(model, judgement, milliseconds);
  const Distance& distance = *judgement.distance;
  const bool apart =
      distance.total_variation > (std::isfinite(distance.error) ? distance.error : 0);
  record.metric = "balance/total variation";
  record.value = distance.total_variation;
  if (std::isfinite(distance.error)) {
    record.low = std::max(0.0, distance.total_variation - distance.error);
    record.high = distance.total_variation + distance.error;
  }
  record.verdict = apart ? Verdict::fail : Verdict::pass;
  record.note = "distance of the sampled distribution from the claimed one";
  if (!distance.exact.empty()) record.params["tv_exact"] = distance.exact;
  if (model.mutant()) {
    record.params["caught"] = apart;
    record.params["expected"] = false;
    record.verdict = of_mutant(apart, false);
  }
  result.push_back(std::move(record));
  return result;
}

}  // namespace touchstone::balance
