#include "benchmarks/longrange/integrator_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "benchmarks/journal.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/names.hpp"

namespace touchstone::benchmarks::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::Model;

constexpr int kRuns = 5;

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

class IntegratorSession {
 public:
  IntegratorSession(const Request& request, std::ostream& text)
      : request_(request),
        text_(text),
        journal_(request, text, kFamily, {"model", "particles"}),
        rates_(measure_machine_rates()),
        progress_(3) {}

  ExitCode run() {
    for (const Model model : lr::kModels) {
      const auto sizes = integrator_sizes(request_, model);
      for (const std::size_t n : sizes) run_size(model, n, 1.0 / static_cast<double>(sizes.size()));
    }
    if (request_.filter == "*")
      for (const ResultRecord& record : rate_records(request_, rates_))
        journal_.write(record, record.scheme);
    return journal_.worst_code();
  }

 private:
  void run_size(Model model, std::size_t particles, double work) {
    std::vector<IntegratorEntry> todo = integrator_entries(request_, model, particles);
    std::erase_if(todo, [&](const auto& e) { return journal_.has(blank(request_, e)); });
    std::erase_if(todo, [&](const auto& e) { return !affordable(e); });
    if (todo.empty()) return progress_.skip(work);
    progress_.begin(fmt::format("{} of {} particles", lr::name(model), particles));
    const lr::State start = cold_start(model, particles, request_.seed);
    const double each = request_.problem_class <= ProblemClass::S ? 0.04 : 0.2;
    std::vector<std::unique_ptr<TimedIntegrator>> timed;
    for (const IntegratorEntry& entry : todo) {
      check_interrupt();
      timed.push_back(std::make_unique<TimedIntegrator>(entry, start, each));
    }
    time_all(timed, work);
    for (const auto& one : timed) finish(*one);
  }

  void time_all(const std::vector<std::unique_ptr<TimedIntegrator>>& timed, double work) {
    std::vector<Driven> pieces;
    for (const auto& one : timed) {
      const bool is_long = one->first_seconds() > longest_step(request_.problem_class);
      pieces.push_back({one->entry().name(), request_.runs.value_or(is_long ? 1 : kRuns),
                        "per second", [&timing = *one] { return timing.run(); }});
    }
    drive(pieces, progress_, work / static_cast<double>(pieces.size()));
  }

  /// Whether this size fits the time limit, from the time of a smaller size: the time of schemes
  /// that are not sampled grows about in proportion to the number of particles, or slower.
  bool affordable(const IntegratorEntry& entry) {
    if (entry.targets > 0) return true;
    const auto found = per_particle_.find(
        fmt::format("{}/{}/{}", entry.scheme->info.name, lr::name(entry.model), entry.threads));
    if (found == per_particle_.end()) return true;
    const double seconds = found->second * static_cast<double>(entry.particles);
    if (seconds < 2 * longest_step(request_.problem_class)) return true;
    text_ << fmt::format("{}: left out, one step takes {:.2g} s, too long for class {}\n",
                         entry.name(), seconds, info(request_.problem_class).name);
    return false;
  }

  void finish(const TimedIntegrator& timed) {
    const IntegratorEntry& entry = timed.entry();
    const StepBound bound = step_bound(entry, rates_, bandwidth(entry));
    const ResultRecord record = step_record(request_, timed, bound);
    journal_.write(record, entry.name());
    per_particle_[fmt::format("{}/{}/{}", entry.scheme->info.name, lr::name(entry.model),
                              entry.threads)] = record.value / static_cast<double>(entry.particles);
  }

  double bandwidth(const IntegratorEntry& entry) {
    if (entry.model != Model::hmf || !matches("longrange/hmf-*", entry.scheme->info.name)) return 0;
    double& known = bandwidth_[{entry.particles, entry.threads}];
    if (known == 0) known = update_bandwidth(entry.particles, entry.threads);
    return known;
  }

  const Request& request_;
  std::ostream& text_;
  Journal journal_;
  MachineRates rates_;
  std::map<std::pair<std::size_t, int>, double> bandwidth_;
  std::map<std::string, double> per_particle_;
  Progress progress_;
};

ExitCode run(const Request& request, std::ostream& text) {
  return IntegratorSession(request, text).run();
}

void list(const Request& request, std::ostream& text) {
  for (const Model model : lr::kModels)
    for (const std::size_t n : integrator_sizes(request, model))
      for (const IntegratorEntry& entry : integrator_entries(request, model, n))
        text << entry.name() << '\n';
}

}  // namespace

Family family() { return {kFamily, &integrator_names, &run, &list}; }

namespace {
const bool registered = register_family(family());
}

StepBound step_bound(const IntegratorEntry& entry, const MachineRates& rates, double bandwidth) {
  const lr::LongrangeScheme& scheme = *entry.scheme;
  const auto n = static_cast<double>(entry.particles);
  const auto lanes = static_cast<double>(rates.lanes);
  if (scheme.info.backend != rates.vectors) return {};
  if (matches("longrange/hmf-*", scheme.info.name) && bandwidth > 0) {
    const bool rotates = matches("longrange/hmf-rotation-*", scheme.info.name);
    const double memory = 3 * n * (rotates ? kRotationBytes : kStoredBytes) / bandwidth;
    const double multiplications =
        rotates ? 3 * n / lanes * kRotationMultiplications * rates.multiply_add[0] / entry.threads
                : 0;
    return {std::max(memory, multiplications), 0,
            memory > multiplications ? "memory" : "multiplications"};
  }
  if (!matches("longrange/direct-*", scheme.info.name) || rates.pairs[0][0] == 0) return {};
  const bool single = !matches("longrange/direct-double-*", scheme.info.name);
  const bool plane = entry.model == Model::plane;
  const double vectors = 3 * n * n / (single ? 2 * lanes : lanes) / entry.threads;
  return {vectors * pair_work(plane, single).multiplications * rates.multiply_add[single],
          vectors * rates.pairs[plane][single], "multiplications"};
}

ResultRecord step_record(const Request& request, const TimedIntegrator& timed,
                         const StepBound& bound) {
  const IntegratorEntry& e = timed.entry();
  const lr::RunParameters parameters = run_parameters(e);
  ResultRecord record = blank(request, e);
  const auto n = static_cast<double>(e.particles);
  record.params.update({{"softening", parameters.system.softening},
                        {"time_step", parameters.time_step},
                        {"extent", e.targets > 0 ? "sampled targets" : "complete steps"},
                        {"targets", e.targets > 0 ? e.targets : e.particles},
                        {"bound_seconds", bound.ports},
                        {"bound_by", bound.by},
                        {"mixture_seconds", bound.mixture},
                        {"operations", e.model == Model::hmf ? n : 3 * n * n}});
  judge_runs(record, timed.runs(), timed.seconds_per_step(), timed.verify());
  return record;
}

}  // namespace touchstone::benchmarks::longrange
