#include "checkers/explore/sampling/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "checkers/explore/graph/state_store.hpp"
#include "checkers/explore/graph/word.hpp"
#include "checkers/explore/sampling/pct.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

enum class RunEnd : std::uint8_t { ended, blocked, bad, cut };

constexpr std::uint32_t kRuns = 0, kPilots = 1;  // streams of random numbers

class Run {
 public:
  Run(const AnySystem& system, PhiloxStream random, std::size_t longest)
      : system_(system), random_(random), longest_(longest), state_(system.initial()) {}

  void use_priorities(std::size_t steps, unsigned depth) {
    priorities_.emplace(random_, system_.threads(), steps, depth);
  }
  void record() { path_.emplace(); }

  RunEnd follow(const BadState& bad) {
    if (path_) path_->states.push_back(state_);
    for (;; ++done_) {
      if (bad(state_)) return RunEnd::bad;
      if (system_.ending(state_) != Ending::running) return RunEnd::ended;
      std::vector<Option> options = system_.options(state_);
      const std::vector<unsigned> candidates = moving(options);
      if (candidates.empty()) return RunEnd::blocked;
      if (done_ == longest_) return RunEnd::cut;
      const unsigned thread =
          priorities_ ? priorities_->highest(candidates)
                      : candidates[random_.below(static_cast<std::uint32_t>(candidates.size()))];
      advance(options, thread);
    }
  }

  const StateWords& state() const { return state_; }
  std::size_t done() const { return done_; }
  bool draws() const { return draws_; }
  Path path() && {
    path_->word = writer_.text();
    return std::move(*path_);
  }

 private:
  /// Threads with a step that changes something, in increasing order.
  std::vector<unsigned> moving(const std::vector<Option>& options) const {
    std::vector<unsigned> result;
    for (const Option& option : options)
      if (option.next != state_ && (result.empty() || result.back() != option.step.thread))
        result.push_back(option.step.thread);
    return result;
  }

  void advance(std::vector<Option>& options, unsigned thread) {
    const std::size_t several = alternatives(options, thread);
    draws_ = draws_ || several > 1;
    auto first = std::find_if(options.begin(), options.end(),
                              [&](const Option& o) { return o.step.thread == thread; });
    Option& taken =
        *(first + static_cast<std::ptrdiff_t>(several > 1 ? drawn(&*first, several) : 0));
    if (path_) {
      writer_.step(thread, taken.step.choice, several > 1);
      path_->steps.push_back(taken.step);
      path_->states.push_back(taken.next);
    }
    state_ = std::move(taken.next);
    if (priorities_) priorities_->done(thread);
  }

  /// Index of the alternative drawn among `count`.
  std::size_t drawn(const Option* first, std::size_t count) {
    double sum = 0;
    const auto weight = [&](std::size_t i) {
      return double{1} * first[i].step.numerator / first[i].step.denominator;
    };
    for (std::size_t i = 0; i < count; ++i) sum += weight(i);
    double left = random_.uniform() * sum;
    std::size_t chosen = 0;
    while (chosen + 1 < count && left >= weight(chosen)) left -= weight(chosen++);
    return chosen;
  }

  const AnySystem& system_;
  PhiloxStream random_;
  std::size_t longest_;
  StateWords state_;
  std::size_t done_ = 0;
  bool draws_ = false;
  std::optional<Priorities> priorities_;
  std::optional<Path> path_;
  WordWriter writer_;
};

class Sampler {
 public:
  Sampler(const AnySystem& system, const SampleOptions& options, const BadState& bad)
      : system_(system), options_(options), bad_(bad) {}

  SampleResult run() {
    result_.threads = system_.threads();
    if (options_.method == SampleMethod::pct) result_.steps = steps();
    for (; result_.runs < options_.runs; ++result_.runs) one();
    result_.different_ends = ends_.size();
    if (options_.method == SampleMethod::pct) {
      result_.bound = pct_bound(result_.threads, result_.steps, options_.depth);
      result_.missed = missed_after(result_.bound, result_.runs - result_.longer_runs);
    }
    return std::move(result_);
  }

