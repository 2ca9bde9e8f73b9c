#include "benchmarks/records.hpp"

#include <limits>

namespace touchstone::benchmarks {

ResultRecord blank_record(const Request& request, const char* family, const SchemeInfo& scheme,
                          int threads, const std::string& metric) {
  ResultRecord record;
  record.kind = "benchmark";
  record.family = family;
  record.scheme = scheme.name;
  record.backend = scheme.backend;
  record.problem_class = std::string(info(request.problem_class).name);
  record.seed = request.seed;
  record.threads = threads;
  record.metric = metric;
  return record;
}

void judge_runs(ResultRecord& record, const std::vector<Run>& runs,
                const std::vector<double>& values, const std::string& wrong) {
  record.params["runs"] = runs.size();
  record.params["interval"] = "quartiles of the runs";
  for (const Run& run : runs) record.seconds += run.seconds;
  record.note = wrong;
  record.verdict = wrong.empty() ? Verdict::pass : Verdict::fail;
  record.value = std::numeric_limits<double>::quiet_NaN();
  if (!wrong.empty()) return;
  const Quartiles q = quartiles(values);
  record.value = q.median;
  record.low = q.low;
  record.high = q.high;
}

void judge_runs(ResultRecord& record, const std::vector<Run>& runs,
                const std::function<double(const Run&)>& value, const std::string& wrong) {
  std::vector<double> values;
  for (const Run& run : runs) values.push_back(value(run));
  judge_runs(record, runs, values, wrong);
}

void leave_open(ResultRecord& record, const std::string& reason) {
  record.note = reason;
  record.verdict = Verdict::inconclusive;
  record.value = std::numeric_limits<double>::quiet_NaN();
  record.low = record.high = std::nullopt;
}

}  // namespace touchstone::benchmarks
