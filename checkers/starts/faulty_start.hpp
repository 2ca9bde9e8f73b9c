// checkers/starts/faulty_start.hpp
// Purpose   Generators of initial states, changed: mutants that the checks of starts must catch.
// Not here  The mutants (checkers/mutants/<family>/starts.cpp).
#pragma once
#include <string>

#include "checkers/starts/start_kind.hpp"

namespace touchstone::starts {

/// Generator `of` with a change to what it draws.
inline Generator faulty(
    const std::string& name, const std::string& of, void (*fault)(Drawn&),
    std::uint64_t (*seed_of)(std::uint64_t) = [](std::uint64_t seed) { return seed; }) {
  // Asked for when it runs: generators are registered in any order.
  return {.info = {.name = "mutant/" + name, .source = of + ", broken on purpose"},
          .draw =
              [=](std::uint64_t seed) {
                Drawn drawn = generators().item(of).draw(seed_of(seed));
                fault(drawn);
                return drawn;
              },
          .law = [=](std::mt19937_64& random) { return generators().item(of).law(random); },
          .starts = 500};
}

/// No change of what is drawn.
inline void nothing(Drawn&) {}

/// A mutant of a family, caught by one check.
inline bool register_faulty(const char* family, Generator generator, const Origin& origin,
                            const char* killed_by) {
  return register_mutant(mutants::Mutant<Generator>{.scheme = std::move(generator),
                                                    .origin = origin,
                                                    .killed_by = {killed_by},
                                                    .family = family});
}

}  // namespace touchstone::starts
