// checkers/mpmc/listing.cpp
// Purpose   Output of `touchstone list` for simulations of disks: schemes, checks and mutants.
#include "checkers/listing.hpp"

#include "checkers/check.hpp"
#include "checkers/mutants/mutant.hpp"

namespace touchstone {
namespace {

std::vector<ListedScheme> schemes() {
  std::vector<ListedScheme> all;
  for (const disks::DiskScheme& scheme : disks::schemes()) {
    all.push_back({.name = scheme.info.name,
                   .backend = scheme.info.backend,
                   .available = scheme.available,
                   .claims = in_words(scheme.info.claims),
                   .source = scheme.info.source});
    if (!scheme.equals.empty()) all.back().more.push_back({"equals", scheme.equals});
  }
  return all;
}

std::vector<ListedCheck> listed_checks() {
  std::vector<ListedCheck> all;
  for (const Check& check : checks())
    all.push_back({check.name, check.shows, in_words(check.needs), {{"cost", check.cost}}});
  return all;
}

std::vector<ListedMutant> listed_mutants() {
  std::vector<ListedMutant> all;
  for (const mutants::Mutant& mutant : mutants::mutants())
    all.push_back({mutant.scheme.info.name,
                   mutant.origin,
                   mutant.killed_by,
                   {{"pressure_source", mutant.pressure_source}}});
  return all;
}

const bool registered = register_listing({.runs = "hard disks",
                                          .families = {"mpmc", "ecmc"},
                                          .schemes = schemes,
                                          .checks = listed_checks,
                                          .mutants = listed_mutants});

}  // namespace
}  // namespace touchstone
