// checkers/kind.hpp
// Purpose   Registers a kind of schemes with `touchstone check` and `touchstone list`: every check
//           of the kind on every scheme and on every mutant of it, and what the listing says of
//           them. A new kind is a specialisation of Kind<Scheme> (check.hpp) and one line:
//           const bool registered = register_kind<MyScheme>();
// Not here  Tasks that belong to no kind (task.hpp).
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "checkers/task.hpp"
#include "suite/external/description.hpp"

namespace touchstone {

/// The family that records name: that of the scheme, where its kind serves several and it says so,
/// else that of the kind.
template <class Scheme>
std::string family_of(const Scheme& scheme) {
  if constexpr (requires { scheme.family.empty(); })
    if (!scheme.family.empty()) return scheme.family;
  return Kind<Scheme>::family;
}

template <class Scheme>
std::string family_of(const mutants::Mutant<Scheme>& mutant) {
  return mutant.family.empty() ? family_of(mutant.scheme) : mutant.family;
}

template <class Scheme>
std::vector<CheckTask> tasks_of_kind() {
  std::vector<CheckTask> all;
  const auto add = [&](const Scheme& scheme, const Check<Scheme>& check) -> CheckTask& {
    all.push_back({.family = family_of(scheme),
                   .scheme = scheme.info.name,
                   .backend = scheme.info.backend,
                   .on_device = scheme.info.on_device,
                   .check = check.name,
                   .run = [&](const CheckContext& c) { return run_check(check, scheme, c); },
                   .excused = external::is_program(scheme.info.name) &&
                              excuse(check, scheme, CheckContext{}).has_value()});
    return all.back();
  };
  for (const Scheme& scheme : Kind<Scheme>::schemes())
    for (const Check<Scheme>& check : checks_of<Scheme>()) add(scheme, check);
  for (const mutants::Mutant<Scheme>& mutant : mutants::mutants_of<Scheme>())
    for (const Check<Scheme>& check : checks_of<Scheme>()) {
      CheckTask& task = add(mutant.scheme, check);
      task.family = family_of(mutant);
      task.mutant = true;
      task.expected = std::count(mutant.killed_by.begin(), mutant.killed_by.end(), check.name) > 0;
      task.origin = mutant.origin;
      task.pressure_trials = mutant.pressure_trials;
    }
  return all;
}

template <class Claims>
std::vector<std::string> in_words(Claims claims) {
  const auto words = names(claims);
  return {words.begin(), words.end()};
}

/// Whether the scheme shares its work among ranks that exchange messages.
template <class Scheme>
bool has_ranks(const Scheme& scheme) {
  if constexpr (requires { scheme.messages; })
    return scheme.messages;
  else if constexpr (requires { scheme.ranks; })
    return scheme.ranks;
  else
    return false;
}

template <class Scheme>
ListedScheme listed(const Scheme& scheme) {
  ListedScheme one{.family = family_of(scheme),
                   .name = scheme.info.name,
                   .backend = scheme.info.backend,
                   .claims = in_words(claims_of(scheme)),
                   .source = scheme.info.source};
  if constexpr (requires { scheme.claims; })  // beside those of every scheme
    for (std::string& claim : in_words(scheme.info.claims)) one.claims.push_back(std::move(claim));
  if constexpr (requires { scheme.available; }) one.available = scheme.available;
  if constexpr (requires { Kind<Scheme>::facts(scheme); }) one.more = Kind<Scheme>::facts(scheme);
  if constexpr (requires { scheme.equals.empty(); })
    if (!scheme.equals.empty()) one.more.push_back({"equals", scheme.equals});
  if (scheme.info.baseline) one.more.push_back({"role", "baseline"});
  if (has_ranks(scheme)) one.more.push_back({"ranks", "exchange messages"});
  return one;
}

template <class Scheme>
ListedKind listed_kind() {
  ListedKind kind;
  kind.runs = Kind<Scheme>::runs;
  kind.families.insert(Kind<Scheme>::family);
  for (const Scheme& scheme : Kind<Scheme>::schemes()) {
    kind.families.insert(family_of(scheme));
    kind.schemes.push_back(listed(scheme));
  }
  for (const Check<Scheme>& check : checks_of<Scheme>()) {
    kind.checks.push_back({check.name, check.shows, in_words(check.needs)});
    if (!check.cost.empty()) kind.checks.back().more.push_back({"cost", check.cost});
  }
  for (const mutants::Mutant<Scheme>& mutant : mutants::mutants_of<Scheme>()) {
    kind.mutants.push_back(
        {family_of(mutant), mutant.scheme.info.name, mutant.origin.text, mutant.killed_by});
    if (!mutant.pressure_source.empty())
      kind.mutants.back().more.push_back({"pressure_source", mutant.pressure_source});
  }
  return kind;
}

/// Adds a kind and returns true; for the line before main().
template <class Scheme>
bool register_kind() {
  return register_tasks(tasks_of_kind<Scheme>) && register_listing(listed_kind<Scheme>);
}

}  // namespace touchstone
