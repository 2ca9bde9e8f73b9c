// checkers/main.cpp
// Purpose   The program touchstone_checkers: lists schemes, checks and mutants; holds schemes to
//           their claims, runs every mutant against the checks that must catch it, and explores
//           litmus programs.
// Exit      0 pass, 1 a check failed or a mutant was missed, 2 bad input, 3 inconclusive,
//           130 interrupted.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>
#include <thread>

#include "checkers/balance/session.hpp"
#include "checkers/explore/check/session.hpp"
#include "checkers/explore/command.hpp"
#include "checkers/hpmc/overlap_command.hpp"
#include "checkers/listing.hpp"
#include "checkers/session.hpp"
#include "models/core/interrupt.hpp"
#include "suite/external/option.hpp"
#include "suite/guarded_program.hpp"
#include "suite/job_watch.hpp"
#include "suite/options.hpp"

namespace touchstone {
namespace {

constexpr const char* kListHelp = R"(
Every registered scheme with its source and claims, every mutant with the checks that must catch it,
and the names that `check` accepts.

examples:
  touchstone list
  touchstone list mutants --family ecmc
  touchstone list --json > schemes.json
)";

constexpr const char* kCheckHelp = R"(
Options of `check` come before its words `balance` and `explore`, which have options of their own:
touchstone check balance --help, touchstone check explore --help.

examples:
  touchstone check
  touchstone check property stage --scheme 'mpmc/*openmp'
  touchstone check --scheme mutant/leaving-allowed --check 'stage/*'
  touchstone check mutants
  touchstone check --nightly --no-mutants
  touchstone check --external my-code.json      (a program of your own: docs/external.md)
  touchstone check balance
)";

constexpr const char* kBalanceHelp = R"(
Proves or refutes, without statistics, that a step keeps the distribution it claims: the body that
ships runs on a tiny lattice with every random choice enumerated, which gives its transition matrix
in exact fractions. A failure prints the shortest sequence of choices that shows it, as a command
that replays it; --trace prints it right away, move by move with pictures of the lattice.

examples:
  touchstone check balance --scheme 'mpmc/*' --model 'ring*'
  touchstone check balance --scheme mutant/ring-leaving-allowed --trace
  touchstone check balance --claims 'global balance,irreducible' --no-mutants
  touchstone check balance --nightly --symmetry --out nightly
)";

constexpr const char* kExploreHelp = R"(
Every interleaving, and every execution that the C++ memory model allows, of: litmus programs with
known answers, the explorer with one of its rules switched off, the multithreaded event-chain
algorithm and its variants, small concurrent kernels and their mutants, and Monte Carlo steps whose
schedule must not matter.

examples:
  touchstone check explore
  touchstone check explore --part kernels --verbose
  touchstone check explore --part 'event chains' --name 'Algorithm 5'
)";

/// Chance that a whole nightly run of correct schemes fails somewhere.
constexpr double kNightlyFalseAlarm = 1e-3;
constexpr double kNightlyEffort = 10;

/// Seconds; the slowest check takes a minute on a slow machine, a nightly one some.
constexpr double kPatience = 900;

struct Arguments {
  CheckRequest request;
  std::string list_what;
  std::string list_family = "*";
  bool json = false;
  std::vector<std::string> names;
  std::vector<std::string> patterns;
  bool only_mutants = false;
  bool no_mutants = false;
  bool nightly = false;
  std::string external;
};

void add_check_options(CLI::App& check, Arguments& a) {
  CheckRequest& r = a.request;
  check.add_option("NAME", a.names, "checks, groups of checks, or 'mutants' (default: all)");
  check.add_option("--family", r.selection.family, "family of schemes, or a pattern");
  check.add_option("--scheme", r.selection.scheme, "only schemes of this name or pattern");
  check.add_option("--external", a.external, external::kOptionText);
  check.add_option("--check", a.patterns, "only checks of this name, group or pattern");
  const auto only = check.add_flag("--mutants", a.only_mutants, "only mutants");
  check.add_flag("--no-mutants", a.no_mutants, "no mutants")->excludes(only);
  check.add_option("--seed", r.context.seed, "seed of all random numbers")
      ->check(any_seed())
      ->capture_default_str();
  check.add_option("--threads", r.run.threads, "checks that run at a time")->capture_default_str();
  check.add_option("--effort", r.context.effort, "factor on the number of trial moves")
      ->capture_default_str();
  check
      .add_option("--false-alarm", r.context.false_alarm,
                  "chance that one check of a correct scheme fails")
      ->capture_default_str();
  check.add_flag("--nightly", a.nightly, "a fresh seed, and ten times the effort");
  add_out(check, r.run.out, "check.jsonl");
  check.add_flag("--resume", r.run.resume, "keep finished records, do the rest");
  r.run.patience = kPatience;
  add_patience(check, r.run.patience);
}

