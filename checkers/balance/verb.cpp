// checkers/balance/verb.cpp
// Purpose   `touchstone check balance`.
#include "suite/verb.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "checkers/balance/session.hpp"
#include "models/core/interrupt.hpp"
#include "suite/options.hpp"

namespace touchstone::balance {
namespace {

constexpr const char* kHelp = R"(
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

struct Arguments {
  BalanceRequest request;
  bool only_mutants = false;
  bool no_mutants = false;
};

void add_balance_options(CLI::App& app, Arguments& a) {
  BalanceRequest& r = a.request;
  app.footer(kHelp);
  app.add_option("--scheme", r.scheme, "only schemes of this name or pattern");
  app.add_option("--model", r.model, "only tiny models of this name or pattern");
  app.add_option("--family", r.family, "family of schemes, or a pattern");
  app.add_option("--claims", r.claims, "only these verdicts, as 'global balance'")->delimiter(',');
  app.add_flag("--trace", r.trace, "print what happens on the shortest tape of each failure");
  app.add_option("--replay", r.replay, "print what happens on this tape, and stop");
  add_threads(app, r.run.threads, "models judged at a time");
  app.add_flag("--symmetry", r.options.symmetry, "fill rows by the symmetries of the lattice");
  const auto only = app.add_flag("--mutants", a.only_mutants, "only mutants");
  app.add_flag("--no-mutants", a.no_mutants, "no mutants")->excludes(only);
  app.add_flag("--nightly", r.nightly, "also models that take too long for every commit");
  add_out(app, r.run.out, "balance.jsonl");
  add_junit(app, r.run.junit);
  app.add_flag("--resume", r.run.resume, "keep finished records, do the rest");
  add_patience(app, r.run.patience, kPatienceOfChecks);
  add_share(app, r.run.share);
}

int check_balance(Arguments& a) {
  BalanceRequest& r = a.request;
  r.mutants = !a.no_mutants;
  r.correct_schemes = !a.only_mutants;
  catch_interrupts();
  return run_balance(r, std::cout);
}

std::function<int()> add(CLI::App& word) {
  const auto a = std::make_shared<Arguments>();
  add_balance_options(word, *a);
  return [a] { return check_balance(*a); };
}

const bool registered = register_verb(
    {"check balance", "prove or refute balance exactly, on tiny models of the schemes", add});

}  // namespace
}  // namespace touchstone::balance
