#include "checkers/listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "checkers/task.hpp"
#include "models/core/errors.hpp"
#include "models/core/names.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

constexpr const char* kParts = "parts that schemes have in common";

std::vector<std::function<ListedKind()>>& sources() {
  static std::vector<std::function<ListedKind()>> all;  // filled before main()
  return all;
}

bool is_of(const ListedKind& kind, const std::string& family) {
  return std::any_of(kind.families.begin(), kind.families.end(),
                     [&](const std::string& known) { return matches(family, known); });
}

/// Tasks of parts, correct or wrong, by the name of the part.
std::map<std::string, std::vector<CheckTask>> tasks_of_parts(const std::string& family,
                                                             bool mutants) {
  std::set<std::string> of_kinds;
  for (const auto& source : sources()) {
    const ListedKind kind = source();
    for (const ListedScheme& scheme : kind.schemes) of_kinds.insert(scheme.name);
    for (const ListedMutant& mutant : kind.mutants) of_kinds.insert(mutant.name);
  }
  std::map<std::string, std::vector<CheckTask>> parts;
  for (CheckTask& task : check_tasks())
    if (task.mutant == mutants && matches(family, task.family) && of_kinds.count(task.scheme) == 0)
      parts[task.scheme].push_back(std::move(task));
  return parts;
}

std::vector<ListedMutant> mutants_of_parts(const std::string& family) {
  std::vector<ListedMutant> all;
  for (const auto& [name, tasks] : tasks_of_parts(family, true)) {
    all.push_back({tasks.front().family, name, tasks.front().origin.text, {}});
    for (const CheckTask& task : tasks)
      if (task.expected) all.back().killed_by.push_back(task.check);
  }
  return all;
}

/// Those of a family, sorted by what they run: the order of registrations is the linker's.
std::vector<ListedKind> kinds_of(const std::string& family) {
  std::vector<ListedKind> kinds;
  std::set<std::string> families;
  for (const auto& source : sources()) {
    ListedKind kind = source();
    families.insert(kind.families.begin(), kind.families.end());
    if (is_of(kind, family)) kinds.push_back(std::move(kind));
  }
  if (kinds.empty())
    throw InputError(fmt::format("--family: nothing is called '{}'; {}", family,
                                 suggestion(family, {families.begin(), families.end()})));
  const auto is_of_another = [&](const auto& listed) { return !matches(family, listed.family); };
  for (ListedKind& kind : kinds) {
    std::erase_if(kind.schemes, is_of_another);
    std::erase_if(kind.mutants, is_of_another);
  }
  std::sort(kinds.begin(), kinds.end(),
            [](const ListedKind& a, const ListedKind& b) { return a.runs < b.runs; });
  return kinds;
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

void print(std::ostream& text, const ListedPart& part) {
  text << fmt::format("  {}\n", part.name);
  print_fact(text, "checks", joined(part.checks, ", "));
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
  json entry = {{"name", scheme.name},
                {"family", scheme.family},
                {"backend", scheme.backend},
                {"claims", scheme.claims},
                {"available", scheme.available},
                {"source", scheme.source},
                {"runs", runs}};
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

json as_json(const ListedPart& part) {
  return {{"name", part.name}, {"family", part.family}, {"checks", part.checks}};
}

json listing_json(const std::string& what, const std::string& family,
                  const std::vector<ListedKind>& kinds) {
  json all = json::array();
  const auto add = [&](const auto& items, const std::string& runs) {
    for (const auto& item : items) all.push_back(as_json(item, runs));
  };
  for (const ListedKind& kind : kinds) {
    if (what.empty() || what == "schemes") add(kind.schemes, kind.runs);
    if (what == "checks") add(kind.checks, kind.runs);
    if (what == "mutants") add(kind.mutants, kind.runs);
  }
  if (what == "mutants") add(mutants_of_parts(family), kParts);
  if (what == "parts")
    for (const ListedPart& part : listed_parts(family)) all.push_back(as_json(part));
  return all;
}

}  // namespace

bool register_listing(std::function<ListedKind()> kind) {
  sources().push_back(std::move(kind));
  return true;
}

std::vector<ListedPart> listed_parts(const std::string& family) {
  std::vector<ListedPart> all;
  for (const auto& [name, tasks] : tasks_of_parts(family, false)) {
    all.push_back({tasks.front().family, name, {}});
    for (const CheckTask& task : tasks) all.back().checks.push_back(task.check);
  }
  return all;
}

void print_listing(const std::string& what, const std::string& family, bool json,
                   std::ostream& text) {
  const std::vector<std::string> known{"schemes", "parts", "checks", "mutants"};
  if (!what.empty() && std::find(known.begin(), known.end(), what) == known.end())
    throw InputError(
        fmt::format("list: nothing is called '{}'; {}", what, suggestion(what, known)));
  const std::vector<ListedKind> kinds = kinds_of(family);
  if (json) {
    text << listing_json(what, family, kinds).dump(2) << '\n';
    return;
  }
  for (const ListedKind& kind : kinds) {
    if (what.empty() || what == "schemes")
      print_all(text, "schemes that run " + kind.runs, kind.schemes);
    if (what.empty() || what == "checks") print_all(text, "checks of " + kind.runs, kind.checks);
    if (what.empty() || what == "mutants")
      print_all(text, "mutants of schemes that run " + kind.runs, kind.mutants);
  }
  if (what.empty() || what == "parts") print_all(text, kParts, listed_parts(family));
  if (what.empty() || what == "mutants")
    print_all(text, fmt::format("mutants of {}", kParts), mutants_of_parts(family));
}

}  // namespace touchstone
