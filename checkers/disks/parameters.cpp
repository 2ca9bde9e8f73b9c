// checkers/disks/parameters.cpp
// Purpose   Registers the check that every parameter of runs of disks has an effect.
#include "checkers/disks/disk_kind.hpp"
#include "checkers/disks/standard_runs.hpp"
#include "checkers/parameter_effects.hpp"

namespace touchstone::property {
namespace {

CheckResult parameters(const disks::DiskScheme& scheme, const CheckContext& context) {
  using P = disks::RunParameters;
  const disks::Configuration start = lone_disks(12, 12);
  std::vector<Change<P>> changes{{"seed", [](P& p) { ++p.seed; }},
                                 {"first_sweep", [](P& p) { p.first_sweep += 7; }}};
  if (scheme.trial_moves)
    changes.push_back({"max_displacement", [](P& p) { p.max_displacement *= 1.01; }});
  if (scheme.trials == disks::DiskScheme::Trials::per_cell)
    changes.push_back({"trials_per_cell", [](P& p) { ++p.trials_per_cell; }});
  return each_has_an_effect<P>({.threads = context.threads, .seed = part_seed(context, 0)}, changes,
                               [&](const P& p) {
                                 const auto simulation = begin(scheme, start, p);
                                 simulation->advance(5);
                                 End end;
                                 for (const auto r : simulation->configuration().centres) {
                                   end.push_back(r.x);
                                   end.push_back(r.y);
                                 }
                                 return end;
                               });
}

const bool registered =
    register_check(DiskCheck{.name = "property/parameters",
                             .shows = kEachHasAnEffect,
                             .needs = Claims::detailed_balance | Claims::global_balance,
                             .cost = "25 sweeps of 36 disks",
                             .run = parameters});

}  // namespace
}  // namespace touchstone::property
