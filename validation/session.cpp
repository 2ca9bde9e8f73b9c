#include "validation/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <ostream>
#include <stdexcept>

#include "models/core/device_backend.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/names.hpp"
#include "suite/external/description.hpp"
#include "suite/external/program.hpp"
#include "suite/footprint.hpp"
#include "suite/job_watch.hpp"
#include "suite/progress.hpp"
#include "suite/record_line.hpp"
#include "suite/runner.hpp"
#include "suite/share.hpp"
#include "validation/budget.hpp"
#include "validation/chain_store.hpp"
#include "validation/patterns.hpp"

namespace touchstone::validation {
namespace {

using nlohmann::json;

void spoil(ResultRecord& record, Verdict verdict, const std::exception& reason) {
  record.value = std::numeric_limits<double>::quiet_NaN();
  record.verdict = verdict;
  record.note = reason.what();
}

ResultRecord measured(const Request& request, const Measurement& measurement, ChainStore& chains,
                      Budget& budget, JobContext& whole) {
  check_interrupt();
  std::atomic<double> finished{0};
  JobContext context{[&](double part) { finished += part, whole.done(part); },
                     [&](double part) { finished += part, whole.skipped(part); }};
  chains.report_to(&context);
  budget.begin(measurement.record.scheme);
  ResultRecord record = measurement.record;
  record.replay = replay_command(request, measurement);
  try {
    Bench bench{request.plan, chains, context.done};
    measurement.measure(record, bench);
  } catch (const IllegalState& failure) {
    spoil(record, Verdict::fail, failure);
  } catch (const external::ProgramFault& failure) {
    spoil(record, Verdict::fail, failure);
  } catch (const external::Refused& reason) {
    spoil(record, Verdict::not_run, reason);
  } catch (const external::BudgetSpent&) {
    spoil(record, Verdict::inconclusive, std::runtime_error(budget.left_out(finished)));
    record.facts[kLeftOutFact] = true;
  }
  budget.end();
  chains.report_to(nullptr);
  if (resume_key(record) != resume_key(measurement.record))
    throw std::logic_error(measurement.name + ": what identifies a record changed while it ran");
  return record;
}

/// How large, for people: a point of the user's own has a size of its own.
std::string extent(const Request& request) {
  if (request.own) return request.own->options;
  return fmt::format("class {}", info(request.plan.problem_class).name);
}

class ValidationReport : public RunReport {
 public:
  ValidationReport(const Request& request, const std::vector<Measurement>& measurements,
                   std::ostream& text)
      : request_(request), measurements_(measurements), text_(text) {}

  void finished(std::size_t job, const std::vector<json>& records, bool before) override {
    for (const json& record : records) {
      text_ << record_line(record, measurements_[job].name, before) << std::endl;
      const Verdict verdict = verdict_of(record);
      left_out_ = left_out_ || record.at("facts").value(kLeftOutFact, false);
      ++count_[verdict];
      if (!record.at("p").is_number()) continue;
      ++compared_;
      if (record.at("p").get<double>() < kUnlikely && verdict == Verdict::pass) ++unlikely_;
    }
  }

  void summary() override {
    std::string line;
    for (const auto& [verdict, count] : count_)
      line += fmt::format("{}{} {}", line.empty() ? "" : "   ", count, touchstone::name(verdict));
    text_ << fmt::format("\n{}   ({}, seed {}, {})\n", line, extent(request_), request_.plan.seed,
                         request_.out);
    if (compared_ > 0)
      text_ << fmt::format("p below {:g}: {} passes of {} compared values; {:.2g} by chance\n",
                           kUnlikely, unlikely_, compared_, kUnlikely * compared_);
    if (nothing_was_judged())
      text_ << "nothing was judged: each selected measurement could not run here, or claims "
               "nothing (see above)\n";
  }

  ExitCode code() const override {
    return nothing_was_judged() ? ExitCode::inconclusive : ExitCode::pass;
  }

  bool left_out() const { return left_out_; }

 private:
  bool nothing_was_judged() const {
    return !interrupt_requested() && std::all_of(count_.begin(), count_.end(), [](const auto& one) {
      return one.first == Verdict::not_run || one.first == Verdict::not_claimed;
    });
  }

