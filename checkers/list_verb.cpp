// checkers/list_verb.cpp
// Purpose   `touchstone list`.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "checkers/listing.hpp"
#include "suite/verb.hpp"

namespace touchstone {
namespace {

constexpr const char* kHelp = R"(
Every registered scheme with its source and claims, the parts that schemes have in common, every mutant
with the checks that must catch it, and the names that `check` accepts.

examples:
  touchstone list
  touchstone list mutants --family ecmc
  touchstone list --json > schemes.json
)";

struct Request {
  std::string what, family = "*";
  bool json = false;
};

std::function<int()> add(CLI::App& list) {
  const auto r = std::make_shared<Request>();
  list.footer(kHelp);
  list.add_option("WHAT", r->what, "schemes, parts, checks or mutants (default: all)");
  list.add_option("--family", r->family, "family of schemes, or a pattern");
  list.add_flag("--json", r->json, "as a JSON array (default: of the schemes)");
  return [r] {
    print_listing(r->what, r->family, r->json, std::cout);
    return 0;
  };
}

const bool registered = register_verb({"list", "schemes, parts, checks and mutants", add});

}  // namespace
}  // namespace touchstone
