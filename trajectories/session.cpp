#include "trajectories/session.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <ostream>

#include "models/core/errors.hpp"
#include "models/core/shell_word.hpp"
#include "suite/record_line.hpp"
#include "suite/runner.hpp"
#include "trajectories/rows.hpp"

namespace touchstone::trajectories {
namespace {

std::string name_of(const Request& request) {
  if (request.volumes.empty()) return std::filesystem::path(request.file).filename().string();
  const std::size_t comma = request.volumes.find(',');
  return std::filesystem::path(request.volumes.substr(0, comma)).filename().string();
}

class JudgeReport : public RunReport {
 public:
  JudgeReport(const Request& request, std::ostream& text) : request_(request), text_(text) {}

  /// Rows that a law decides come first: they are what the reader asked for.
  void finished(std::size_t, const std::vector<nlohmann::json>& records, bool before) override {
    print(records, before, true);
    print(records, before, false);
  }
  void summary() override {
    std::string line;
    for (const auto& [verdict, count] : count_)
      line += fmt::format("{}{} {}", line.empty() ? "" : "   ", count, touchstone::name(verdict));
    text_ << fmt::format("\n{}   ({})\n", line, request_.out);
  }

 private:
  void print(const std::vector<nlohmann::json>& records, bool before, bool judged) {
    bool told = judged;
    for (const nlohmann::json& record : records) {
      const Verdict verdict = verdict_of(record);
      if ((verdict != Verdict::not_claimed) != judged) continue;
      if (!told) text_ << "\nmeasured, with no law to judge by:\n";
      told = true;
      text_ << record_line(record, "judge", before) << std::endl;
      ++count_[verdict];
    }
  }

  const Request& request_;
  std::ostream& text_;
  std::map<Verdict, int> count_;
};

/// Throws InputError unless exactly one thing is asked for, with what it needs.
void require_sense(const Request& request) {
  const bool volumes = !request.volumes.empty() || !request.pressures.empty();
  if (volumes == !request.file.empty())
    throw input_error("judge", "what to judge", "FILE, or --volumes A,B with --pressures p1,p2",
                      volumes ? "both" : "neither");
  if (!request.law.empty() && request.law != "energy" && request.law != "stars")
    throw InputError("--law: expected energy or stars, found '" + request.law + "'");
  if (!request.start.empty() && request.start != "plummer")
    throw InputError("--start: expected plummer, found '" + request.start + "'");
  if (!request.start.empty() && request.law != "stars")
    throw InputError("--start: expected --law stars with it, found none");
}

std::vector<ResultRecord> rows(const Request& request, JobContext& context) {
  std::vector<ResultRecord> all = !request.volumes.empty() || !request.pressures.empty()
                                      ? volume_rows(request)
                                  : request.law == "energy" ? energy_rows(request)
                                  : request.law == "stars"  ? star_rows(request, context)
                                                            : trajectory_rows(request, context);
  for (ResultRecord& record : all) record.replay = replay_command(request);
  return all;
}

}  // namespace

ResultRecord blank_record(const Request& request, const std::string& family,
                          const std::string& metric) {
  ResultRecord record;
  record.kind = "validation";
  record.family = family;
  record.scheme = "file/" + name_of(request);
  record.backend = "file";
  record.problem_class = "S";
  record.params["file"] = request.volumes.empty() ? request.file : request.volumes;
  record.metric = metric;
  return record;
}

std::string replay_command(const Request& request) {
  std::string command = "./touchstone judge";
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) command += fmt::format(" {} {}", option, in_quotes(value));
  };
  const auto add_number = [&](const char* option, double value) {
    if (value != 0) command += fmt::format(" {} {}", option, value);
  };
  if (!request.file.empty()) command += " " + in_quotes(request.file);
  add("--format", request.assumed.format);
  add("--box", request.assumed.box);
  add_number("--diameter", request.assumed.diameter);
  add_number("--tolerance", request.tolerance);
  if (request.resolution != Request{}.resolution) add_number("--resolution", request.resolution);
  add("--law", request.law);
  add("--start", request.start);
  add_number("--bound", request.bound);
  add_number("--drift", request.drift);
  add("--volumes", request.volumes);
  add("--pressures", request.pressures);
  return command;
}

int run(const Request& request, std::ostream& text) {
  require_sense(request);
  const std::vector<Job> jobs{{.id = replay_command(request),
                               .title = "judge " + name_of(request),
                               .facets = {},
                               .run = [&](JobContext& context) { return rows(request, context); }}};
  JudgeReport report(request, text);
  return run_jobs(jobs, {.threads = 1, .out = request.out, .junit = request.junit}, report, text);
}

}  // namespace touchstone::trajectories