 private:
  PhiloxStream random(std::size_t number, std::uint32_t use) const {
    return Philox(options_.seed).stream(Purpose::estimator, number, use);
  }

  std::size_t steps() const {
    std::size_t longest = std::max<std::size_t>(options_.steps, 1);
    if (options_.steps > 0) return longest;
    for (std::size_t pilot = 0; pilot < kPilotRuns; ++pilot) {
      Run run(system_, random(pilot, kPilots), options_.longest_run);
      run.follow([](Words) { return false; });
      longest = std::max(longest, run.done());
    }
    return longest;
  }

  Run prepared(std::size_t number) const {
    Run run(system_, random(number, kRuns), options_.longest_run);
    if (options_.method == SampleMethod::pct) run.use_priorities(result_.steps, options_.depth);
    return run;
  }

  void one() {
    Run run = prepared(result_.runs);
    const RunEnd end = run.follow(bad_);
    result_.longest = std::max(result_.longest, run.done());
    result_.draws = result_.draws || run.draws();
    result_.cut_runs += end == RunEnd::cut;
    result_.blocked_runs += end == RunEnd::blocked;
    if (options_.method == SampleMethod::pct) result_.longer_runs += run.done() > result_.steps;
    if (end != RunEnd::cut) ends_.intern(run.state());
    if (end != RunEnd::bad && end != RunEnd::blocked) return;
    if (++result_.bad_runs > 1) return;
    result_.first_bad = result_.runs;
    Run again = prepared(result_.runs);
    again.record();
    again.follow(bad_);
    result_.counterexample = std::move(again).path();
  }

  const AnySystem& system_;
  const SampleOptions& options_;
  const BadState& bad_;
  SampleResult result_;
  StateStore ends_;
};

std::string promise(const SampleResult& r, const SampleOptions& options) {
  std::string text = fmt::format(
      "a bug of depth {} shows in one run with probability at least 1/(n k^(d-1)) = {:.3g} "
      "(n = {} threads, k = {} steps, d = {})\n",
      options.depth, r.bound, r.threads, r.steps, options.depth);
  if (options.steps == 0)
    text += fmt::format("  k is the longest of {} random walks; {} of the runs were longer\n",
                        kPilotRuns, r.longer_runs);
  if (r.draws)
    text +=
        "  this is of schedules alone: what the bug asks of random draws, or of the values that\n"
        "  loads return, makes it rarer\n";
  if (r.bad_runs == 0)
    text += fmt::format(
        "  all runs together would have missed it with probability {:.3g} at most\n", r.missed);
  return text;
}

}  // namespace

SampleResult sample(const AnySystem& system, const SampleOptions& options, const BadState& bad) {
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (options.runs == 0) throw input_error("sampling", "runs", "at least 1", "0");
  if (options.method == SampleMethod::pct && (options.depth == 0 || options.depth > 100))
    throw input_error("sampling", "depth of the bug", "1 to 100", std::to_string(options.depth));
  if (options.steps > kMost || options.longest_run > kMost)
    throw input_error("sampling", "steps of a run", "less than 2^32", "more");
  return Sampler(system, options, bad).run();
}

std::string report(const SampleResult& r, const SampleOptions& options) {
  std::string text =
      fmt::format("{} runs ({}), seed {}: {} different ends, longest run {} steps\n", r.runs,
                  options.method == SampleMethod::pct ? "PCT" : "random walk", options.seed,
                  r.different_ends, r.longest);
  if (r.cut_runs > 0)
    text += fmt::format("cut after {} steps: {} runs\n", options.longest_run, r.cut_runs);
  if (options.method == SampleMethod::pct) text += promise(r, options);
  if (r.bad_runs == 0) return text + fmt::format("nothing found in {} runs\n", r.runs);
  return text + fmt::format("{} bad runs, the first is number {}\n", r.bad_runs, *r.first_bad);
}

}  // namespace touchstone::explore
