// checkers/hpmc/overlap_listing.cpp
// Purpose   Output of `touchstone list` for algorithms that decide whether hard bodies overlap.
#include <fmt/format.h>

#include "checkers/hpmc/overlap_check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/hpmc/overlap_mutant.hpp"

namespace touchstone::hpmc {
namespace {

std::string classes_of(const shapes::OverlapAlgorithm& algorithm) {
  std::string text;
  for (std::size_t i = 0; i < shapes::kBodyClasses; ++i) {
    const auto c = static_cast<shapes::BodyClass>(i);
    if (algorithm.takes(c, c)) text += (text.empty() ? "" : ", ") + std::string(name(c));
  }
  return text;
}

std::vector<ListedScheme> schemes() {
  std::vector<ListedScheme> all;
  for (const shapes::OverlapAlgorithm& one : shapes::overlap_algorithms())
    all.push_back({one.info.name,
                   one.info.backend,
                   one.available,
                   in_words(one.info.claims),
                   one.info.source,
                   {{"bodies", classes_of(one)},
                    {"resolves", one.resolution == 0
                                     ? "every pair: exact"
                                     : fmt::format("gaps of {:g} of the size", one.resolution)}}});
  return all;
}

std::vector<ListedCheck> checks() {
  std::vector<ListedCheck> all;
  for (const OverlapCheck& check : overlap_checks()) all.push_back({check.name, check.shows, {}});
  return all;
}

std::vector<ListedMutant> listed_mutants() {
  std::vector<ListedMutant> all;
  for (const mutants::OverlapMutant& mutant : mutants::overlap_mutants())
    all.push_back({mutant.scheme.info.name, mutant.origin, mutant.killed_by});
  return all;
}

const bool registered = register_listing({.runs = "overlap of hard bodies",
                                          .families = {"hpmc"},
                                          .schemes = schemes,
                                          .checks = checks,
                                          .mutants = listed_mutants});

}  // namespace
}  // namespace touchstone::hpmc
