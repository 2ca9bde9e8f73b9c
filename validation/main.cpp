// validation/main.cpp
// Purpose   The program touchstone_validation: compares schemes with exact results, published
//           values and the serial reference; appends records to --out.
// Exit      0 pass, 1 a comparison failed, 2 bad input, 3 inconclusive, 130 interrupted
//           (suite/guarded_program.hpp).
#include <CLI/CLI.hpp>
#include <iostream>

#include "models/core/interrupt.hpp"
#include "suite/external/option.hpp"
#include "suite/guarded_program.hpp"
#include "suite/options.hpp"
#include "validation/own_options.hpp"
#include "validation/session.hpp"

namespace touchstone::validation {
namespace {

constexpr const char* kExamples =
    "examples:\n"
    "  touchstone validate                                  class S, results/validation.jsonl\n"
    "  touchstone validate --class W --out nightly.jsonl    (Ctrl-C at any time)\n"
    "  touchstone validate --class W --out nightly.jsonl --resume\n"
    "  touchstone validate --experiment 'mpmc/small-anchors*' --scheme '*avx512'\n"
    "  touchstone validate --external my-code.json --budget 60s\n"
    "  touchstone validate --disks 500 --packing 0.66 --scheme '*avx512'\n"
    "  touchstone validate --shapes 256 --body cube --packing 0.4\n"
    "  touchstone validate --particles 1000 --model hmf --energy 0.69\n"
    "  touchstone validate --stars 2000 --time 5\n";

/// Seconds; chains tell of themselves every few sweeps.
constexpr double kPatience = 3600;

int program(int argc, char** argv) {
  Request request;
  std::string problem = "S";
  std::string own_scheme;
  bool only_list = false;
  CLI::App app("Compares schemes with exact results, published values and the serial reference.",
               "touchstone_validation");
  app.footer(kExamples);
  app.add_option("--class", problem, "problem class: S, W, A, B or C")->capture_default_str();
  app.add_option("--family", request.family, "family of schemes, or a pattern");
  app.add_option("--scheme", request.scheme,
                 "only schemes of these names or patterns, between commas");
  app.add_option("--external", own_scheme, external::kOptionText);
  app.add_option("--experiment", request.experiment,
                 "only experiments, or measurements, of this name or pattern");
  app.add_option("--budget", request.budget, external::kBudgetOfRows);
  add_threads(app, request.plan.threads, "threads");
  app.add_option("--seed", request.plan.seed, "seed of all random numbers")
      ->check(any_seed())
      ->capture_default_str();
  add_out(app, request.out, "validation.jsonl");
  add_junit(app, request.junit);
  add_patience(app, request.patience, kPatience);
  add_share(app, request.share);
  app.add_flag("--resume", request.resume, "keep finished records and chains, do the rest");
  app.add_flag("--list", only_list, "print experiments and measurements, run nothing");
  const OwnOptions own(app, {"--experiment", "--family", "--class"});
  if (const auto code = parse(app, argc, argv)) return *code;
  return guarded_program("touchstone_validation", std::cerr, [&]() -> int {
    request.plan.problem_class = problem_class(problem);
    external::choose_external(own_scheme, request.scheme);
    request.patience_given = app.count("--patience") > 0;
    const bool named = app.count("--scheme") + app.count("--external") > 0;
    request.own = own.point(named ? request.scheme : "");
    if (only_list) {
      list(request, std::cout);
      return 0;
    }
    catch_interrupts();
    return run(request, std::cout);
  });
}

}  // namespace
}  // namespace touchstone::validation

int main(int argc, char** argv) { return touchstone::validation::program(argc, argv); }
