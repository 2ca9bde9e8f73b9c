// validation/experiments/hpmc/table1.cpp
// Purpose   Table 1 of the paper: the pressures of disks, spheres and truncated octahedra, in its
//           units.
// Source    Anderson, Irrgang, Glotzer 2016, Table 1; validation/data/hpmc_pressures.csv, and
//           hard_disk_eos.csv for fewer disks.
// Method    Spheres and disks: histograms of all pairs in the scale range, not of the first contact
//           alone: the same value at 0 with half the error (2048 spheres, 32000 samples: 9.315(5)
//           by kAllPairs, 9.306(8) by the paper's, 9.309(5) by degree 8 in a range of 0.08).
//           Octahedra: the paper's. Solids begin as perfect lattices, whose pressure is too low:
//           400 sweeps leave octahedra at 13.71(3) to 13.76(4) by every estimator, 4000 at
//           13.88(4).
//           Disks begin where event chains have brought a lattice (even chains) and a compressed
//           random state (odd chains); 8000 liftings of each of 870 disks and 1200 of 16384 leave
//           these two apart by several standard errors, 80000 of each of 870 do not.
// Classes   Bodies S, W, A, B: disks -, 870, 16384, 65536; spheres 256, 6912, 16384,
//           131072; truncated octahedra 128, 2000, 8192, 16000. Solids of fewer bodies than
//           published are held to the published value with 1 / N of it as a further uncertainty:
//           the modes that a periodic box leaves out.
// Cost      Class S about 3 s; W an hour of one core; A and B were not run.
// Not here  Fluid spheres of the public validation (pressures.cpp), its concave polygons
//           (c_polygons.cpp).
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "models/disks/published.hpp"
#include "models/disks/start.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/data_files.hpp"
#include "validation/experiments/hpmc/disk_starts.hpp"
#include "validation/experiments/hpmc/published.hpp"
#include "validation/experiments/hpmc/schemes.hpp"
#include "validation/experiments/hpmc/shape_chains.hpp"

namespace touchstone::validation::hpmc {
namespace {

using shapes::Configuration;

constexpr const char* kPaper = "Anderson, Irrgang, Glotzer 2016";
constexpr double kDiskPacking = 0.698;

struct Entry {
  std::string system;
  std::string name;  ///< name of the measurement
  const shapes::ShapeScheme* scheme = &serial_scheme();
  ChainRun run;
  double unit;  ///< P* is this many beta P / rho
  PublishedShapes expected;
  bool reachable = true;  ///< class S sees its effect
  shapes::ScaleParameters scales = shapes::kAllPairs;
  double move = 0, sample = 0;  ///< seconds for each body, as measured

