// checkers/check_verb.cpp
// Purpose   `touchstone check`.
// Not here  Its words `balance` and `explore` (balance/verb.cpp, explore/check/verb.cpp).
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <set>

#include "checkers/external/budget.hpp"
#include "checkers/session.hpp"
#include "models/core/interrupt.hpp"
#include "suite/external/option.hpp"
#include "suite/job_watch.hpp"
#include "suite/options.hpp"
#include "suite/verb.hpp"

namespace touchstone {
namespace {

constexpr const char* kHelp = R"(
Options of `check` come before its words `balance` and `explore`, which have options of their own:
touchstone check balance --help, touchstone check explore --help.

examples:
  touchstone check
  touchstone check property stage --scheme 'mpmc/*openmp'
  touchstone check --scheme mutant/leaving-allowed --check 'stage/*'
  touchstone check mutants --killers
  touchstone check --nightly --no-mutants
  touchstone check --external my-code.json      (a program of your own: docs/external.md)
  touchstone check --external my-code.json --budget 5min
  touchstone check balance
)";

/// Chance that a whole nightly run of correct schemes fails somewhere.
constexpr double kNightlyFalseAlarm = 1e-3;

struct Arguments {
  CheckRequest request;
  std::vector<std::string> names;
  std::vector<std::string> patterns;
  bool only_mutants = false;
  bool no_mutants = false;
  bool nightly = false;
  bool patience_given = false;
  std::string external;
  std::string budget;
};

void add_check_options(CLI::App& check, Arguments& a) {
  CheckRequest& r = a.request;
  check.add_option("NAME", a.names, "checks, groups of checks, or 'mutants' (default: all)");
  check.add_option("--family", r.selection.family, "family of schemes, or a pattern");
  check.add_option("--scheme", r.selection.scheme, "only schemes of this name or pattern");
  check.add_option("--external", a.external, external::kOptionText);
  check.add_option("--budget", a.budget, external::kBudgetText);
  check.add_option("--check", a.patterns, "only checks of this name, group or pattern");
  const auto only = check.add_flag("--mutants", a.only_mutants, "only mutants");
  check.add_flag("--no-mutants", a.no_mutants, "no mutants")->excludes(only);
  check.add_flag("--killers", r.selection.only_killers,
                 "on a mutant only the checks that must catch it: no other decides anything");
  check.add_option("--seed", r.context.seed, "seed of all random numbers")
      ->check(any_seed())
      ->capture_default_str();
  add_threads(check, r.run.threads, "checks that run at a time");
  check.add_option("--effort", r.context.effort, "factor on the number of trial moves")
      ->capture_default_str();
  check
      .add_option("--false-alarm", r.context.false_alarm,
                  "chance that one check of a correct scheme fails")
      ->capture_default_str();
  check.add_flag("--nightly", a.nightly, "a fresh seed, and ten times the effort");
  add_out(check, r.run.out, "check.jsonl");
  add_junit(check, r.run.junit);
  check.add_flag("--resume", r.run.resume, "keep finished records, do the rest");
  add_patience(check, r.run.patience, kPatienceOfChecks)
      ->default_str("900, or 90 times the effort where that is more");
  add_share(check, r.run.share);
}

std::string scheme_of(const Job& job) { return job.facets.at(1).second.front(); }
std::string check_of(const Job& job) { return job.facets.at(2).second.front(); }

/// Checks among the jobs by which the program is asked for anything.
std::vector<std::string> asked(const std::string& program, const std::vector<Job>& jobs) {
  std::set<std::string> excused;
  for (const CheckTask& task : check_tasks())
    if (task.scheme == program && task.excused) excused.insert(task.check);
  std::vector<std::string> checks;
  for (const Job& job : jobs)
    if (scheme_of(job) == program && excused.count(check_of(job)) == 0)
      checks.push_back(check_of(job));
  return checks;
}

/// 0.1, or less where only checks of programs are chosen that can do with less.
double least_effort(const CheckRequest& r) {
  double least = r.context.effort >= 0.1 ? 0.1 : 0;
  if (least > 0) return least;
  for (const Job& job : check_jobs(r.selection, r.context))
    least = std::max(
        least, external::is_program(scheme_of(job)) ? external::least_effort(check_of(job)) : 0.1);
  return least;
}

void require_valid(const CheckRequest& r) {
  const double least = least_effort(r);
  if (!(r.context.effort >= least && r.context.effort <= 1e4))
    throw input_error("--effort", "factor", fmt::format("a number from {:.3g} to 10000", least),
                      fmt::format("{}", r.context.effort));
  constexpr double kLeast = 1e-300;  // smaller ones have no digits left
  if (!(r.context.false_alarm >= kLeast && r.context.false_alarm < 0.1))
    throw input_error("--false-alarm", "chance", fmt::format("a number from {} up to 0.1", kLeast),
                      fmt::format("{}", r.context.false_alarm));
}

void make_nightly(CheckRequest& r, bool seed_given) {
  if (!seed_given)
    r.context.seed = static_cast<std::uint64_t>(
        std::chrono::system_clock::now().time_since_epoch() / std::chrono::milliseconds(1));
  if (!seed_given) {
    r.run.command = JobWatch::own_command();
    r.run.command.insert(r.run.command.end(), {"--seed", std::to_string(r.context.seed)});
  }
  r.context.effort = kNightlyEffort;
  CheckSelection correct = r.selection;
  correct.mutants = false;
  const std::size_t decisions = correct.correct_schemes ? check_jobs(correct, r.context).size() : 1;
  r.context.false_alarm = kNightlyFalseAlarm / static_cast<double>(decisions);
  std::cout << fmt::format("nightly: seed {}, false alarm {:g} in all, {:.2g} each\n",
                           r.context.seed, kNightlyFalseAlarm, r.context.false_alarm);
}

constexpr double kLong = 60;  ///< seconds from which an estimate is told without being asked for

/// Tells how long the checks of a program of the user's take, and plans what fits into the budget.
void plan_effort(const std::string& program, const std::string& budget, CheckRequest& r,
                 std::ostream& text) {
  if (program.empty()) {
    if (budget.empty()) return;
    throw input_error("--budget", "what is run", "a program of your own, by --external", "none");
  }
  const double seconds = budget.empty() ? 0 : external::seconds_of(budget, "--budget");
  const std::vector<std::string> checks = asked(program, check_jobs(r.selection, r.context));
  std::optional<external::Cost> cost;
  if (std::any_of(checks.begin(), checks.end(), external::is_estimated))
    cost = external::cost_for(program, r.run.resume ? r.run.out : "");
  if (!cost && !budget.empty())
    throw input_error("--budget", "program", "disks, shapes or chains that can be started",
                      "others, or none of whose checks is chosen");
  if (!cost) return;
  const double effort = r.context.effort;
  const double all = external::expected_seconds(checks, *cost, effort, r.run.threads);
  if (!budget.empty() && all > seconds)
    r.plan = external::planned(checks, *cost, effort, seconds, r.run.threads);
  if (!budget.empty() || all > kLong)
    text << external::in_words(checks, *cost, effort, r.run.threads, r.plan) << std::endl;
}

int check(Arguments& a, bool seed_given) {
  CheckRequest& r = a.request;
  const std::string program = external::choose_external(a.external, r.selection.scheme);
  for (const std::string& name : a.names) {
    if (name == "mutants")
      a.only_mutants = true;
    else
      a.patterns.push_back(name);
  }
  r.selection.checks = a.patterns;
  r.selection.mutants = !a.no_mutants;
  r.selection.correct_schemes = !a.only_mutants;
  require_valid(r);
  if (a.nightly) make_nightly(r, seed_given);
  if (!a.patience_given) r.run.patience = patience_of_checks(r.context.effort);
  catch_interrupts();
  plan_effort(program, a.budget, r, std::cout);
  return run_checks(r, std::cout);
}

std::function<int()> add(CLI::App& word) {
  const auto a = std::make_shared<Arguments>();
  word.footer(kHelp);
  add_check_options(word, *a);
  return [a, &word] {
    a->request.own_out = word.count("--out") > 0;
    a->patience_given = word.count("--patience") > 0;
    return check(*a, word.count("--seed") > 0);
  };
}

const bool registered = register_verb({"check", "run checks on schemes and mutants", add});

}  // namespace
}  // namespace touchstone
