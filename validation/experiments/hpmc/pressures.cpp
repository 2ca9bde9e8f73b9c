// validation/experiments/hpmc/pressures.cpp
// Purpose   The equation of state of hard disks, spheres and truncated octahedra by the scale
//           distribution at constant volume, and the density at constant pressure.
// Source    Anderson, Irrgang, Glotzer 2016, Table 1 (solid spheres 9.3135(4), truncated octahedra
//           13.8975(17), beta P v0); fluid spheres Z(0.60) = 4.2952 and Z(0.75) = 6.6566 of the
//           public hoomd-validation; 72 disks of validation/data/hard_disk_eos.csv (event chains).
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
#include "validation/chain_estimates.hpp"
#include "validation/data_files.hpp"
#include "validation/experiment.hpp"

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
  const disks::EquationOfState published(data_file("hard_disk_eos.csv"));
  const disks::PublishedPressure disk =
      published.best(72, 0.65, disks::parse_aspect("(1 : 1)"), "ECMC");
  const double rho = 0.65 * 4 / std::numbers::pi;
  const auto& sphere = shapes::named_body("sphere");
  const auto fluid = [&](double density) {
    return shapes::face_centred_lattice(sphere, 4, density * std::numbers::pi / 6);
  };
  std::vector<StatePoint> all{{"72-disks-0.650",
                               seventy_two_disks(0.65),
                               {.max_displacement = 0.25},
                               {disk.pressure.value / rho, disk.pressure.uncertainty / rho},
                               disk.source,
                               1.2,
                               300,
                               600,
                               true},
                              {"fluid-spheres-0.60",
                               fluid(0.6),
                               {.max_displacement = 0.3},
                               {4.2952, 0.004},
                               "hoomd-validation, N = 1331",
                               0.6,
                               60,
                               120,
                               true},
                              {"fluid-spheres-0.75",
                               fluid(0.75),
                               {.max_displacement = 0.2},
                               {6.6566, 0.01},
                               "hoomd-validation, N = 1331",
                               1.4,
                               80,
                               120,
                               false},
                              {"solid-spheres-0.60",
                               shapes::face_centred_lattice(sphere, 4, 0.6),
                               {.max_displacement = 0.1},
                               {9.3135 / 0.6, 0.0002 / 0.6},
                               "Anderson, Irrgang, Glotzer 2016, Table 1, N = 131072",
                               1.7,
                               60,
                               120,
                               false}};
  if (size != ProblemClass::tiny && size != ProblemClass::S)
    all.push_back({"solid-truncated-octahedra-0.70",
                   shapes::body_centred_lattice(shapes::named_body("truncated-octahedron"), 5, 0.7),
                   {.max_displacement = 0.08, .max_rotation = 0.15},
                   {13.8975 / 0.7, 0.00085 / 0.7},
                   "Anderson, Irrgang, Glotzer 2016, Table 1, N = 16000",
                   3.0,
                   100,
                   120,
                   false});
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
  Measurement m =
      blank(plan, scheme, "pressures/" + point.name, "beta P / rho", p, point.start.size());
  const double more = effort(plan.problem_class);
  // Domains of this size are half frozen, and forget more slowly.
  const double resolution = (scheme.cuts ? 2 : 1) * point.resolution / std::sqrt(more);
  m.record.params["resolution"] = resolution;
  const int samples = static_cast<int>(point.samples * more);
  m.cost = 4.0 * kChains * (point.equilibration + 2 * samples) *
           static_cast<double>(point.start.size()) / 2.5e6;
  m.measure = [=, &scheme](ResultRecord& record, Bench& bench) {
    const auto z = [&](shapes::Simulation& run) {
      shapes::ScaleDistribution distribution(point.start.types);
      for (int k = 0; k < samples; ++k) {
        run.advance(2);
        distribution.add(run.configuration());
      }
      return distribution.compressibility();
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
