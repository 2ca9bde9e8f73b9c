#include "suite/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "models/core/names.hpp"

namespace touchstone {
namespace {

const std::vector<std::string>& names_of(const Job& job, const std::string& option) {
  static const std::vector<std::string> kNone;
  for (const auto& [facet, names] : job.facets)
    if (facet == option) return names;
  return kNone;
}

bool any_matches(const std::string& pattern, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return matches(pattern, name); });
}

bool is_chosen(const Job& job, const Filter& filter) {
  const std::vector<std::string>& names = names_of(job, filter.option);
  return filter.patterns.empty() ||
         std::any_of(filter.patterns.begin(), filter.patterns.end(),
                     [&](const std::string& pattern) { return any_matches(pattern, names); });
}

void require_known(const std::vector<Job>& jobs, const Filter& filter,
                   const std::vector<std::string>& also_known) {
  std::set<std::string> known;
  for (const Job& job : jobs)
    for (const std::string& name : names_of(job, filter.option)) known.insert(name);
  std::vector<std::string> names(known.begin(), known.end());
  for (const std::string& pattern : filter.patterns) {
    if (any_matches(pattern, names)) continue;
    names.insert(names.end(), also_known.begin(), also_known.end());
    throw InputError(fmt::format("{}: nothing is called '{}'; {}{}", filter.option, pattern,
                                 suggestion(pattern, names),
                                 filter.option == "--scheme" ? " (see: touchstone list)" : ""));
  }
}

}  // namespace

std::vector<Job> chosen(std::vector<Job> jobs, const std::vector<Filter>& filters,
                        const std::vector<std::string>& also_known) {
  for (const Filter& filter : filters) require_known(jobs, filter, also_known);
  std::erase_if(jobs, [&](const Job& job) {
    return std::any_of(filters.begin(), filters.end(),
                       [&](const Filter& filter) { return !is_chosen(job, filter); });
  });
  return jobs;
}

}  // namespace touchstone
