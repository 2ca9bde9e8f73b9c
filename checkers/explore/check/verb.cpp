// checkers/explore/check/verb.cpp
// Purpose   `touchstone check explore`.
#include "suite/verb.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "checkers/explore/check/session.hpp"
#include "models/core/interrupt.hpp"
#include "suite/options.hpp"

namespace touchstone::explore {
namespace {

constexpr const char* kHelp = R"(
Every interleaving, and every execution that the C++ memory model allows, of: litmus programs with
known answers, published ones with scopes of devices, the explorer with one of its rules switched
off, the multithreaded event-chain algorithm and its variants, small concurrent kernels and their
mutants, and Monte Carlo steps whose schedule must not matter.

examples:
  touchstone check explore
  touchstone check explore --part kernels --verbose
  touchstone check explore --part 'event chains' --name 'Algorithm 5'
)";

void add_explore_check_options(CLI::App& app, ExploreCheckRequest& r) {
  app.footer(kHelp);
  app.add_option(
      "--part", r.part,
      "litmus, scopes, 'engine faults', 'event chains', kernels, schedules, or a pattern");
  app.add_option("--name", r.name, "only what has this name or pattern");
  app.add_flag("--verbose", r.verbose, "a line for each record");
  add_out(app, r.run.out, "explore.jsonl");
  add_junit(app, r.run.junit);
  app.add_flag("--resume", r.run.resume, "keep finished records, do the rest");
  add_patience(app, r.run.patience, kPatienceOfChecks);
  add_share(app, r.run.share);
}

std::function<int()> add_word(CLI::App& word) {
  const auto request = std::make_shared<ExploreCheckRequest>();
  add_explore_check_options(word, *request);
  return [request] {
    catch_interrupts();
    return run_explore_checks(*request, std::cout);
  };
}

const bool registered =
    register_verb({"check explore",
                   "every thread schedule: litmus tests, event chains, kernels, steps", add_word});

}  // namespace
}  // namespace touchstone::explore
