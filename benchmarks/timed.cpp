#include "benchmarks/timed.hpp"

#include <algorithm>
#include <cmath>

#include "benchmarks/stopwatch.hpp"

namespace touchstone::benchmarks {

Run Timed::run() {
  done_.push_back(once());
  return done_.back();
}

std::vector<double> Timed::values() const {
  std::vector<double> result;
  for (const Run& run : done_) result.push_back(value(run));
  return result;
}

std::vector<ResultRecord> Timed::records() {
  ResultRecord blank = blank_record(request_, subject_);
  blank.params.update(params());
  if (wrong_.empty()) wrong_ = fault();
  std::vector<ResultRecord> result;
  for (const Quantity& one : quantities()) {
    ResultRecord& record = result.emplace_back(blank);
    record.metric = one.metric;
    record.params.update(one.params);
    record.facts["entry"] = name() + one.part;
    judge_runs(record, done_, one.values, wrong_);
    if (one.exact)
      record.low = record.high = std::nullopt;
    else if (relaxation() != nullptr)
      require_equilibrium(record, *relaxation());
    if (record.metric != subject_.metric || !std::isfinite(record.value)) continue;
    if (const auto fraction = fraction_of_bound(record.value))
      record.facts["fraction_of_bound"] = *fraction;
  }
  return result;
}

void TimedSteps::begin() {
  wrong_ = fault_of_first_steps();
  plan();
  planned();
}

/// Twice as many steps each time, until they are long enough for a clock.
void TimedSteps::plan() {
  std::uint64_t tried = 1;
  double seconds = make(tried);
  while (seconds < protocol_.seconds / 8 && tried < most_steps_) seconds = make(tried *= 2);
  const double each = seconds / static_cast<double>(tried);
  if (each > protocol_.patience) {
    protocol_.runs = std::min(protocol_.runs, 1);
    return;
  }
  const double wanted = std::ceil(protocol_.seconds / std::max(each, 1e-9));
  steps_ = std::clamp(static_cast<std::uint64_t>(wanted), std::uint64_t{1}, most_steps_);
  warmup_ = steps_ / 16;
}

double TimedSteps::make(std::uint64_t steps) {
  const Stopwatch watch;
  advance(steps);
  made_ += steps;
  return watch.seconds();
}

Run TimedSteps::once() {
  make(warmup_);
  const std::uint64_t before = work();
  Run run{make(steps_)};
  run.count = work() - before;
  return run;
}

Run repeated(double seconds, const std::function<std::uint64_t()>& batch) {
  Run run;
  const Stopwatch watch;
  do {
    run.count += batch();
    run.seconds = watch.seconds();
  } while (run.seconds < seconds);
  return run;
}

}  // namespace touchstone::benchmarks
