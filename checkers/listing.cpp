#include "checkers/listing.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "checkers/check.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/core/names.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

std::string claims_text(Claims claims) {
  std::string text;
  for (const std::string_view claim : names(claims))
    text += (text.empty() ? "" : ", ") + std::string(claim);
  return text.empty() ? "none" : text;
}

json scheme_json(const disks::DiskScheme& scheme) {
  return {{"name", scheme.info.name},      {"backend", scheme.info.backend},
          {"available", scheme.available}, {"claims", names(scheme.info.claims)},
          {"source", scheme.info.source},  {"equals", scheme.equals},
          {"tolerance", scheme.tolerance}};
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

std::vector<disks::DiskScheme> schemes_of(const std::string& family) {
  std::set<std::string> families;
  std::vector<disks::DiskScheme> chosen;
  for (const disks::DiskScheme& scheme : disks::schemes()) {
    families.insert(scheme.info.name.substr(0, scheme.info.name.find('/')));
    if (matches(family + "/*", scheme.info.name)) chosen.push_back(scheme);
  }
  if (chosen.empty())
    throw InputError(fmt::format("--family: nothing is called '{}'; the nearest known name is '{}'",
                                 family, nearest_name(family, {families.begin(), families.end()})));
  return chosen;
}

void print_schemes(const std::string& family, std::ostream& text) {
  text << "schemes\n";
  for (const disks::DiskScheme& scheme : schemes_of(family)) {
    text << fmt::format("  {:<42} {:<9}{}\n", scheme.info.name, scheme.info.backend,
                        scheme.available ? "" : " not available on this machine");
    text << fmt::format("      claims  {}\n", claims_text(scheme.info.claims));
    if (!scheme.equals.empty()) text << fmt::format("      equals  {}\n", scheme.equals);
    text << fmt::format("      source  {}\n", scheme.info.source);
  }
}

void print_checks(std::ostream& text) {
  text << "checks\n";
  for (const Check& check : checks()) {
    text << fmt::format("  {:<42} {}\n", check.name, check.cost);
    text << fmt::format("      shows   {}\n", check.shows);
    text << fmt::format("      for     {}\n", claims_text(check.needs));
  }
}

void print_mutants(std::ostream& text) {
  text << "mutants\n";
  for (const mutants::Mutant& mutant : mutants::mutants()) {
    std::string killers;
    for (const std::string& check : mutant.killed_by)
      killers += (killers.empty() ? "" : "; ") + check;
    text << fmt::format("  {:<42} killed by  {}\n", mutant.scheme.info.name, killers);
    text << fmt::format("      origin  {}\n", mutant.origin);
  }
}

json listing_json(const std::string& what, const std::string& family) {
  json all = json::array();
  if (what.empty() || what == "schemes")
    for (const auto& scheme : schemes_of(family)) all.push_back(scheme_json(scheme));
  if (what == "checks")
    for (const Check& check : checks()) all.push_back(check_json(check));
  if (what == "mutants")
    for (const auto& mutant : mutants::mutants()) all.push_back(mutant_json(mutant));
  return all;
}

}  // namespace

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
