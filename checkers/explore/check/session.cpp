#include "checkers/explore/check/session.hpp"

#include <fmt/format.h>

#include <map>
#include <ostream>
#include <set>

#include "checkers/explore/check/job.hpp"

namespace touchstone::explore {
namespace {

using nlohmann::json;

std::vector<Job> jobs_of(const ExploreCheckRequest& request) {
  std::vector<Job> jobs;
  for (const ExploreJob& job : explore_jobs()) {
    const std::string replay =
        fmt::format("./touchstone check explore --part '{}' --name '{}'", job.part, job.name);
    jobs.push_back({.id = "explore|" + job.part + ": " + job.name,
                    .title = job.part + ": " + job.name,
                    .facets = {{"--part", {job.part}}, {"--name", {job.name}}},
                    .run =
                        [job, replay](JobContext&) {
                          std::vector<ResultRecord> records = job.run();
                          for (ResultRecord& record : records) record.replay = replay;
                          return records;
                        },
                    .lost =
                        [job, replay](const std::string& why) {
                          ResultRecord record =
                              explore_record(job, "explorer/" + job.part, "explore/" + job.name);
                          record.verdict = Verdict::fail;
                          record.note = why;
                          record.replay = replay;
                          return record;
                        }});
  }
  jobs = chosen(std::move(jobs), {{"--part", {request.part}}, {"--name", {request.name}}});
  if (jobs.empty())
    throw InputError(fmt::format("check explore: --part '{}' has nothing that --name '{}' chooses",
                                 request.part, request.name));
  return jobs;
}

class ExploreReport : public RunReport {
 public:
  ExploreReport(const std::vector<Job>& jobs, bool verbose, std::ostream& text)
      : jobs_(jobs), verbose_(verbose), text_(text) {}

  void begin() override {
    text_ << fmt::format("{:<14} {:<52} {:>8} {:>7}  {}\n", "part", "what", "verdict", "ms",
                         "records");
  }

  void finished(std::size_t k, const std::vector<json>& records, bool before) override {
    Verdict verdict = Verdict::pass;
    double seconds = 0;
    for (const json& record : records) {
      count(record, verdict);
      seconds += record.at("seconds").get<double>();
    }
    const char* word = verdict == Verdict::fail           ? "FAIL"
                       : verdict == Verdict::inconclusive ? "?"
                                                          : "ok";
    text_ << fmt::format("{:<14} {:<52} {:>8} {:>7.0f}  {}{}\n", jobs_[k].facets[0].second.front(),
                         jobs_[k].facets[1].second.front(), word, 1000 * seconds, records.size(),
                         before ? "  finished before" : "");
    for (const json& record : records)
      if (!before && (verbose_ || verdict_of(record) == Verdict::fail)) print(record);
  }

  void summary() override {
    text_ << fmt::format(
        "\n{} records: {} pass, {} fail, {} inconclusive; {} of {} mutants caught\n", count_,
        verdicts_[Verdict::pass], verdicts_[Verdict::fail], verdicts_[Verdict::inconclusive],
        caught_.size(), mutants_.size());
  }

 private:
  void print(const json& record) {
    const std::string note = record.at("note");
    text_ << fmt::format("    {}: {} = {:g}, {}{}{}\n", record.at("scheme").get<std::string>(),
                         record.at("metric").get<std::string>(), record.at("value").get<double>(),
                         name(verdict_of(record)), note.empty() ? "" : "; ", note);
    if (verdict_of(record) == Verdict::fail)
      text_ << "    replay: " << record.at("replay").get<std::string>() << '\n';
  }

  void count(const json& record, Verdict& verdict) {
    ++count_;
    const json& params = record.at("params");
    if (params.contains("caught")) {
      const std::string scheme = record.at("scheme");
      mutants_.insert(scheme);
      if (params.at("caught").get<bool>()) caught_.insert(scheme);
    }
    const Verdict own = verdict_of(record);
    ++verdicts_[own];
    if (own == Verdict::fail || (own == Verdict::inconclusive && verdict != Verdict::fail))
      verdict = own;
  }

  const std::vector<Job>& jobs_;
  bool verbose_;
  std::ostream& text_;
  std::set<std::string> mutants_;
  std::set<std::string> caught_;
  std::map<Verdict, std::size_t> verdicts_;
  std::size_t count_ = 0;
};

}  // namespace

int run_explore_checks(const ExploreCheckRequest& request, std::ostream& text) {
  const std::vector<Job> jobs = jobs_of(request);
  ExploreReport report(jobs, request.verbose, text);
  return run_jobs(jobs, request.run, report, text);
}

}  // namespace touchstone::explore
