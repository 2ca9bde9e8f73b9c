// checkers/parameters.cpp
// Purpose   Registers, for four kinds of schemes, the check that every parameter has an effect:
//           runs that differ in one parameter alone must differ in the end. A parameter that is
//           read and forgotten agrees with every reference that forgets it, too.
// Cost      A few sweeps or steps of small systems for each parameter.
// Not here  Whether the effect is the right one (the laws of each family); parameters that must
//           have none (threads).
#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/findings.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/mpmc/disk_kind.hpp"
#include "checkers/property/standard_runs.hpp"
#include "models/cluster/plummer.hpp"

namespace touchstone {
namespace {

/// Numbers of the state at the end of a run.
using End = std::vector<double>;

template <class Parameters>
struct Change {
  const char* parameter;
  std::function<void(Parameters&)> make;
};

template <class Parameters>
CheckResult each_has_an_effect(const Parameters& plain,
                               const std::vector<Change<Parameters>>& changes,
                               const std::function<End(const Parameters&)>& run) {
  Findings findings;
  const End end = run(plain);
  for (const Change<Parameters>& change : changes) {
    Parameters other = plain;
    change.make(other);
    findings.expect(run(other) != end, fmt::format("{} has no effect", change.parameter));
  }
  return findings.result(changes.size() + 1,
                         fmt::format("each of {} parameters has an effect", changes.size()));
}

CheckResult of_disks(const disks::DiskScheme& scheme, const CheckContext& context) {
  using P = disks::RunParameters;
  const disks::Configuration start = property::lone_disks(12, 12);
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

CheckResult of_shapes(const shapes::ShapeScheme& scheme, const CheckContext& context) {
  using P = shapes::RunParameters;
  const shapes::Configuration start = hpmc::test_lattice("square", 6, 0.3);
  P plain{.seed = part_seed(context, 0)};
  std::vector<Change<P>> changes{{"seed", [](P& p) { ++p.seed; }},
                                 {"max_displacement", [](P& p) { p.max_displacement *= 1.01; }},
                                 {"max_rotation", [](P& p) { p.max_rotation *= 1.01; }},
                                 {"translations", [](P& p) { p.translations = 0.7; }},
                                 {"sweeps_per_step", [](P& p) { ++p.sweeps_per_step; }}};
  if (scheme.box_moves) {
    plain.box = {.pressure = 1, .max_volume = 3, .per_step = 4};
    changes.push_back({"pressure", [](P& p) { p.box.pressure = 3; }});
    changes.push_back({"max_volume", [](P& p) { p.box.max_volume *= 1.01; }});
    changes.push_back({"box moves per step", [](P& p) { ++p.box.per_step; }});
  }
  return each_has_an_effect<P>(plain, changes, [&](const P& p) {
    const auto run = scheme.start(start, p);
    run->advance(20);
    const shapes::Configuration c = run->configuration();
    End end{c.box.lx, c.box.ly};
    for (const shapes::Vec3& r : c.centres) end.insert(end.end(), {r.x, r.y});
    for (const shapes::Orientation& q : c.orientations) end.insert(end.end(), {q.s, q.z});
    return end;
  });
}

CheckResult of_clusters(const cluster::ClusterScheme& scheme, const CheckContext& context) {
  using P = cluster::ClusterParameters;
  const cluster::Stars start = cluster::plummer::sample(400, 3);
  const P plain{.seed = static_cast<std::uint32_t>(part_seed(context, 0)),
                .ranks = 3,
                .threads = context.threads};
  return each_has_an_effect<P>(
      plain,
      {{"seed", [](P& p) { ++p.seed; }},
       {"ranks", [](P& p) { ++p.ranks; }},
       {"theta_max", [](P& p) { p.theta_max = 0.9; }},
       {"timestep", [](P& p) { p.timestep = cluster::TimestepScheme::sliding; }},
       {"between_streams",
        [](P& p) {
          p.between_streams = {3, 20};
        }}},
      [&](const P& p) {
        const auto run = scheme.start(start, p);
        run->step();
        run->step();
        return run->stars().radius;
      });
}

CheckResult of_integrators(const longrange::LongrangeScheme& scheme, const CheckContext& context) {
  using P = longrange::RunParameters;
  CheckResult result;
  for (const longrange::System& system : integrator::systems_of(scheme)) {
    const longrange::State start = integrator::random_state(system, 20, part_seed(context, 0));
    std::vector<Change<P>> changes{{"time_step", [](P& p) { p.time_step *= 1.01; }}};
    if (system.model != longrange::Model::hmf)
      changes.push_back({"softening", [](P& p) { p.system.softening *= 1.1; }});
    result = each_has_an_effect<P>({.system = system, .time_step = 0.1, .threads = context.threads},
                                   changes, [&](const P& p) {
                                     const auto simulation = scheme.start(start, p);
                                     simulation->advance(2);
                                     return simulation->state().q;
                                   });
    if (result.verdict != Verdict::pass) return result;
  }
  return result;
}

constexpr const char* kShows = "every parameter of a run has an effect";

const bool registered =
    register_check(DiskCheck{.name = "property/parameters",
                             .shows = kShows,
                             .needs = Claims::detailed_balance | Claims::global_balance,
                             .run = of_disks}) &&
    register_check(hpmc::ShapeCheck{.name = "shapes/parameters",
                                    .shows = kShows,
                                    .needs = Claims::global_balance,
                                    .run = of_shapes,
                                    .only = {.of_law = true}}) &&
    register_check(cmc::ClusterCheck{.name = "cmc/parameters",
                                     .shows = kShows,
                                     .needs = Claims::conserves_particles,
                                     .run = of_clusters}) &&
    register_check(integrator::IntegratorCheck{.name = "integrator/parameters",
                                               .shows = kShows,
                                               .needs = longrange::IntegratorClaims::model,
                                               .run = of_integrators});

}  // namespace
}  // namespace touchstone
