#include "validation/session.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <ostream>
#include <set>
#include <stdexcept>

#include "models/core/interrupt.hpp"
#include "models/core/names.hpp"
#include "models/core/progress.hpp"
#include "models/external/description.hpp"
#include "models/external/program.hpp"
#include "validation/chain_store.hpp"

namespace touchstone::validation {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void unknown(const std::string& option, const std::string& pattern,
                          const std::set<std::string>& known) {
  throw InputError(fmt::format("{}: nothing is called '{}'; {} (see --list)", option, pattern,
                               suggestion(pattern, {known.begin(), known.end()})));
}

/// Throws unless the pattern matches one of the names.
void require_match(const std::string& option, const std::string& pattern,
                   const std::set<std::string>& known) {
  for (const std::string& name : known)
    if (matches(pattern, name)) return;
  unknown(option, pattern, known);
}

std::set<std::string> all_families() {
  std::set<std::string> names;
  for (const Experiment& experiment : experiments()) names.insert(experiment.family());
  return names;
}

/// Passes below this are told apart: one of a thousand is chance, several are not.
constexpr double kUnlikely = 1e-3;

std::string number(std::optional<double> value) {
  return value && std::isfinite(*value) ? fmt::format("{:+.2f}", *value) : "-";
}

void print_line(std::ostream& text, const ResultRecord& r, const std::string& name, bool before) {
  std::string line = fmt::format("{:<13} {:<34} {:<34} {} = {:.7g}", touchstone::name(r.verdict),
                                 name, r.scheme, r.metric, r.value);
  if (r.low && r.high) line += fmt::format(" [{:.7g}, {:.7g}]", *r.low, *r.high);
  if (r.expected) line += fmt::format("  expected {:.7g}", r.expected->value);
  if (r.z) line += "  z " + number(r.z);
  if (r.p && *r.p < kUnlikely) line += fmt::format("  p {:.1e}", *r.p);
  if (before) line += "  (finished before)";
  if (r.allowance)
    line += fmt::format("  (may differ by {:.2g}: {})", r.allowance->value, r.allowance->why);
  if (!r.note.empty()) line += "  (" + r.note + ")";
  text << line << std::endl;  // flushed: a reader of a pipe sees it at once
}

/// Everything of one run that the loop over measurements needs.
class Session {
 public:
  Session(const Request& request, std::ostream& text)
      : request_(request),
        text_(text),
        measurements_(select(request)),
        writer_(request.out, request.resume),
        chains_(request.out + ".parts", request.resume, request.plan.threads),
        progress_(total_cost()) {}

  int run() {
    for (const Measurement& measurement : measurements_) {
      if (const auto verdict = writer_.finished_verdict(measurement.record))
        skip(measurement, *verdict);
      else
        measure(measurement);
    }
    chains_.remove_files();
    print_totals();
    return static_cast<int>(code_);
  }

 private:
  double total_cost() const {
    double total = 0;
    for (const Measurement& measurement : measurements_) total += measurement.cost;
    return total;
  }

  void print_totals() {
    std::string line;
    for (const auto& [verdict, count] : count_)
      line += fmt::format("{}{} {}", line.empty() ? "" : "   ", count, touchstone::name(verdict));
    text_ << fmt::format("\n{}   (class {}, seed {}, {})\n", line,
                         info(request_.plan.problem_class).name, request_.plan.seed, request_.out);
    if (compared_ > 0)
      text_ << fmt::format("p below {:g}: {} passes of {} compared values; {:.2g} by chance\n",
                           kUnlikely, unlikely_, compared_, kUnlikely * compared_);
  }

  void skip(const Measurement& measurement, Verdict verdict) {
    progress_.skip(measurement.cost);
    progress_.clear();
    text_ << fmt::format("{:<13} {:<34} {:<34} (finished before)", touchstone::name(verdict),
                         measurement.name, measurement.record.scheme)
          << std::endl;
    count(verdict);
  }

