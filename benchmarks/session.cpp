#include "benchmarks/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "benchmarks/family.hpp"
#include "benchmarks/metric_files.hpp"
#include "models/core/errors.hpp"
#include "models/core/names.hpp"
#include "suite/runner.hpp"

namespace touchstone::benchmarks {
namespace {

using nlohmann::json;

std::vector<Family>& registered_families() {
  static std::vector<Family> all;  // filled before main() by the registration lines
  return all;
}

std::vector<Job> jobs_of_all(const Request& request) {
  std::vector<Job> result;
  for (const Family& family : families())
    for (Job& job : family.jobs(request)) result.push_back(std::move(job));
  return result;
}

/// Those that were asked for. Throws InputError when there is none, naming the nearest.
std::vector<Job> wanted(const Request& request) {
  Request everything = request;
  everything.filter.assign(1, '*');
  const std::vector<Filter> filters = {{"--family", {request.family}},
                                       {kSchemes, {request.filter}}};
  (void)chosen(jobs_of_all(everything), filters);  // says which word matches nothing
  std::vector<Job> jobs = jobs_of_all(request);
  std::erase_if(jobs, [&](const Job& job) {
    return !matches(request.family, job.facets.front().second.front());
  });
  if (jobs.empty())
    throw InputError(fmt::format("no scheme of family '{}' that can be timed here is called '{}'",
                                 request.family, request.filter));
  return jobs;
}

/// One line for each measured number, and the files of metrics.
class TimingReport : public RunReport {
 public:
  TimingReport(std::ostream& text, const MetricPaths& paths) : text_(text), files_(paths) {}

  void finished(std::size_t, const std::vector<json>& records, bool) override {
    for (const json& record : records) {
      print(record);
      files_.add(record);
    }
    text_.flush();
  }
  void summary() override { files_.write(); }

 private:
  void print(const json& record) const {
    const Verdict verdict = verdict_of(record);
    const std::string name = record.at("facts").value("entry", record.value("scheme", ""));
    const bool measured = verdict == Verdict::pass || verdict == Verdict::not_claimed;
    if (!measured || !is_number(record, "value")) {
      text_ << fmt::format("{:76} not timed: {}\n", name, record.value("note", ""));
      return;
    }
    text_ << fmt::format("{:76} {}{:.4g} ", name, headline(record.at("facts")),
                         number(record, "value"));
    if (is_number(record, "low"))
      text_ << fmt::format("[{:.4g}, {:.4g}] ", number(record, "low"), number(record, "high"));
    text_ << record.value("metric", "") << '\n';
  }
  /// The part of the machine's bound, before what was measured.
  static std::string headline(const json& facts) {
    if (!is_number(facts, "fraction_of_bound")) return "";
    return fmt::format("{:.3g} % of the bound: ", 100 * number(facts, "fraction_of_bound"));
  }
  static bool is_number(const json& record, const char* field) {
    return record.contains(field) && record.at(field).is_number();
  }
  static double number(const json& record, const char* field) {
    return record.at(field).get<double>();
  }

  std::ostream& text_;
  MetricFiles files_;
};

}  // namespace

std::vector<Family> families() {
  std::vector<Family> all = registered_families();
  std::sort(all.begin(), all.end(), [](const Family& a, const Family& b) {
    return std::pair(a.name, a.what) < std::pair(b.name, b.what);
  });
  return all;
}

bool register_family(Family family) {
  registered_families().push_back(std::move(family));
  return true;
}

int run(const Request& request, std::ostream& text) {
  TimingReport report(text, request.metrics);
  return run_jobs(wanted(request),
                  {.threads = 1,
                   .out = request.out,
                   .resume = request.resume,
                   .patience = request.patience,
                   .junit = request.junit,
                   .share = request.share},
                  report, text);
}

void list(const Request& request, std::ostream& text) {
  for (const Job& job : wanted(request))
    for (const auto& [facet, names] : job.facets)
      if (facet == kEntries)
        for (const std::string& name : names) text << name << '\n';
}

}  // namespace touchstone::benchmarks
