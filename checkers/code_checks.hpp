// checkers/code_checks.hpp
// Purpose   Registers the checks of code that is no scheme (grids of cells, constraint graphs,
//           estimators): the code that ships and each mutant of it get one job for each check.
// Not here  Checks of schemes: check.hpp and kind.hpp.
#pragma once
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "checkers/task.hpp"

namespace touchstone {

template <class Code>
struct CodeCheck {
  const char* name;  ///< "group/what"
  CheckResult (*run)(const Code&, const CheckContext&);
};

/// Adds a job for each check of this code. A mutant names in `killed_by` the check that must catch
/// it and in `origin` where the mistake comes from; the code that ships names neither.
template <class Code>
bool register_code(const std::string& family, const Code& code,
                   const std::vector<CodeCheck<Code>>& checks,
                   const std::optional<std::string>& killed_by, const Origin& origin) {
  const auto catches = [&](const CodeCheck<Code>& check) { return killed_by == check.name; };
  if (killed_by && std::ranges::none_of(checks, catches))
    throw std::logic_error("no check of " + code.name + " is called " + *killed_by);
  for (const CodeCheck<Code>& check : checks)
    register_task({.family = family,
                   .scheme = code.name,
                   .check = check.name,
                   .run =
                       [code, run = check.run](const CheckContext& context) {
                         return timed(context, [&](const CheckContext& c) { return run(code, c); });
                       },
                   .mutant = killed_by.has_value(),
                   .expected = catches(check),
                   .origin = origin});
  return true;
}

}  // namespace touchstone