void add_balance_options(CLI::App& app, balance::BalanceRequest& r, Arguments& a) {
  app.footer(kBalanceHelp);
  app.add_option("--scheme", r.scheme, "only schemes of this name or pattern");
  app.add_option("--model", r.model, "only tiny models of this name or pattern");
  app.add_option("--family", r.family, "family of schemes, or a pattern");
  app.add_option("--claims", r.claims, "only these verdicts, as 'global balance'")->delimiter(',');
  app.add_flag("--trace", r.trace, "print what happens on the shortest tape of each failure");
  app.add_option("--replay", r.replay, "print what happens on this tape, and stop");
  app.add_option("--threads", r.run.threads, "models judged at a time")->capture_default_str();
  app.add_flag("--symmetry", r.options.symmetry, "fill rows by the symmetries of the lattice");
  const auto only = app.add_flag("--mutants", a.only_mutants, "only mutants");
  app.add_flag("--no-mutants", a.no_mutants, "no mutants")->excludes(only);
  app.add_flag("--nightly", r.nightly, "also models that take too long for every commit");
  add_out(app, r.run.out, "balance.jsonl");
  app.add_flag("--resume", r.run.resume, "keep finished records, do the rest");
  r.run.patience = kPatience;
  add_patience(app, r.run.patience);
}

void add_explore_check_options(CLI::App& app, explore::ExploreCheckRequest& r) {
  app.footer(kExploreHelp);
  app.add_option("--part", r.part,
                 "litmus, 'engine faults', 'event chains', kernels, schedules, or a pattern");
  app.add_option("--name", r.name, "only what has this name or pattern");
  app.add_flag("--verbose", r.verbose, "a line for each record");
  add_out(app, r.run.out, "explore.jsonl");
  app.add_flag("--resume", r.run.resume, "keep finished records, do the rest");
  r.run.patience = kPatience;
  add_patience(app, r.run.patience);
}

void require_threads(int threads) {
  if (threads < 1 || threads > 1024)
    throw input_error("--threads", "number of threads", "1 to 1024", std::to_string(threads));
}

/// An option of `check` does not reach `check balance`; dropped in silence it would mislead.
void require_after(const std::string& word, const CLI::App& check) {
  for (const CLI::Option* option : check.get_options())
    if (option->count() > 0)
      throw input_error("check " + word, "place of an option",
                        "options after the word '" + word + "'", option->get_name() + " before it");
}

int check_balance(balance::BalanceRequest& r, const Arguments& a) {
  require_threads(r.run.threads);
  r.mutants = !a.no_mutants;
  r.correct_schemes = !a.only_mutants;
  catch_interrupts();
  return balance::run_balance(r, std::cout);
}

void require_valid(const CheckRequest& r) {
  require_threads(r.run.threads);
  if (!(r.context.effort >= 0.1 && r.context.effort <= 1e4))
    throw input_error("--effort", "factor", "a number from 0.1 to 10000",
                      fmt::format("{}", r.context.effort));
  if (!(r.context.false_alarm > 0 && r.context.false_alarm < 0.1))
    throw input_error("--false-alarm", "chance", "a number in (0, 0.1)",
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

int check(Arguments& a, bool seed_given) {
  CheckRequest& r = a.request;
  external::choose_external(a.external, r.selection.scheme);
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
  catch_interrupts();
  return run_checks(r, std::cout);
}

int program(int argc, char** argv) {
  Arguments a;
  a.request.run.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  CLI::App app("Holds schemes to their claims, and checks to their mutants.",
               "touchstone_checkers");
  app.require_subcommand(1);
  CLI::App& list = *app.add_subcommand("list", "schemes, checks and mutants");
  list.footer(kListHelp);
  list.add_option("WHAT", a.list_what, "schemes, checks or mutants (default: all)");
  list.add_option("--family", a.list_family, "family of schemes, or a pattern");
  list.add_flag("--json", a.json, "as a JSON array (default: of the schemes)");
  CLI::App& checking = *app.add_subcommand("check", "run checks on schemes and mutants");
  checking.footer(kCheckHelp);
  add_check_options(checking, a);
  balance::BalanceRequest proof;
  proof.run.threads = a.request.run.threads;
  CLI::App& balance_only = *checking.add_subcommand(
      "balance", "prove or refute balance exactly, on tiny models of the schemes");
  add_balance_options(balance_only, proof, a);
  explore::ExploreCheckRequest explorer;
  CLI::App& explore_only = *checking.add_subcommand(
      "explore", "every thread schedule: litmus tests, event chains, kernels, steps");
  add_explore_check_options(explore_only, explorer);
  explore::ExploreRequest question;
  CLI::App& exploring =
      *app.add_subcommand("explore", "all final states of litmus programs, by memory model");
  explore::add_explore_options(exploring, question);
  hpmc::OverlapRequest pairs;
  CLI::App& overlapping =
      *app.add_subcommand("overlap", "what every algorithm says about pairs of hard bodies");
  hpmc::add_overlap_options(overlapping, pairs);
  if (const auto code = parse(app, argc, argv)) return *code;
  return guarded_program("touchstone_checkers", std::cerr, [&]() -> int {
    if (balance_only.parsed()) {
      require_after("balance", checking);
      return check_balance(proof, a);
    }
    if (explore_only.parsed()) {
      require_after("explore", checking);
      catch_interrupts();
      return explore::run_explore_checks(explorer, std::cout);
    }
    if (exploring.parsed()) return explore::run_explore(question, std::cout);
    if (overlapping.parsed()) return hpmc::run_overlap(pairs, std::cout, std::cerr);
    if (!list.parsed()) return check(a, checking.count("--seed") > 0);
    print_listing(a.list_what, a.list_family, a.json, std::cout);
    return 0;
  });
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) { return touchstone::program(argc, argv); }
