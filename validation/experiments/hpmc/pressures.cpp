// validation/experiments/hpmc/pressures.cpp
// Purpose   The equation of state of hard disks, spheres and truncated octahedra by the scale
//           distribution at constant volume, and the density at constant pressure.
// Source    Anderson, Irrgang, Glotzer 2016, Table 1; fluid spheres Z(0.60) and Z(0.75) of the
//           public hoomd-validation, beside it by trial volumes; Speedy, J. Phys.: Condens. Matter
//           10, 4387 (1998): the solid of hard spheres; 72 disks of
//           validation/data/hard_disk_eos.csv (event chains).
// Effort    Each class sees its effect of the pressure (validation/power.hpp): errors fall as the
//           root of the samples, ten times as many for each larger class. What is too dear is
//           planned as too weak to decide, and says so.
// Cost      Class S half a minute of one core.
// Not here  The paper's system of 65536 disks, whose equilibration takes 10^6 sweeps and more.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "models/disks/published.hpp"
#include "models/disks/start.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "validation/data_files.hpp"
#include "validation/experiment.hpp"
#include "validation/experiments/hpmc/published.hpp"
#include "validation/experiments/hpmc/schemes.hpp"
#include "validation/experiments/hpmc/shape_chains.hpp"

namespace touchstone::validation::hpmc {
namespace {

using shapes::Configuration;
using shapes::RunParameters;
using shapes::ShapeScheme;

struct StatePoint {
  std::string name;
  PublishedShapes z;      ///< beta P / rho
  ChainRun run;           ///< run with the samples of class S
  bool reachable = true;  ///< class S sees its effect; else the row is too weak to decide
  bool all_schemes = false;
  bool cheap = false;        ///< for each scheme of class S
  double trial_volumes = 0;  ///< range, where the pressure is read off trial volumes
  bool rift = false;         ///< disks, by static rifts
  shapes::ScaleParameters scales = shapes::kAllPairs;
};

double effort(ProblemClass size) {
  if (size == ProblemClass::tiny || size == ProblemClass::S) return 1;
  return size == ProblemClass::W ? 10 : 100;
}

/// 72 disks on 72 of the 81 places of a square lattice.
Configuration seventy_two_disks(double packing) {
  const double side = std::sqrt(72 * std::numbers::pi / 4 / packing);
  Configuration c{.box = shapes::Box::square(side), .types = {shapes::named_body("disk")}};
  for (int k = 0; k < 72; ++k)
    c.centres.push_back({side * ((k % 9 + 0.5) / 9 - 0.5), side * ((k / 9 + 0.5) / 9 - 0.5), 0});
  c.type.assign(72, 0);
  c.orientations.assign(72, {});
  return c;
}

ChainRun run_of(const Configuration& start, double displacement, int equilibration, int samples) {
  return {.start = start,
          .parameters = {.max_displacement = displacement},
          .equilibration = equilibration,
          .samples = samples};
}

StatePoint fluid_spheres(const std::string& name, double density, double displacement, int samples,
                         int equilibration) {
  const double packing = density * std::numbers::pi / 6;
  return {"fluid-spheres-" + name,
          published_shapes("hoomd-validation", "sphere", "Z", "NVT and NPT", packing),
          run_of(shapes::face_centred_lattice(shapes::named_body("sphere"), 4, packing),
                 displacement, equilibration, samples)};
}

PublishedShapes z_of_table1(const std::string& system, double packing, std::size_t bodies) {
  auto p = published_shapes("Anderson, Irrgang, Glotzer 2016", system, "P*", "serial", packing);
  p.value = {p.value.value / packing, p.value.uncertainty / packing};
  p.allow_missing_modes(bodies);
  return p;
}

StatePoint few_disks() {
  const disks::PublishedPressure best = disks::EquationOfState(data_file("hard_disk_eos.csv"))
                                            .best(72, 0.65, disks::parse_aspect("(1 : 1)"), "ECMC");
  const double rho = 0.65 * 4 / std::numbers::pi;
  return {"72-disks-0.650",
          {.value = {best.pressure.value / rho, best.pressure.uncertainty / rho},
           .source = best.source},
          run_of(seventy_two_disks(0.65), 0.25, 300, 200),
          true,
          true,
          true,
          0,
          true};
}

std::vector<StatePoint> state_points(ProblemClass size) {
  std::vector<StatePoint> all{few_disks(), fluid_spheres("0.60", 0.6, 0.3, 160, 60),
                              fluid_spheres("0.75", 0.75, 0.2, 160, 80)};
  all[1].all_schemes = true;
  const shapes::Body& sphere = shapes::named_body("sphere");
  const auto lattice = shapes::face_centred_lattice(sphere, 4, 0.6);
  all.push_back({"solid-spheres-0.60", z_of_table1("sphere", 0.6, lattice.size()),
                 run_of(lattice, 0.1, 200, 60), false});
  all.back().scales = {};  // the paper's estimator, which is noisy: table-1 has another

  if (size == ProblemClass::tiny || size == ProblemClass::S) return all;

  const auto octahedra =
      shapes::body_centred_lattice(shapes::named_body("truncated-octahedron"), 5, 0.7);
  all.push_back({"solid-truncated-octahedra-0.70",
                 z_of_table1("truncated-octahedron", 0.7, octahedra.size()),
                 run_of(octahedra, 0.08, 1000, 60), false});
  all.back().scales = {};
  all.back().run.parameters.max_rotation = 0.15;
  for (const double packing : {0.56, 0.65}) {
    const auto solid = shapes::face_centred_lattice(sphere, 5, packing);
    auto z = published_shapes("Speedy 1998", "sphere", "Z", "equation of state", packing);
    z.allow_missing_modes(solid.size());
    all.push_back({fmt::format("solid-spheres-{:.2f}", packing), z,
                   run_of(solid, packing < 0.6 ? 0.13 : 0.07, 500, 60)});
  }
  all.push_back(fluid_spheres("0.60-volumes", 0.6, 0.3, 120, 60));
  all.back().trial_volumes = 0.0007;
  all.back().reachable = false;
  return all;
}

Measurement blank(const Plan& plan, const ShapeScheme& scheme, const std::string& name,
                  const std::string& metric, const RunParameters& p, std::size_t bodies) {
  Measurement m;
  m.name = "hpmc/" + name;
  m.record = blank_record(plan, "hpmc", metric);
  m.record.scheme = scheme.info.name;
  m.record.backend = scheme.info.backend;
  m.record.threads = plan.threads;
  m.record.params["case"] = name;
  m.record.params["bodies"] = bodies;
  m.record.params["chains"] = kShapeChains;
  m.record.params["domains"] = p.domains;
  m.record.params["max_displacement"] = p.max_displacement;
  return m;
}

Measurement pressure(const Plan& plan, const ShapeScheme& scheme, const StatePoint& point) {
  ChainRun run = point.run;
  run.parameters = with_domains(scheme, run.parameters);
  Measurement m = blank(plan, scheme, "pressures/" + point.name,
                        point.trial_volumes > 0 ? "beta P / rho by trial volumes" : "beta P / rho",
                        run.parameters, run.start.size());
  const double more = effort(plan.problem_class);
  // Domains and cells of this size are half frozen, and forget more slowly.
  const bool slow = scheme.cuts || scheme.confined;
  const bool reachable = point.reachable && (!slow || point.rift);
  const Aim aim = aim_at(m.record, effect_of(plan.problem_class), point.z.value.value, reachable);
  run.samples = static_cast<std::int64_t>(static_cast<double>(run.samples) * more);
  run.name = m.name;
  m.cost = run.trials() / 2.5e6;
  m.measure = [=, &scheme](ResultRecord& record, Bench& bench) {
    const auto& types = run.start.types;
    const BeginChain z =
        point.rift ? static_rifts()
        : point.trial_volumes > 0
            ? trial_volumes_of(types, {.range = point.trial_volumes, .expand = false})
            : scale_distribution_of(types, point.scales);
    judge_halves_into(record, bench.chains, {scheme, run, record.seed, z}, 1, point.z, aim);
  };
  return m;
}

/// At the pressure of Z(0.60) the density of spheres becomes 0.60, from one that is two standard
/// deviations lower. A step compresses by half a volume of a sphere at most, whatever the number of
/// trials: the bodies must make room first. Volumes forget in about 200 steps.
Measurement density(const Plan& plan, const ShapeScheme& scheme, const char* kind,
                    const shapes::BoxMoves& moves) {
  const double more = effort(plan.problem_class);
  ChainRun run = run_of(
      shapes::face_centred_lattice(shapes::named_body("sphere"), 3, 0.57 * std::numbers::pi / 6),
      0.3, 600, static_cast<int>(1200 * more));
  run.steps_between = 1;
  run.parameters.box = moves;
  run.parameters.box.per_step = 2;
  run.parameters.sweeps_per_step = 2;
  run.parameters.box.pressure = 0.6 * 4.2952;
  Measurement m = blank(plan, scheme, fmt::format("density/fluid-spheres-{}", kind),
                        "density of spheres", run.parameters, run.start.size());
  run.name = m.name;
  // A density that is off by 1 % belongs to a pressure that is off by 3 %: too dear by far.
  const Aim aim = aim_at(m.record, effect_of(plan.problem_class) / 3, 0.6, false);
  m.cost = run.trials() / 1.2e6;
  m.measure = [=, &scheme](ResultRecord& record, Bench& bench) {
    judge_halves_into(
        record, bench.chains, {scheme, run, record.seed, density_of(run.start.size())}, 1,
        PublishedShapes{.value = {0.6, 0.001}, .source = "Z(0.60) = 4.2952, hoomd-validation"},
        aim);
  };
  return m;
}

std::vector<Measurement> plan_pressures(const Plan& plan) {
  const ShapeScheme& serial = serial_scheme();
  std::vector<Measurement> all;
  for (const StatePoint& point : state_points(plan.problem_class)) {
    if (!point.all_schemes) {
      all.push_back(pressure(plan, serial, point));
      continue;
    }
    for (const ShapeScheme* scheme :
         schemes_for(point.run.start, point.run.parameters, {plan.problem_class, point.cheap}))
      all.push_back(pressure(plan, *scheme, point));
  }
  all.push_back(density(plan, serial, "volume", {.max_volume = 1.5}));
  if (effort(plan.problem_class) <= 1) return all;
  all.push_back(density(plan, serial, "log-volume", {.max_log_volume = 0.008}));
  all.push_back(density(plan, serial, "length", {.max_length = 0.05}));
  return all;
}

const bool registered = register_experiment(
    {"hpmc/pressures",
     "Hard disks, spheres and truncated octahedra have the published pressures, and the density "
     "that belongs to a pressure.",
     plan_pressures});

}  // namespace
}  // namespace touchstone::validation::hpmc
