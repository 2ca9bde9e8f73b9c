#include "checkers/listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

/// Sorted by what they run: the order of registrations is the linker's.
std::vector<ListedKind>& listed_kinds() {
  static std::vector<ListedKind> all;  // filled before main() by the registration lines
  return all;
}

bool is_of(const ListedKind& kind, const std::string& family) {
  return std::any_of(kind.families.begin(), kind.families.end(),
                     [&](const std::string& known) { return matches(family, known); });
}

std::vector<ListedScheme> schemes_of(const ListedKind& kind, const std::string& family) {
  std::vector<ListedScheme> chosen = kind.schemes();
  std::erase_if(chosen, [&](const ListedScheme& s) { return !matches(family + "/*", s.name); });
  return chosen;
}

void require_known(const std::string& family) {
  std::set<std::string> families;
  for (const ListedKind& kind : listed_kinds())
    families.insert(kind.families.begin(), kind.families.end());
  if (std::none_of(families.begin(), families.end(),
                   [&](const std::string& known) { return matches(family, known); }))
    throw InputError(fmt::format("--family: nothing is called '{}'; {}", family,
                                 suggestion(family, {families.begin(), families.end()})));
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text.empty() ? "none" : text;
}

void print_fact(std::ostream& text, const std::string& word, const std::string& says) {
  text << fmt::format("      {:<9} {}\n", word, says);
}

void print(std::ostream& text, const ListedScheme& scheme) {
  text << fmt::format("  {:<42} {:<9}{}\n", scheme.name, scheme.backend,
                      scheme.available ? "" : " not available on this machine");
  print_fact(text, "claims", joined(scheme.claims, ", "));
  for (const ListedFact& fact : scheme.more) print_fact(text, fact.word, fact.text);
  print_fact(text, "source", scheme.source);
}

void print(std::ostream& text, const ListedCheck& check) {
  text << fmt::format("  {}\n", check.name);
  print_fact(text, "shows", check.shows);
  print_fact(text, "for", joined(check.claims, ", "));
  for (const ListedFact& fact : check.more) print_fact(text, fact.word, fact.text);
}

void print(std::ostream& text, const ListedMutant& mutant) {
  text << fmt::format("  {}\n", mutant.name);
  print_fact(text, "killed by", joined(mutant.killed_by, "; "));
  print_fact(text, "origin", mutant.origin);
}

template <class Item>
void print_all(std::ostream& text, const std::string& heading, const std::vector<Item>& items) {
  if (items.empty()) return;
  text << heading << '\n';
  for (const Item& item : items) print(text, item);
}

void add_facts(json& entry, const std::vector<ListedFact>& facts) {
  for (const ListedFact& fact : facts) entry[fact.word] = fact.text;
}

json as_json(const ListedScheme& scheme, const std::string& runs) {
  json entry = {{"name", scheme.name},     {"backend", scheme.backend},
                {"claims", scheme.claims}, {"available", scheme.available},
                {"source", scheme.source}, {"runs", runs}};
  add_facts(entry, scheme.more);
  return entry;
}

json as_json(const ListedCheck& check, const std::string& runs) {
  json entry = {
      {"name", check.name}, {"shows", check.shows}, {"claims", check.claims}, {"runs", runs}};
  add_facts(entry, check.more);
  return entry;
}

json as_json(const ListedMutant& mutant, const std::string& runs) {
  json entry = {{"name", mutant.name},
                {"origin", mutant.origin},
                {"killed_by", mutant.killed_by},
                {"runs", runs}};
  add_facts(entry, mutant.more);
  return entry;
}

json listing_json(const std::string& what, const std::string& family) {
  json all = json::array();
  const auto add = [&](const auto& items, const std::string& runs) {
    for (const auto& item : items) all.push_back(as_json(item, runs));
  };
  for (const ListedKind& kind : listed_kinds()) {
    if (!is_of(kind, family)) continue;
    if (what.empty() || what == "schemes") add(schemes_of(kind, family), kind.runs);
    if (what == "checks") add(kind.checks(), kind.runs);
    if (what == "mutants") add(kind.mutants(), kind.runs);
  }
  return all;
}

}  // namespace

bool register_listing(ListedKind kind) {
  auto& all = listed_kinds();
  const auto after =
      std::upper_bound(all.begin(), all.end(), kind,
                       [](const ListedKind& a, const ListedKind& b) { return a.runs < b.runs; });
  all.insert(after, std::move(kind));
  return true;
}

std::vector<std::string> in_words(Claims claims) {
  const auto words = names(claims);
  return {words.begin(), words.end()};
}

void print_listing(const std::string& what, const std::string& family, bool json,
                   std::ostream& text) {
  const std::vector<std::string> known{"schemes", "checks", "mutants"};
  if (!what.empty() && std::find(known.begin(), known.end(), what) == known.end())
    throw InputError(
        fmt::format("list: nothing is called '{}'; {}", what, suggestion(what, known)));
  require_known(family);
  if (json) {
    text << listing_json(what, family).dump(2) << '\n';
    return;
  }
  for (const ListedKind& kind : listed_kinds()) {
    if (!is_of(kind, family)) continue;
    if (what.empty() || what == "schemes")
      print_all(text, "schemes that run " + kind.runs, schemes_of(kind, family));
    if (what.empty() || what == "checks") print_all(text, "checks of " + kind.runs, kind.checks());
    if (what.empty() || what == "mutants")
      print_all(text, "mutants of schemes that run " + kind.runs, kind.mutants());
  }
}

}  // namespace touchstone
