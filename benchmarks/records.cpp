#include "benchmarks/records.hpp"

#include <fmt/format.h>

#include <limits>

namespace touchstone::benchmarks {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

template <class T>
std::string by_hand(const char* option, const std::optional<T>& value) {
  return value ? fmt::format(" {} {}", option, *value) : "";
}

}  // namespace

std::string replay(const Request& request, const std::string& family, const std::string& scheme,
                   const std::string& size) {
  return fmt::format("./touchstone bench --class {} --family {}{}{} --threads {} --seed {}{}{}{}",
                     info(request.problem_class).name, family,
                     scheme == "*" ? "" : fmt::format(" --scheme '{}'", scheme),
                     size.empty() ? "" : " " + size, request.threads, request.seed,
                     by_hand("--runs", request.runs), by_hand("--warmup", request.warmup),
                     by_hand("--sweeps", request.sweeps));
}

ResultRecord blank_record(const Request& request, const Subject& subject) {
  ResultRecord record;
  record.kind = "benchmark";
  record.family = subject.family;
  record.scheme = subject.scheme.name;
  record.backend = subject.scheme.backend;
  record.problem_class = std::string(info(request.problem_class).name);
  record.params = subject.params;
  record.seed = request.seed;
  record.threads = subject.threads;
  record.ranks = subject.ranks;
  record.metric = subject.metric;
  record.value = kNoValue;
  record.replay = replay(request, subject.family, subject.scheme.name, subject.size);
  if (!subject.name.empty()) record.facts["entry"] = subject.name;
  return record;
}

ResultRecord left_out(const Request& request, const Subject& subject, const std::string& why) {
  ResultRecord record = blank_record(request, subject);
  record.note = why;
  return record;  // not run
}

ResultRecord stated(const Request& request, const Subject& subject, double value) {
  ResultRecord record = blank_record(request, subject);
  record.value = value;
  record.verdict = Verdict::not_claimed;
  return record;
}

ResultRecord stated_bound(const Request& request, const char* family, const std::string& metric,
                          double value, const nlohmann::json& params, const std::string& how) {
  const SchemeInfo bound{.name = "floor", .source = "", .backend = how};
  ResultRecord record = stated(request, {family, bound, metric, "", params}, value);
  record.replay = replay(request, family, "*");
  return record;
}

void judge_runs(ResultRecord& record, const std::vector<Run>& runs,
                const std::vector<double>& values, const std::string& wrong) {
  record.params["runs"] = runs.size();
  record.params["interval"] = "quartiles of the runs";
  for (const Run& run : runs) record.seconds += run.seconds;
  record.note = wrong;
  record.verdict = wrong.empty() ? Verdict::pass : Verdict::fail;
  if (!wrong.empty()) return;
  const Quartiles q = quartiles(values);
  record.value = q.median;
  record.low = q.low;
  record.high = q.high;
}

void leave_open(ResultRecord& record, const std::string& reason) {
  record.note = reason;
  record.verdict = Verdict::inconclusive;
  record.value = kNoValue;
  record.low = record.high = std::nullopt;
}

}  // namespace touchstone::benchmarks