  void measure(const Measurement& measurement) {
    check_interrupt();
    progress_.begin(measurement.name + " " + measurement.record.scheme);
    chains_.report_to(&progress_, measurement.cost);
    ResultRecord record = measurement.record;
    record.replay = replay_command(request_, measurement);
    const auto before = Clock::now();
    try {
      Bench bench{request_.plan, chains_,
                  [&](double part) { progress_.add(part * measurement.cost); }};
      measurement.measure(record, bench);
    } catch (const IllegalState& failure) {
      spoil(record, Verdict::fail, failure);
    } catch (const external::ProgramFault& failure) {
      spoil(record, Verdict::fail, failure);
    } catch (const external::Refused& reason) {
      spoil(record, Verdict::not_run, reason);
    }
    if (resume_key(record) != resume_key(measurement.record))
      throw std::logic_error(measurement.name + ": what identifies a record changed while it ran");
    record.seconds = std::chrono::duration<double>(Clock::now() - before).count();
    writer_.write(record);
    progress_.clear();
    print_line(text_, record, measurement.name, false);
    count(record.verdict);
    if (record.p) ++compared_;
    if (record.p && *record.p < kUnlikely && record.verdict == Verdict::pass) ++unlikely_;
  }

  static void spoil(ResultRecord& record, Verdict verdict, const std::exception& reason) {
    record.value = std::numeric_limits<double>::quiet_NaN();
    record.verdict = verdict;
    record.note = reason.what();
  }

  void count(Verdict verdict) {
    ++count_[verdict];
    code_ = worst(code_, exit_code(verdict));
  }

  const Request& request_;
  std::ostream& text_;
  std::vector<Measurement> measurements_;
  ResultWriter writer_;
  ChainStore chains_;
  Progress progress_;
  std::map<Verdict, int> count_;
  int compared_ = 0;  ///< records of this run with a p
  int unlikely_ = 0;
  ExitCode code_ = ExitCode::pass;
};

}  // namespace

std::vector<Measurement> select(const Request& request) {
  require_match("--family", request.family, all_families());
  std::set<std::string> names;
  std::set<std::string> schemes;
  std::vector<Measurement> all;
  for (const Experiment& experiment : experiments()) {
    if (!matches(request.family, experiment.family())) continue;
    names.insert(experiment.name);
    for (Measurement& measurement : experiment.plan(request.plan)) {
      names.insert(measurement.name);
      const bool wanted = matches(request.experiment, experiment.name) ||
                          matches(request.experiment, measurement.name);
      if (wanted) schemes.insert(measurement.record.scheme);
      if (wanted && matches(request.scheme, measurement.record.scheme))
        all.push_back(std::move(measurement));
    }
  }
  require_match("--experiment", request.experiment, names);
  const std::string klass(info(request.plan.problem_class).name);
  if (schemes.empty())
    throw InputError(
        fmt::format("--experiment '{}' has nothing to run in class {}; try --list "
                    "with a larger --class",
                    request.experiment, klass));
  if (all.empty()) unknown("--scheme", request.scheme, schemes);
  return all;
}

std::string replay_command(const Request& request, const Measurement& measurement) {
  const ResultRecord& r = measurement.record;
  std::string command =
      fmt::format("./touchstone validate --class {} --experiment {} --scheme {} --seed {}",
                  info(request.plan.problem_class).name, measurement.name, r.scheme, r.seed);
  command += external::replay_option(r.scheme);
  if (r.threads > 1) command += fmt::format(" --threads {}", r.threads);
  return command;
}

int run(const Request& request, std::ostream& text) {
  try {
    return Session(request, text).run();
  } catch (const Interrupted&) {
    text << "interrupted; finished results are kept in " << request.out
         << ". Continue with the same command and --resume." << std::endl;
    return kInterruptedExit;
  }
}

void list(const Request& request, std::ostream& text) {
  require_match("--family", request.family, all_families());
  const auto wanted = [&](const Experiment& experiment, const Measurement& measurement) {
    return (matches(request.experiment, experiment.name) ||
            matches(request.experiment, measurement.name)) &&
           matches(request.scheme, measurement.record.scheme);
  };
  for (const Experiment& experiment : experiments()) {
    if (!matches(request.family, experiment.family())) continue;
    std::vector<Measurement> all = experiment.plan(request.plan);
    std::erase_if(all, [&](const Measurement& m) { return !wanted(experiment, m); });
    double cost = 0;
    for (const Measurement& measurement : all) cost += measurement.cost;
    if (all.empty()) continue;
    text << fmt::format("{}\n  {}\n  class {}: {} measurements, about {} of one core\n",
                        experiment.name, experiment.shows, info(request.plan.problem_class).name,
                        all.size(), duration_text(cost));
    for (const Measurement& measurement : all)
      text << fmt::format("    {:<40} {}\n", measurement.name, measurement.record.scheme);
  }
}

}  // namespace touchstone::validation
