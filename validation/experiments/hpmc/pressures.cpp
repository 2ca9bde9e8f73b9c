// validation/experiments/hpmc/pressures.cpp
// Purpose   The equation of state of hard disks, spheres and truncated octahedra by the scale
//           distribution at constant volume, and the density at constant pressure.
// Source    Anderson, Irrgang, Glotzer 2016, Table 1; fluid spheres Z(0.60) and Z(0.75) of the
//           public hoomd-validation, beside it by trial volumes; Speedy, J. Phys.: Condens. Matter
//           10, 4387 (1998): the solid of hard spheres; 72 disks of
//           validation/data/hard_disk_eos.csv (event chains).
// Cost      Class S some seconds in all; ten times the samples for each larger class.
// Not here  The paper's system of 65536 disks, whose equilibration takes 10^6 sweeps and more.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "checkers/statistics/blocking.hpp"
#include "models/disks/published.hpp"
#include "models/disks/start.hpp"
#include "models/shapes/named.hpp"
#include "models/shapes/preparation.hpp"
#include "models/shapes/scale_distribution.hpp"
#include "models/shapes/volume_perturbation.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/data_files.hpp"
#include "validation/experiment.hpp"
#include "validation/experiments/hpmc/published.hpp"

namespace touchstone::validation::hpmc {
namespace {

using shapes::Configuration;
using shapes::RunParameters;
using shapes::ShapeScheme;

constexpr int kChains = 16;

struct StatePoint {
  std::string name;
  Configuration start;
  RunParameters parameters;
  Published z;  ///< beta P / rho
  std::string source;
  double resolution;  ///< in class S; nine standard errors as measured
  int equilibration;  ///< steps
  int samples;        ///< of each chain, in class S
  bool all_schemes;
  double trial_volumes = 0;  ///< range, where the pressure is read off trial volumes
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

std::vector<StatePoint> state_points(ProblemClass size) {
  std::vector<StatePoint> all;
  const auto add = [&](const std::string& name, const Configuration& start,
                       const RunParameters& parameters, const Published& z,
                       const std::string& source, double resolution, int equilibration,
                       int samples) -> StatePoint& {
    all.push_back(
        {name, start, parameters, z, source, resolution, equilibration, samples, false, 0});
    return all.back();
  };
  const disks::EquationOfState published(data_file("hard_disk_eos.csv"));
  const disks::PublishedPressure disk =
      published.best(72, 0.65, disks::parse_aspect("(1 : 1)"), "ECMC");
  const double rho = 0.65 * 4 / std::numbers::pi;
  add("72-disks-0.650", seventy_two_disks(0.65), {.max_displacement = 0.25},
      {disk.pressure.value / rho, disk.pressure.uncertainty / rho}, disk.source, 1.2, 300, 600)
      .all_schemes = true;

  const auto& sphere = shapes::named_body("sphere");
  const auto fluid = [&](const std::string& name, double density, double step, double resolution,
                         int equilibration) -> StatePoint& {
    const double packing = density * std::numbers::pi / 6;
    const auto z = published_shapes("hoomd-validation", "sphere", "Z", "NVT and NPT", packing);
    return add(name, shapes::face_centred_lattice(sphere, 4, packing), {.max_displacement = step},
               z.value, z.source, resolution, equilibration, 120);
  };
  fluid("fluid-spheres-0.60", 0.6, 0.3, 0.6, 60).all_schemes = true;
  fluid("fluid-spheres-0.75", 0.75, 0.2, 1.4, 80);

  const auto table1 = [&](const std::string& system, double packing) {
    auto p = published_shapes("Anderson, Irrgang, Glotzer 2016", system, "P*", "serial", packing);
    p.value = {p.value.value / packing, p.value.uncertainty / packing};
    return p;
  };
  const auto solid = table1("sphere", 0.6);
  add("solid-spheres-0.60", shapes::face_centred_lattice(sphere, 4, 0.6), {.max_displacement = 0.1},
      solid.value, solid.source, 1.7, 60, 120);
  if (size == ProblemClass::tiny || size == ProblemClass::S) return all;

  const auto octahedra = table1("truncated-octahedron", 0.7);
  add("solid-truncated-octahedra-0.70",
      shapes::body_centred_lattice(shapes::named_body("truncated-octahedron"), 5, 0.7),
      {.max_displacement = 0.08, .max_rotation = 0.15}, octahedra.value, octahedra.source, 3.0, 100,
      120);
  // The equation of state of the solid; 1 / N for the modes that a periodic box leaves out.
  for (const double packing : {0.56, 0.65}) {
    const auto start = shapes::face_centred_lattice(sphere, 5, packing);
    auto z = published_shapes("Speedy 1998", "sphere", "Z", "equation of state", packing);
    const double missing = z.value.value / static_cast<double>(start.size());
    z.value.uncertainty = std::hypot(z.value.uncertainty, missing);
    add(fmt::format("solid-spheres-{:.2f}", packing), start,
        {.max_displacement = packing < 0.6 ? 0.13 : 0.07}, z.value, z.source, 2.2, 60, 60);
  }
  fluid("fluid-spheres-0.60-volumes", 0.6, 0.3, 1.2, 60).trial_volumes = 0.0007;
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
  m.record.params["chains"] = kChains;
  m.record.params["domains"] = p.domains;
  m.record.params["max_displacement"] = p.max_displacement;
  return m;
}

/// One value of the observable for each chain.
template <class Observe>
Estimate over_chains(const ShapeScheme& scheme, const Configuration& start, RunParameters p,
                     std::uint64_t seed, int equilibration, Bench& bench, Observe observe) {
  std::vector<double> values;
  for (int chain = 0; chain < kChains; ++chain) {
    p.seed = seed * 1000 + static_cast<std::uint64_t>(chain);
    const auto run = scheme.start(start, p);
    run->advance(static_cast<std::uint64_t>(equilibration));
    values.push_back(observe(*run));
    bench.done(1.0 / kChains);
  }
  return estimate_independent(values);
}

Measurement pressure(const Plan& plan, const ShapeScheme& scheme, const StatePoint& point) {
  RunParameters p = point.parameters;
  p.threads = plan.threads;
  if (scheme.cuts) p.domains = {2, 2, 1};
  Measurement m = blank(plan, scheme, "pressures/" + point.name,
                        point.trial_volumes > 0 ? "beta P / rho by trial volumes" : "beta P / rho",
                        p, point.start.size());
  const double more = effort(plan.problem_class);
  // Domains of this size are half frozen, and forget more slowly.
  const double resolution = (scheme.cuts ? 2 : 1) * point.resolution / std::sqrt(more);
  m.record.params["resolution"] = resolution;
  const int samples = static_cast<int>(point.samples * more);
  m.cost = 4.0 * kChains * (point.equilibration + 2 * samples) *
           static_cast<double>(point.start.size()) / 2.5e6;
  m.measure = [=, &scheme](ResultRecord& record, Bench& bench) {
    const auto by = [&](shapes::Simulation& run, auto estimator) {
      for (int k = 0; k < samples; ++k) {
        run.advance(2);
        estimator.add(run.configuration());
      }
      return estimator.compressibility();
    };
    const auto z = [&](shapes::Simulation& run) {
      const auto& types = point.start.types;
      return point.trial_volumes > 0
                 ? by(run, shapes::VolumePerturbation(
                               types, {.range = point.trial_volumes, .expand = false}))
                 : by(run, shapes::ScaleDistribution(types));
    };
    judge_into(record,
               over_chains(scheme, point.start, p, record.seed, point.equilibration, bench, z),
               point.z, point.source, resolution);
  };
  return m;
}

/// At the pressure of Z(0.60) the density of spheres is 0.60.
Measurement density(const Plan& plan, const ShapeScheme& scheme, const char* kind,
                    const shapes::BoxMoves& moves) {
  const Configuration start =
      shapes::face_centred_lattice(shapes::named_body("sphere"), 3, 0.6 * std::numbers::pi / 6);
  RunParameters p{.max_displacement = 0.3, .threads = plan.threads, .box = moves};
  p.box.pressure = 0.6 * 4.2952;
  Measurement m = blank(plan, scheme, fmt::format("density/fluid-spheres-{}", kind),
                        "density of spheres", p, start.size());
  const double more = effort(plan.problem_class);
  const double resolution = 0.03 / std::sqrt(more);
  m.record.params["resolution"] = resolution;
  const int steps = static_cast<int>(300 * more);
  m.cost = 4.0 * kChains * (steps + 150) * static_cast<double>(start.size()) / 1.5e6;
  m.measure = [=, &scheme](ResultRecord& record, Bench& bench) {
    const auto mean_density = [&](shapes::Simulation& run) {
      double volume = 0;
      for (int k = 0; k < steps; ++k) {
        run.advance(1);
        volume += run.configuration().box.volume() / steps;
      }
      return static_cast<double>(start.size()) / volume;
    };
    judge_into(record, over_chains(scheme, start, p, record.seed, 150, bench, mean_density),
               Published{0.6, 0.001}, "Z(0.60) = 4.2952, hoomd-validation", resolution);
  };
  return m;
}

std::vector<Measurement> plan_pressures(const Plan& plan) {
  const ShapeScheme& serial = shapes::shape_scheme("hpmc/serial-tree");
  std::vector<Measurement> all;
  for (const StatePoint& point : state_points(plan.problem_class)) {
    all.push_back(pressure(plan, serial, point));
    if (point.all_schemes)
      all.push_back(pressure(plan, shapes::shape_scheme("hpmc/domains"), point));
  }
  all.push_back(density(plan, serial, "volume", {.max_volume = 15}));
  all.push_back(density(plan, serial, "log-volume", {.max_log_volume = 0.08}));
  all.push_back(density(plan, serial, "length", {.max_length = 0.3}));
  return all;
}

const bool registered = register_experiment(
    {"hpmc/pressures",
     "Hard disks, spheres and truncated octahedra have the published pressures, and the density "
     "that belongs to a pressure.",
     plan_pressures});

}  // namespace
}  // namespace touchstone::validation::hpmc