  const Request& request_;
  const std::vector<Measurement>& measurements_;
  std::ostream& text_;
  std::map<Verdict, int> count_;
  int compared_ = 0;  ///< records with a p
  int unlikely_ = 0;
  bool left_out_ = false;
};

/// Experiments that are asked for: a point of the user's own, or the registered ones.
std::vector<Experiment> asked(const Request& request) {
  return request.own ? std::vector{request.own->experiment} : experiments();
}

/// Throws when the pattern chooses an experiment of which nothing is planned in this class.
void require_planned(const Request& request, const std::vector<Job>& jobs) {
  for (const Experiment& experiment : experiments())
    if (matches(request.experiment, experiment.name) &&
        std::none_of(jobs.begin(), jobs.end(), [&](const Job& job) {
          return matches(request.experiment, job.facets[1].second[0]) ||
                 matches(request.experiment, job.facets[1].second[1]);
        }))
      throw InputError(
          fmt::format("--experiment '{}' has nothing to run in class {}; try --list with a larger "
                      "--class",
                      request.experiment, info(request.plan.problem_class).name));
}

/// Throws for a program of a kind that no experiment measures.
void require_experiments(const Request& request, const std::vector<Job>& jobs) {
  if (external::is_program(request.scheme) &&
      std::none_of(jobs.begin(), jobs.end(),
                   [&](const Job& job) { return job.facets[2].second[0] == request.scheme; }))
    throw InputError(
        fmt::format("--external: no experiment of class {} is for what {} does; its claims are "
                    "tested by 'touchstone check --external'",
                    info(request.plan.problem_class).name, request.scheme));
}

/// Patience with any job: that of the dearest one that is planned, chosen or not, since rows share
/// runs, and any of them may make the whole. How fast a program of the user's is nobody knows.
double patience_of(const Request& request, const std::vector<Measurement>& measurements) {
  const bool programs =
      std::any_of(measurements.begin(), measurements.end(), [](const Measurement& measurement) {
        return external::is_program(measurement.record.scheme);
      });
  if (request.patience_given || request.own || programs) return request.patience;
  double dearest = 0;
  for (const Experiment& experiment : experiments())
    for (const Measurement& measurement : experiment.plan(request.plan))
      dearest = std::max(dearest, measurement.cost);
  return patience_with(dearest, request.patience);
}

}  // namespace

std::vector<Measurement> select(const Request& request) {
  std::vector<Measurement> all;
  std::vector<Job> jobs;
  for (const Experiment& experiment : asked(request))
    for (Measurement& measurement : experiment.plan(request.plan)) {
      jobs.push_back({.id = std::to_string(all.size()),
                      .title = {},
                      .facets = {{"--family", {experiment.family()}},
                                 {"--experiment", {experiment.name, measurement.name}},
                                 {"--scheme", {measurement.record.scheme}}},
                      .run = {}});
      measurement.experiment = experiment.name;
      all.push_back(std::move(measurement));
    }
  if (request.own) return all;  // it knows its schemes
  require_planned(request, jobs);
  require_experiments(request, jobs);
  std::vector<Measurement> selected;
  for (const Job& job : chosen(std::move(jobs), {{"--family", {request.family}},
                                                 {"--experiment", {request.experiment}},
                                                 {"--scheme", patterns_in(request.scheme)}}))
    selected.push_back(std::move(all[std::stoul(job.id)]));
  if (selected.empty()) throw InputError("no measurement is left by these options (see --list)");
  return selected;
}

std::string replay_command(const Request& request, const Measurement& measurement) {
  const ResultRecord& r = measurement.record;
  const std::string what =
      request.own ? request.own->options
                  : fmt::format("--class {} --experiment {}", info(request.plan.problem_class).name,
                                measurement.name);
  std::string command =
      fmt::format("./touchstone validate {} --scheme {} --seed {}", what, r.scheme, r.seed);
  command += external::replay_option(r.scheme);
  if (r.threads > 1) command += fmt::format(" --threads {}", r.threads);
  return command;
}

int run(const Request& request, std::ostream& text) {
  const std::vector<Measurement> measurements = select(request);
  const RunOptions options{.threads = 1,
                           .out = request.out,
                           .resume = request.resume,
                           .patience = patience_of(request, measurements),
                           .junit = request.junit,
                           .share = request.share};
  const bool only_list = !request.share.write.empty();  // then earlier chains are left alone
  ChainStore chains(only_list ? "" : request.out + ".parts", request.resume, request.plan.threads);
  Budget budget(request, measurements, text);
  std::vector<Job> jobs;
  for (const Measurement& measurement : measurements) {
    jobs.push_back({.id = resume_key(measurement.record),
                    .title = measurement.name + " " + measurement.record.scheme,
                    .cost = measurement.cost,
                    .with = measurement.experiment + " " + measurement.record.scheme,
                    .facets = {},
                    .run =
                        [&](JobContext& context) {
                          return std::vector{
                              measured(request, measurement, chains, budget, context)};
                        },
                    .lost =
                        [&](const std::string& why) {
                          ResultRecord record = measurement.record;
                          record.replay = replay_command(request, measurement);
                          spoil(record, Verdict::fail, std::runtime_error(why));
                          return record;
                        }});
    const ResultRecord& record = measurement.record;
    demand(jobs.back(), footprint(record.scheme, particles_in(record.params)),
           record.backend == kDeviceBackend);
  }
  ValidationReport report(request, measurements, text);
  const int code = run_jobs(jobs, options, report, text);
  // Everything is recorded, unless more is left to do.
  if (code != kInterruptedExit && !report.left_out()) chains.remove_files();
  return code;
}

void list(const Request& request, std::ostream& text) {
  const std::vector<Measurement> all = select(request);
  for (const Experiment& experiment : asked(request)) {
    std::string lines;
    double cost = 0;
    std::size_t count = 0;
    for (const Measurement& measurement : all) {
      if (measurement.experiment != experiment.name) continue;
      cost += measurement.cost;
      ++count;
      lines += fmt::format("    {:<40} {}\n", measurement.name, measurement.record.scheme);
    }
    if (count > 0)
      text << fmt::format("{}\n  {}\n  {}: {} measurements, about {} of one core\n{}",
                          experiment.name, experiment.shows, extent(request), count,
                          duration_text(cost), lines);
  }
}

}  // namespace touchstone::validation
