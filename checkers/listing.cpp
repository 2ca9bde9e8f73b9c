#include "checkers/listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "checkers/check.hpp"
#include "checkers/ecmc/chain_check.hpp"
#include "checkers/mutants/ecmc/chain_mutant.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/core/names.hpp"
#include "models/core/registry.hpp"
#include "models/disks/chain_registry.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

std::vector<ListedKind>& listed_kinds() {
  static std::vector<ListedKind> all;  // filled before main() by the registration lines
  return all;
}

template <class Text>
std::string claims_text(const std::vector<Text>& claims) {
  std::string text;
  for (const Text& claim : claims) text += (text.empty() ? "" : ", ") + std::string(claim);
  return text.empty() ? "none" : text;
}

std::string claims_text(Claims claims) { return claims_text(names(claims)); }

json scheme_json(const disks::DiskScheme& scheme) {
  return {{"name", scheme.info.name},      {"backend", scheme.info.backend},
          {"available", scheme.available}, {"claims", names(scheme.info.claims)},
          {"source", scheme.info.source},  {"equals", scheme.equals},
          {"tolerance", scheme.tolerance}};
}

json scheme_json(const disks::ChainScheme& scheme) {
  return {{"name", scheme.info.name},
          {"backend", scheme.info.backend},
          {"available", true},
          {"claims", names(scheme.info.claims)},
          {"source", scheme.info.source},
          {"runs", "legs of event chains"}};
}

json scheme_json(const ListedScheme& scheme, const std::string& runs) {
  return {{"name", scheme.name},     {"backend", scheme.backend}, {"available", scheme.available},
          {"claims", scheme.claims}, {"source", scheme.source},   {"runs", runs}};
}

json check_json(const Check& check) {
  return {{"name", check.name},
          {"shows", check.shows},
          {"claims", names(check.needs)},
          {"cost", check.cost}};
}

json mutant_json(const mutants::Mutant& mutant) {
  json entry = {{"name", mutant.scheme.info.name},
                {"origin", mutant.origin},
                {"killed_by", mutant.killed_by},
                {"pressure_trials", nullptr},
                {"pressure_source", mutant.pressure_source}};
  if (mutant.pressure_trials) entry["pressure_trials"] = *mutant.pressure_trials;
  return entry;
}

std::vector<ListedScheme> of_family(const ListedKind& kind, const std::string& family) {
  std::vector<ListedScheme> chosen = kind.schemes();
  std::erase_if(chosen, [&](const ListedScheme& s) { return !matches(family + "/*", s.name); });
  return chosen;
}

template <class Scheme>
std::vector<Scheme> of_family(const std::vector<Scheme>& all, const std::string& family) {
  std::vector<Scheme> chosen;
  std::copy_if(all.begin(), all.end(), std::back_inserter(chosen),
               [&](const Scheme& scheme) { return matches(family + "/*", scheme.info.name); });
  return chosen;
}

void require_known(const std::string& family) {
  std::set<std::string> families;
  const auto add = [&](const auto& schemes) {
    for (const auto& scheme : schemes)
      families.insert(scheme.info.name.substr(0, scheme.info.name.find('/')));
  };
  add(disks::schemes());
  add(disks::chain_schemes());
  for (const ListedKind& kind : listed_kinds())
    for (const ListedScheme& scheme : kind.schemes())
      families.insert(scheme.name.substr(0, scheme.name.find('/')));
  if (std::none_of(families.begin(), families.end(),
                   [&](const std::string& known) { return matches(family, known); }))
    throw InputError(fmt::format("--family: nothing is called '{}'; the nearest known name is '{}'",
                                 family, nearest_name(family, {families.begin(), families.end()})));
}

void print_schemes(const std::string& family, std::ostream& text) {
  require_known(family);
  text << "schemes\n";
  for (const disks::DiskScheme& scheme : of_family(disks::schemes(), family)) {
    text << fmt::format("  {:<42} {:<9}{}\n", scheme.info.name, scheme.info.backend,
                        scheme.available ? "" : " not available on this machine");
    text << fmt::format("      claims  {}\n", claims_text(scheme.info.claims));
    if (!scheme.equals.empty()) text << fmt::format("      equals  {}\n", scheme.equals);
    text << fmt::format("      source  {}\n", scheme.info.source);
  }
  const auto legs = of_family(disks::chain_schemes(), family);
  if (!legs.empty()) text << "schemes that run legs of event chains\n";
  for (const disks::ChainScheme& scheme : legs) {
    text << fmt::format("  {:<42} {}\n", scheme.info.name, scheme.info.backend);
    text << fmt::format("      claims  {}\n", claims_text(scheme.info.claims));
    text << fmt::format("      source  {}\n", scheme.info.source);
  }
  for (const ListedKind& kind : listed_kinds()) {
    const auto chosen = of_family(kind, family);
    if (!chosen.empty()) text << fmt::format("schemes that run {}\n", kind.runs);
    for (const ListedScheme& scheme : chosen) {
      text << fmt::format("  {:<42} {:<9}{}\n", scheme.name, scheme.backend,
                          scheme.available ? "" : " not available on this machine");
      text << fmt::format("      claims  {}\n", claims_text(scheme.claims));
      text << fmt::format("      source  {}\n", scheme.source);
    }
  }
}

