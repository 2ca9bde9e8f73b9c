#include "validation/experiments/mpmc/own_disks.hpp"

#include <fmt/format.h>

#include "models/core/errors.hpp"
#include "models/core/shell_word.hpp"
#include "models/disks/chains/static_rift.hpp"
#include "models/disks/close_packing.hpp"
#include "validation/data_files.hpp"
#include "validation/experiments/mpmc/own_rows.hpp"
#include "validation/own_rows.hpp"
#include "validation/own_schemes.hpp"

namespace touchstone::validation::mpmc {
namespace {

constexpr std::int64_t kFewest = 4;
constexpr std::int64_t kMost = 10'000'000;

void require_in_range(const OwnDisks& wanted) {
  require_within("--disks", "number of disks", wanted.disks, kFewest, kMost);
  if (!(wanted.packing_fraction > 0 && wanted.packing_fraction < disks::kClosePacking))
    throw input_error(
        "--packing", "packing fraction",
        fmt::format("a number above 0 and below {:.4f} (close packing)", disks::kClosePacking),
        fmt::format("{}", wanted.packing_fraction));
  require_positive("--error", "standard error of the pressure, as a part of it", wanted.error,
                   kOwnLargestError);
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

/// The scheme with the widest vectors that can run the point.
const disks::DiskScheme* fastest_at(const OwnState& point) {
  const disks::DiskScheme* fastest = &serial_oracle(point.state.disks);
  for (const disks::DiskScheme* scheme : available_schemes())
    if (scheme->info.lanes > fastest->info.lanes && can_run(*scheme, point.state, {}))
      fastest = scheme;
  return fastest;
}

std::vector<Measurement> plan_rows(const Plan& plan, const OwnDisks& wanted,
                                   const OwnState& point) {
  const OwnCandidates<disks::DiskScheme> candidates{
      available_schemes(), "scheme with trial moves of disks",
      [&](const disks::DiskScheme& scheme) { return refusal(scheme, point); }};
  const disks::DiskScheme& oracle = serial_oracle(point.state.disks);
  std::vector<const disks::DiskScheme*> schemes{fastest_at(point)};
  if (!wanted.schemes.empty()) schemes = candidates.chosen(wanted.schemes);
  std::vector<Measurement> all;
  for (const disks::DiskScheme* scheme : candidates.after_oracle(oracle, schemes))
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
  if (wanted.aspect != OwnDisks{}.aspect) options += " --aspect " + in_quotes(wanted.aspect);
  return {options,
          {"mpmc/own-point", "A point of your own: the pressure is the serial oracle's.",
           [wanted, point](const Plan& plan) { return plan_rows(plan, wanted, point); }}};
}

namespace {

OwnPoint typed_point(const OwnArguments& typed, const std::string& schemes) {
  const OwnDisks standard;
  return own_point({.disks = typed.integer("--disks"),
                    .packing_fraction = typed.number("--packing"),
                    .aspect = typed.text("--aspect", standard.aspect),
                    .error = typed.number("--error", standard.error),
                    .schemes = schemes});
}

const bool registered = register_own_kind(
    {.name = "disks",
     .options = {{"--disks", "INT", "number of hard disks"},
                 {"--packing", "FLOAT", "packing fraction, below 0.9069", true},
                 {"--error", "FLOAT",
                  "wanted standard error of the pressure, as a part of it (0.002)"},
                 {"--aspect", "TEXT", "shape of the box, as '(1 : sqrt3/2)'"}},
     .point = typed_point});

}  // namespace

}  // namespace touchstone::validation::mpmc
