#include "benchmarks/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "benchmarks/family.hpp"
#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/names.hpp"

namespace touchstone::benchmarks {
namespace {

std::vector<Family>& registered_families() {
  static std::vector<Family> all;  // filled before main() by the registration lines
  return all;
}

/// Family and filter choose any of its schemes.
bool is_wanted(const Family& family, const Request& request) {
  const auto all = family.schemes();
  return matches(request.family, family.name) &&
         std::any_of(all.begin(), all.end(),
                     [&](const std::string& name) { return matches(request.filter, name); });
}

/// Those with schemes that were asked for. Throws InputError when there is none.
std::vector<Family> wanted(const Request& request) {
  std::vector<Family> result;
  std::vector<std::string> names;
  for (const Family& family : families()) {
    if (is_wanted(family, request)) result.push_back(family);
    if (!matches(request.family, family.name)) continue;
    for (std::string& name : family.schemes()) names.push_back(std::move(name));
  }
  if (!result.empty()) return result;
  if (names.empty()) {
    for (const Family& family : families()) names.emplace_back(family.name);
    throw InputError(fmt::format("--family: nothing is called '{}'; {}", request.family,
                                 suggestion(request.family, names)));
  }
  throw InputError(fmt::format("--filter '{}' (family '{}') matches no scheme of this machine; {}",
                               request.filter, request.family, suggestion(request.filter, names)));
}

}  // namespace

std::vector<Family> families() {
  std::vector<Family> all = registered_families();
  std::sort(all.begin(), all.end(), [](const Family& a, const Family& b) {
    return std::pair(a.name, a.schemes()) < std::pair(b.name, b.schemes());
  });
  return all;
}

bool register_family(Family family) {
  registered_families().push_back(std::move(family));
  return true;
}

int run(const Request& request, std::ostream& text) {
  try {
    ExitCode code = ExitCode::pass;
    for (const Family& family : wanted(request)) code = worst(code, family.run(request, text));
    return static_cast<int>(code);
  } catch (const Interrupted&) {
    text << "interrupted; finished sizes are kept in " << request.out
         << ". Continue with the same command and --resume." << std::endl;
    return kInterruptedExit;
  }
}

void list(const Request& request, std::ostream& text) {
  for (const Family& family : wanted(request)) family.list(request, text);
}

}  // namespace touchstone::benchmarks