void print_checks(std::ostream& text) {
  text << "checks\n";
  for (const Check& check : checks()) {
    text << fmt::format("  {:<42} {}\n", check.name, check.cost);
    text << fmt::format("      shows   {}\n", check.shows);
    text << fmt::format("      for     {}\n", claims_text(check.needs));
  }
  text << "checks of legs of event chains\n";
  for (const ecmc::ChainCheck& check : ecmc::chain_checks()) {
    text << fmt::format("  {}\n      shows   {}\n", check.name, check.shows);
    text << fmt::format("      for     {}\n", claims_text(check.needs));
  }
  for (const ListedKind& kind : listed_kinds()) {
    text << fmt::format("checks of {}\n", kind.runs);
    for (const ListedCheck& check : kind.checks()) {
      text << fmt::format("  {}\n      shows   {}\n", check.name, check.shows);
      text << fmt::format("      for     {}\n", claims_text(check.claims));
    }
  }
}

template <class Mutant>
void print_mutant(const Mutant& mutant, std::ostream& text) {
  std::string killers;
  for (const std::string& check : mutant.killed_by)
    killers += (killers.empty() ? "" : "; ") + check;
  text << fmt::format("  {:<42} killed by  {}\n", name_of(mutant), killers);
  text << fmt::format("      origin  {}\n", mutant.origin);
}

void print_mutants(std::ostream& text) {
  text << "mutants\n";
  for (const mutants::Mutant& mutant : mutants::mutants()) print_mutant(mutant, text);
  text << "mutants of schemes that run legs of event chains\n";
  for (const mutants::ChainMutant& mutant : mutants::chain_mutants()) print_mutant(mutant, text);
  for (const ListedKind& kind : listed_kinds()) {
    text << fmt::format("mutants of schemes that run {}\n", kind.runs);
    for (const ListedMutant& mutant : kind.mutants()) print_mutant(mutant, text);
  }
}

json listing_json(const std::string& what, const std::string& family) {
  json all = json::array();
  if (what.empty() || what == "schemes") {
    require_known(family);
    for (const auto& scheme : of_family(disks::schemes(), family))
      all.push_back(scheme_json(scheme));
    for (const auto& scheme : of_family(disks::chain_schemes(), family))
      all.push_back(scheme_json(scheme));
    for (const ListedKind& kind : listed_kinds())
      for (const ListedScheme& scheme : of_family(kind, family))
        all.push_back(scheme_json(scheme, kind.runs));
  }
  if (what == "checks") {
    for (const Check& check : checks()) all.push_back(check_json(check));
    for (const ecmc::ChainCheck& check : ecmc::chain_checks())
      all.push_back({{"name", check.name},
                     {"shows", check.shows},
                     {"claims", names(check.needs)},
                     {"runs", "legs of event chains"}});
    for (const ListedKind& kind : listed_kinds())
      for (const ListedCheck& check : kind.checks())
        all.push_back({{"name", check.name},
                       {"shows", check.shows},
                       {"claims", check.claims},
                       {"runs", kind.runs}});
  }
  if (what == "mutants") {
    for (const auto& mutant : mutants::mutants()) all.push_back(mutant_json(mutant));
    for (const mutants::ChainMutant& mutant : mutants::chain_mutants())
      all.push_back({{"name", mutant.scheme.info.name},
                     {"origin", mutant.origin},
                     {"killed_by", mutant.killed_by}});
    for (const ListedKind& kind : listed_kinds())
      for (const ListedMutant& mutant : kind.mutants())
        all.push_back(
            {{"name", mutant.name}, {"origin", mutant.origin}, {"killed_by", mutant.killed_by}});
  }
  return all;
}

}  // namespace

bool register_listing(ListedKind kind) {
  listed_kinds().push_back(std::move(kind));
  return true;
}

void print_listing(const std::string& what, const std::string& family, bool json,
                   std::ostream& text) {
  const std::vector<std::string> known{"schemes", "checks", "mutants"};
  if (!what.empty() && std::find(known.begin(), known.end(), what) == known.end())
    throw InputError(fmt::format("list: nothing is called '{}'; the nearest known name is '{}'",
                                 what, nearest_name(what, known)));
  if (json) {
    text << listing_json(what, family).dump(2) << '\n';
    return;
  }
  if (what.empty() || what == "schemes") print_schemes(family, text);
  if (what.empty() || what == "checks") print_checks(text);
  if (what.empty() || what == "mutants") print_mutants(text);
}

}  // namespace touchstone
