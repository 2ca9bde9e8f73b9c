#include "benchmarks/journal.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <ostream>

#include "models/external/description.hpp"

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

void leave_open(ResultRecord& record, const std::string& reason) {
  record.note = reason;
  record.verdict = Verdict::inconclusive;
  record.value = std::numeric_limits<double>::quiet_NaN();
  record.low = record.high = std::nullopt;
}

Journal::Journal(const Request& request, std::ostream& text, const char* family,
                 std::vector<std::string> identity)
    : text_(text), writer_(request.out, request.resume), identity_(std::move(identity)) {
  if (!request.resume || !std::filesystem::exists(request.out)) return;
  for (const nlohmann::json& record : read_results(request.out))
    if (record.at("kind") == "benchmark" && record.at("family") == family)
      finished_.insert(key(record));
}

std::string Journal::key(const nlohmann::json& record) const {
  nlohmann::json parts = nlohmann::json::array();
  for (const char* field : {"metric", "scheme", "class", "threads", "ranks", "seed"})
    parts.push_back(record.value(field, nlohmann::json()));
  for (const std::string& name : identity_)
    parts.push_back(record.at("params").value(name, nlohmann::json()));
  return parts.dump();
}

bool Journal::has(const ResultRecord& entry) const {
  return finished_.count(key({{"metric", entry.metric},
                              {"scheme", entry.scheme},
                              {"class", entry.problem_class},
                              {"threads", entry.threads},
                              {"ranks", entry.ranks},
                              {"seed", entry.seed},
                              {"params", entry.params}})) > 0;
}

void Journal::write(const ResultRecord& record, const std::string& name) {
  ResultRecord repeated = record;
  repeated.replay += external::replay_option(record.scheme);
  writer_.write(repeated);
  code_ = worst(code_, exit_code(record.verdict));
  if (record.verdict == Verdict::fail || record.verdict == Verdict::inconclusive)
    text_ << fmt::format("{}: not timed: {}\n", name, record.note);
}

}  // namespace touchstone::benchmarks
