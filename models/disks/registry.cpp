#include "models/disks/registry.hpp"

#include <fmt/format.h>

#include "models/core/errors.hpp"
#include "models/core/registry.hpp"

namespace touchstone::disks {
namespace {

Registry<DiskScheme>& registry() {
  static Registry<DiskScheme> all("scheme");  // filled before main() by the registration lines
  return all;
}

Registry<DiskScheme>& wrong_on_purpose() {
  static Registry<DiskScheme> all("variant");
  return all;
}

}  // namespace

const std::vector<DiskScheme>& schemes() { return registry().items(); }

const std::vector<DiskScheme>& variants() { return wrong_on_purpose().items(); }

const DiskScheme& scheme(const std::string& name) {
  for (const DiskScheme& variant : variants())
    if (variant.info.name == name) return variant;
  return registry().item(name);
}

bool register_scheme(DiskScheme scheme, const char* file) {
  registering_files().emplace_back(file);
  return registry().add(std::move(scheme));
}

bool register_variant(DiskScheme variant) { return wrong_on_purpose().add(std::move(variant)); }

void require_valid(const RunParameters& p) {
  if (!(p.max_displacement > 0) || !(p.max_displacement <= 1))
    throw input_error("max_displacement", "step size", "a number in (0, 1]",
                      fmt::format("{}", p.max_displacement));
  if (p.trials_per_cell < 1 || p.trials_per_cell > 1'000'000)  // more counters than an int counts
    throw input_error("trials_per_cell", "trial moves per cell", "1 to 1000000",
                      fmt::format("{}", p.trials_per_cell));
  if (p.threads < 1 || p.threads > 1024)
    throw input_error("threads", "number of threads", "1 to 1024", fmt::format("{}", p.threads));
}

}  // namespace touchstone::disks
