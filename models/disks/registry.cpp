#include "models/disks/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"

namespace touchstone::disks {
namespace {

std::vector<DiskScheme>& mutable_schemes() {
  static std::vector<DiskScheme> all;  // filled before main() by the registration lines
  return all;
}

std::vector<std::string>& mutable_files() {
  static std::vector<std::string> all;
  return all;
}

}  // namespace

const std::vector<std::string>& registering_files() { return mutable_files(); }

const std::vector<DiskScheme>& schemes() { return mutable_schemes(); }

const DiskScheme& scheme(const std::string& name) {
  std::vector<std::string> known;
  for (const DiskScheme& s : schemes()) {
    if (s.info.name == name) return s;
    known.push_back(s.info.name);
  }
  throw InputError(fmt::format("unknown scheme '{}'; the nearest known name is '{}'", name,
                               nearest_name(name, known)));
}

bool register_scheme(DiskScheme scheme, const char* file) {
  mutable_files().emplace_back(file);
  std::vector<DiskScheme>& all = mutable_schemes();
  const auto place = std::lower_bound(
      all.begin(), all.end(), scheme,
      [](const DiskScheme& a, const DiskScheme& b) { return a.info.name < b.info.name; });
  if (place != all.end() && place->info.name == scheme.info.name)
    throw std::logic_error("scheme registered twice: " + scheme.info.name);
  all.insert(place, std::move(scheme));
  return true;
}

void require_valid(const RunParameters& p) {
  if (!(p.max_displacement > 0) || !(p.max_displacement <= 1))
    throw input_error("max_displacement", "step size", "a number in (0, 1]",
                      fmt::format("{}", p.max_displacement));
  if (p.trials_per_cell < 1)
    throw input_error("trials_per_cell", "trial moves per cell", "at least 1",
                      fmt::format("{}", p.trials_per_cell));
  if (p.threads < 1 || p.threads > 1024)
    throw input_error("threads", "number of threads", "1 to 1024", fmt::format("{}", p.threads));
}

}  // namespace touchstone::disks
