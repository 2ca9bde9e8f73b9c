// validation/own_schemes.hpp
// Purpose   The schemes that measure a point of the user's own, chosen by names and patterns.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"
#include "validation/patterns.hpp"

namespace touchstone::validation {

/// Schemes of a family that could measure a point.
template <class Scheme>
struct OwnCandidates {
  std::vector<const Scheme*> schemes;  ///< by name
  std::string what;                    ///< "scheme with trial moves of disks"
  /// Reason why a scheme cannot run the point, in its own words; empty where it can.
  std::function<std::string(const Scheme&)> refusal;

  void require_runs(const Scheme& scheme) const {
    if (const std::string reason = refusal(scheme); !reason.empty())
      throw InputError("--scheme: " + scheme.info.name + " cannot run this point: " + reason);
  }

  /// Those that names and patterns between commas choose, by name. Throws for a name of one that
  /// cannot run the point: what a pattern chooses need not.
  std::vector<const Scheme*> chosen(const std::string& patterns) const {
    std::vector<std::string> known;
    for (const Scheme* scheme : schemes) known.push_back(scheme->info.name);
    std::set<std::string> wanted;
    for (const std::string& pattern : patterns_in(patterns)) {
      bool found = false;
      for (const Scheme* scheme : schemes) {
        const std::string& name = scheme->info.name;
        if (!matches(pattern, name)) continue;
        wanted.insert(name);
        found = true;
        if (pattern == name) require_runs(*scheme);
      }
      if (!found)
        throw InputError(fmt::format("--scheme: no {} is called '{}'; {} (see: touchstone list)",
                                     what, pattern, suggestion(pattern, known)));
    }
    std::vector<const Scheme*> result;
    for (const Scheme* scheme : schemes)
      if (wanted.contains(scheme->info.name)) result.push_back(scheme);
    return result;
  }

  /// The oracle, which must run the point, then the others of `wanted`.
  std::vector<const Scheme*> after_oracle(const Scheme& oracle,
                                          std::vector<const Scheme*> wanted) const {
    require_runs(oracle);
    std::erase(wanted, &oracle);
    wanted.insert(wanted.begin(), &oracle);
    return wanted;
  }
};

}  // namespace touchstone::validation
