// main() of the program with mutants: `touchstone check` and, with --proofs, `check balance` on correct
// schemes, with the options that tools/mutate/checks.py uses. The copy of the tree has it as checkers/main.cpp.
#include <CLI/CLI.hpp>
#include <iostream>
#include <sstream>

#include "checkers/balance/session.hpp"
#include "checkers/session.hpp"
#include "suite/guarded_program.hpp"
#include "suite/options.hpp"
#include "suite/share.hpp"

int main(int argc, char** argv) {
  touchstone::CheckRequest request;
  request.selection.mutants = false;
  touchstone::balance::BalanceRequest proof;
  std::string check;
  bool proofs = false;
  CLI::App app("Checks of correct schemes, on the program with mutants.", "touchstone_mutants");
  app.add_option("--family", request.selection.family);
  app.add_option("--scheme", request.selection.scheme);
  app.add_option("--check", check);
  app.add_flag("--proofs", proofs);
  app.add_option("--model", proof.model);
  app.add_option("--seed", request.context.seed);
  app.add_option("--threads", request.run.threads);
  app.add_option("--out", request.run.out);
  touchstone::add_share(app, request.run.share);
  if (const auto code = touchstone::parse(app, argc, argv)) return *code;
  if (!check.empty()) request.selection.checks = {check};
  return touchstone::guarded_program("touchstone_mutants", std::cerr, [&] {
    std::ostringstream tables;  // records say it all
    if (proofs) {
      proof.family = request.selection.family;
      proof.scheme = request.selection.scheme;
      proof.mutants = false;
      proof.run = request.run;
      return touchstone::balance::run_balance(proof, tables);
    }
    return touchstone::run_checks(request, tables);
  });
}