  double seconds() const {
    return kShapeChains * static_cast<double>(run.start.size()) *
           (run.parameters.sweeps_per_step * static_cast<double>(run.steps()) * move +
            static_cast<double>(run.samples) * sample);
  }
};

int level(ProblemClass size) {
  switch (size) {
    case ProblemClass::tiny:
    case ProblemClass::S:
      return 0;
    case ProblemClass::W:
      return 1;
    case ProblemClass::A:
      return 2;
    default:
      return 3;
  }
}

struct DiskEffort {
  int count;
  int chain_sweeps;  ///< sweeps of event chains before
  int equilibration;
  int samples;
};

Entry disks(const DiskEffort& effort) {
  const auto count = static_cast<std::size_t>(effort.count);
  Entry entry{
      .system = "disk",
      .name = effort.count == 16384 ? "disk-16384" : "disk",
      .run = {.start = {.box = shapes::Box::square(disks::box_for(count, kDiskPacking).width),
                        .types = {shapes::named_body("disk")}},
              .parameters = {.max_displacement = 0.15},
              .equilibration = effort.equilibration,
              .samples = effort.samples,
              .steps_between = 10},
      .unit = kDiskPacking * 4 / std::numbers::pi,
      .expected = {},
      .move = 0.25e-6,
      .sample = 1e-6};
  entry.run.start.centres.resize(count);
  entry.run.prepare = [=](std::size_t chain, std::uint64_t seed) {
    return disks_after_chains(count, kDiskPacking, static_cast<std::uint64_t>(effort.chain_sweeps),
                              chain % 2 == 0, seed);
  };
  if (count == 65536) {
    entry.expected = published_shapes(kPaper, "disk", "P*", "serial", kDiskPacking);
  } else {
    const disks::EquationOfState published(data_file("hard_disk_eos.csv"));
    const disks::PublishedPressure best = published.best(
        count, kDiskPacking, disks::parse_aspect("(1 : 1)"), count > 1000 ? "MPMC" : "ECMC");
    entry.expected = {{best.pressure.value, best.pressure.uncertainty}, best.source, kDiskPacking};
  }
  return entry;
}

Entry solid(const std::string& system, int at) {
  const bool spheres = system == "sphere";
  const std::size_t size = static_cast<std::size_t>(at);
  const int cells = spheres ? std::array{6, 12, 16, 32}[size] : std::array{4, 10, 16, 20}[size];
  Entry entry{.system = system,
              .name = system,
              .run = {},
              .unit = spheres ? 0.6 : 0.7,
              .expected = {},
              .move = spheres ? 0.35e-6 : 3e-6,
              .sample = spheres ? 2.4e-6 : 20e-6};
  entry.expected = published_shapes(kPaper, system, "P*", "serial", entry.unit);
  const shapes::Body& body = shapes::named_body(system);
  entry.run.start = spheres ? shapes::face_centred_lattice(body, cells, entry.unit)
                            : shapes::body_centred_lattice(body, cells, entry.unit);
  entry.run.parameters =
      spheres ? shapes::RunParameters{.max_displacement = 0.08}
              : shapes::RunParameters{.max_displacement = 0.08, .max_rotation = 0.15};
  if (!spheres) entry.scales = {};
  entry.run.equilibration =
      spheres ? std::array{50, 1000, 2000, 5000}[size] : std::array{100, 1000, 3000, 10000}[size];
  entry.run.steps_between = spheres ? 1 : 2;
  entry.run.samples =
      spheres ? std::array{60, 2000, 5000, 10000}[size] : std::array{30, 480, 1000, 4000}[size];
  entry.reachable = spheres || at > 0;
  if (at < 3) entry.expected.allow_missing_modes(entry.run.start.size());
  return entry;
}

Measurement measurement(const Plan& plan, const Entry& entry) {
  const shapes::ShapeScheme& scheme = *entry.scheme;
  Measurement m;
  m.name = "hpmc/table-1/" + entry.name;
  m.record = blank_record(plan, "hpmc", "pressure in the unit of Table 1");
  m.record.scheme = scheme.info.name;
  m.record.backend = scheme.info.backend;
  m.record.threads = plan.threads;
  m.record.params["case"] = "table-1/" + entry.name;
  m.record.params["system"] = entry.system;
  m.record.params["bodies"] = entry.run.start.size();
  m.record.params["packing"] = entry.expected.packing;
  m.record.params["chains"] = kShapeChains;
  m.record.params["domains"] = entry.run.parameters.domains;
  m.record.params["sweeps"] =
      entry.run.parameters.sweeps_per_step * entry.run.samples * entry.run.steps_between;
  const Aim aim =
      aim_at(m.record, effect_of(plan.problem_class), entry.expected.value.value, entry.reachable);
  m.cost = entry.seconds();
  ChainRun run = entry.run;
  run.name = m.name;
  m.measure = [=, &scheme](ResultRecord& record, Bench& bench) {
    judge_halves_into(
        record, bench.chains,
        {scheme, run, record.seed, scale_distribution_of(run.start.types, entry.scales)},
        entry.unit, entry.expected, aim);
  };
  return m;
}

std::vector<DiskEffort> disk_efforts(int at) {
  switch (at) {
    case 0:
      return {};
    case 1:
      return {{870, 10000, 100, 4000}};
    case 2:
      return {{16384, 50000, 1000, 10000}};
    default:
      return {{65536, 200000, 5000, 50000}};
  }
}

std::vector<Measurement> plan_table1(const Plan& plan) {
  const int at = level(plan.problem_class);
  std::vector<Entry> entries{solid("sphere", at), solid("truncated-octahedron", at)};
  for (const DiskEffort& effort : disk_efforts(at)) entries.push_back(disks(effort));
  if (at > 0) {
    // Most bodies would be frozen in small systems.
    Entry cut = solid("sphere", at);
    cut.name = "sphere-domains";
    cut.scheme = &domain_scheme();
    cut.run.parameters.domains = {2, 2, 1};
    cut.run.samples /= 8;
    cut.reachable = false;
    entries.push_back(cut);
  }
  std::vector<Measurement> all;
  for (const Entry& entry : entries) all.push_back(measurement(plan, entry));
  return all;
}

const bool registered = register_experiment(
    {"hpmc/table-1",
     "Disks, spheres and truncated octahedra have the pressures of the paper's Table 1.",
     plan_table1});

}  // namespace
}  // namespace touchstone::validation::hpmc
