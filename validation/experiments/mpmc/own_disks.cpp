#include "validation/experiments/mpmc/own_disks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"
#include "models/disks/chains/static_rift.hpp"
#include "models/disks/close_packing.hpp"
#include "validation/data_files.hpp"
#include "validation/experiments/mpmc/own_rows.hpp"
#include "validation/patterns.hpp"

namespace touchstone::validation::mpmc {
namespace {

constexpr double kLargestError = 0.2;
constexpr std::int64_t kFewest = 4;
constexpr std::int64_t kMost = 10'000'000;

void require_in_range(const OwnDisks& wanted) {
  const auto number = [](double value) { return fmt::format("{}", value); };
  if (wanted.disks < kFewest || wanted.disks > kMost)
    throw input_error("--disks", "number of disks",
                      fmt::format("an integer from {} to {}", kFewest, kMost),
                      fmt::format("{}", wanted.disks));
  if (!(wanted.packing_fraction > 0 && wanted.packing_fraction < disks::kClosePacking))
    throw input_error(
        "--packing", "packing fraction",
        fmt::format("a number above 0 and below {:.4f} (close packing)", disks::kClosePacking),
        number(wanted.packing_fraction));
  if (!(wanted.error > 0 && wanted.error <= kLargestError))
    throw input_error("--error", "standard error of the pressure, as a part of it",
                      fmt::format("a number above 0 and at most {}", kLargestError),
                      number(wanted.error));
}

OwnState point_of(const OwnDisks& wanted) {
  const auto number = static_cast<std::size_t>(wanted.disks);
  const disks::Aspect aspect = disks::parse_aspect(wanted.aspect);
  const disks::EquationOfState published(data_file("hard_disk_eos.csv"));
  const auto found = published.find(number, wanted.packing_fraction, aspect);
  OwnState point;
  point.state = {number, wanted.aspect, wanted.packing_fraction,
                 fmt::format("{}-{}", number, wanted.packing_fraction)};
  point.relative_error = wanted.error;
  if (!found.empty())
    point.known = found.front();
  else
    point.nearest = disks::describe(published.nearest(number, wanted.packing_fraction, aspect));
  return point;
}

void require_runs(const disks::DiskScheme& scheme, const OwnState& point) {
  if (const std::string reason = refusal(scheme, point); !reason.empty())
    throw InputError("--scheme: " + scheme.info.name + " cannot run this point: " + reason);
}

/// The scheme with the widest vectors that can run the point.
const disks::DiskScheme* fastest_at(const OwnState& point) {
  const disks::DiskScheme* fastest = &serial_oracle(point.state.disks);
  for (const disks::DiskScheme* scheme : available_schemes())
    if (scheme->info.lanes > fastest->info.lanes && can_run(*scheme, point.state, {}))
      fastest = scheme;
  return fastest;
}

/// The schemes that these names and patterns choose, by name; none: the fastest. Throws for a name
/// of one that cannot run the point: what a pattern chooses need not.
std::vector<const disks::DiskScheme*> chosen_schemes(const std::string& patterns,
                                                     const OwnState& point) {
  if (patterns.empty()) return {fastest_at(point)};
  const std::vector<const disks::DiskScheme*> all = available_schemes();
  std::vector<std::string> known;
  for (const disks::DiskScheme* scheme : all) known.push_back(scheme->info.name);
  std::set<std::string> wanted;
  for (const std::string& pattern : patterns_in(patterns)) {
    bool found = false;
    for (const std::string& name : known)
      if (matches(pattern, name)) {
        wanted.insert(name);
        found = true;
        if (pattern == name) require_runs(disks::scheme(name), point);
      }
    if (!found)
      throw InputError(
          fmt::format("--scheme: no scheme with trial moves of disks is called '{}'; {} (see: "
                      "touchstone list)",
                      pattern, suggestion(pattern, known)));
  }
  std::vector<const disks::DiskScheme*> result;
  for (const disks::DiskScheme* scheme : all)
    if (wanted.contains(scheme->info.name)) result.push_back(scheme);
  return result;
}

std::vector<Measurement> plan_rows(const Plan& plan, const OwnDisks& wanted,
                                   const OwnState& point) {
  const disks::DiskScheme& oracle = serial_oracle(point.state.disks);
  require_runs(oracle, point);
  std::vector<const disks::DiskScheme*> schemes = chosen_schemes(wanted.schemes, point);
  std::erase(schemes, &oracle);
  schemes.insert(schemes.begin(), &oracle);
  std::vector<Measurement> all;
  for (const disks::DiskScheme* scheme : schemes)
    for (Measurement& measurement : rows_of(plan, *scheme, oracle, point))
      all.push_back(std::move(measurement));
  return all;
}

}  // namespace

OwnPoint own_point(const OwnDisks& wanted) {
  require_in_range(wanted);
  const OwnState point = point_of(wanted);
  (void)disks::static_rift_pressure(start_of(point));  // the box must exist, and be wide enough
  std::string options = fmt::format("--disks {} --packing {} --error {}", wanted.disks,
                                    wanted.packing_fraction, wanted.error);
  if (wanted.aspect != OwnDisks{}.aspect) options += " --aspect '" + wanted.aspect + "'";
  return {options,
          {"mpmc/own-point", "A point of your own: the pressure is the serial oracle's.",
           [wanted, point](const Plan& plan) { return plan_rows(plan, wanted, point); }}};
}

}  // namespace touchstone::validation::mpmc
