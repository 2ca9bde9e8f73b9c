// checkers/hpmc/simulation_listing.cpp
// Purpose   Output of `touchstone list` for the schemes that move hard shapes.
#include "checkers/hpmc/simulation_check.hpp"
#include "checkers/listed.hpp"
#include "checkers/mutants/hpmc/simulation_mutant.hpp"

namespace touchstone::hpmc {
namespace {

std::vector<ListedScheme> schemes() {
  std::vector<ListedScheme> all;
  for (const shapes::ShapeScheme& one : shapes::shape_schemes()) {
    ListedScheme listed{one.info.name, one.info.backend, one.available, in_words(one.info.claims),
                        one.info.source};
    if (!one.equals.empty()) listed.more.push_back({"equals", one.equals});
    all.push_back(std::move(listed));
  }
  return all;
}

const bool registered =
    register_listing({.runs = "hard shapes",
                      .families = {"hpmc"},
                      .schemes = schemes,
                      .checks = [] { return listed_checks(simulation_checks()); },
                      .mutants = [] { return listed_mutants(mutants::simulation_mutants()); }});

}  // namespace
}  // namespace touchstone::hpmc
