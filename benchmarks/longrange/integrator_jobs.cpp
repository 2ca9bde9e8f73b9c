// benchmarks/longrange/integrator_jobs.cpp
// Purpose   The jobs of `bench` with long-range models, one for each model and size and one for the
//           rates of this machine, and their records.
// Cost      Class S about 40 seconds.
// Not here  What is timed (integrator_entries.hpp), how (timed_integrator.hpp), what the machine
//           can do (machine_rates.hpp).
#include <fmt/format.h>

#include <iterator>

#include "benchmarks/family.hpp"
#include "benchmarks/longrange/timed_integrator.hpp"
#include "benchmarks/records.hpp"

namespace touchstone::benchmarks::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::Model;

constexpr const char* kFamily = "longrange";

ResultRecord blank(const Request& request, const IntegratorEntry& e) {
  ResultRecord record = blank_record(request, kFamily, e.scheme->info, e.threads, kStepSeconds);
  record.params = {{"model", lr::name(e.model)}, {"particles", e.particles}};
  record.replay = fmt::format(
      "./touchstone bench --family longrange --class {} --filter {} --particles {} --threads {} "
      "--seed {}",
      record.problem_class, record.scheme, e.particles, e.threads, request.seed);
  return record;
}

/// Record of an entry that is left out.
ResultRecord too_long(const Request& request, const IntegratorEntry& entry, double seconds) {
  ResultRecord record = blank(request, entry);
  leave_open(record, fmt::format("one step takes {:.2g} s, too long for class {}", seconds,
                                 info(request.problem_class).name));
  record.verdict = Verdict::not_run;
  record.facts["entry"] = entry.name();
  return record;
}

std::vector<ResultRecord> time_size(const std::vector<IntegratorEntry>& entries,
                                    IntegratorBench& bench, JobContext& context) {
  const Request& request = bench.request;
  std::vector<IntegratorEntry> todo;
  std::vector<ResultRecord> left_out;
  for (const IntegratorEntry& entry : entries) {
    const double seconds = entry.targets > 0 ? 0 : bench.times.expected(entry, request);
    if (seconds < 2 * longest_step(request.problem_class))
      todo.push_back(entry);
    else
      left_out.push_back(too_long(request, entry, seconds));
  }
  const lr::State start =
      cold_start(entries.front().model, entries.front().particles, request.seed);
  std::vector<ResultRecord> records = time_each<TimedIntegrator>(todo, context, start, bench);
  std::move(left_out.begin(), left_out.end(), std::back_inserter(records));
  return records;
}

std::vector<Job> jobs(const Request& request) {
  const auto bench = std::make_shared<IntegratorBench>(IntegratorBench{request});
  std::vector<Job> all;
  for (const Model model : lr::kModels)
    for (const std::size_t n : integrator_sizes(request, model)) {
      const std::vector<IntegratorEntry> entries = integrator_entries(request, model, n);
      if (entries.empty()) continue;
      TimingJob job{.family = kFamily,
                    .title = fmt::format("{} of {} particles", lr::name(model), n),
                    .cost = 0.3 * static_cast<double>(entries.size())};
      job.add(entries);
      job.run = [=](JobContext& context) { return time_size(entries, *bench, context); };
      all.push_back(timing_job(request, std::move(job)));
    }
  if (request.filter == "*")
    all.push_back(timing_job(request, {.family = kFamily,
                                       .title = "rates of this machine",
                                       .entries = {"floor/vector-operations"},
                                       .run = [bench](JobContext&) {
                                         return rate_records(bench->request,
                                                             bench->rooflines.rates());
                                       }}));
  return all;
}

const bool registered = register_family({kFamily, "steps of long-range models", jobs});

}  // namespace

std::vector<ResultRecord> TimedIntegrator::records() {
  const IntegratorEntry& e = entry_;
  const lr::RunParameters parameters = run_parameters(e);
  const StepBound bound = bench_->rooflines.bound(e);
  ResultRecord record = blank(bench_->request, e);
  const auto n = static_cast<double>(e.particles);
  record.params.update({{"softening", parameters.system.softening},
                        {"time_step", parameters.time_step},
                        {"extent", e.targets > 0 ? "sampled targets" : "complete steps"},
                        {"targets", e.targets > 0 ? e.targets : e.particles},
                        {"bound_seconds", bound.ports},
                        {"bound_by", bound.by},
                        {"mixture_seconds", bound.mixture},
                        {"operations", e.model == Model::hmf ? n : 3 * n * n}});
  judge_runs(record, done_, seconds_per_step(), verify());
  if (e.targets == 0) bench_->times.keep(e, quartiles(seconds_per_step()).median);
  return {record};
}

}  // namespace touchstone::benchmarks::longrange
