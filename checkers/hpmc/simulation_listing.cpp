// checkers/hpmc/simulation_listing.cpp
// Purpose   What `touchstone list` shows of the schemes that move hard shapes.
#include "checkers/hpmc/simulation_check.hpp"
#include "checkers/listing.hpp"
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

std::vector<ListedCheck> checks() {
  std::vector<ListedCheck> all;
  for (const SimulationCheck& check : simulation_checks())
    all.push_back({check.name, check.shows, in_words(check.needs)});
  return all;
}

std::vector<ListedMutant> listed_mutants() {
  std::vector<ListedMutant> all;
  for (const mutants::SimulationMutant& mutant : mutants::simulation_mutants())
    all.push_back({mutant.scheme.info.name, mutant.origin, mutant.killed_by});
  return all;
}

const bool registered = register_listing({.runs = "hard shapes",
                                          .families = {"hpmc"},
                                          .schemes = schemes,
                                          .checks = checks,
                                          .mutants = listed_mutants});

}  // namespace
}  // namespace touchstone::hpmc
