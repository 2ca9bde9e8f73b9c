// validation/experiments/hpmc/table1.cpp
// Purpose   Table 1 of the paper: the pressures of disks, spheres and truncated octahedra, in its
//           units.
// Source    Anderson, Irrgang, Glotzer 2016, Table 1; validation/data/hpmc_pressures.csv, and
//           hard_disk_eos.csv for fewer disks.
// Classes   Bodies S, W, A, B: disks -, 870, 16384, 65536; spheres 256, 2048, 16384, 131072;
//           truncated octahedra 128, 432, 2000, 16000. Solids of fewer bodies than
//           published are held to the published value with 1 / N of it as a further uncertainty:
//           the modes that a periodic box leaves out.
// Cost      Class S about 2 s; W minutes, A hours.
// Not here  Fluid spheres of the public validation (pressures.cpp), its concave polygons.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "models/disks/published.hpp"
#include "models/disks/start.hpp"
#include "models/shapes/named.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/data_files.hpp"
#include "validation/experiments/hpmc/published.hpp"
#include "validation/experiments/hpmc/shape_chains.hpp"

namespace touchstone::validation::hpmc {
namespace {

using shapes::Configuration;

constexpr const char* kPaper = "Anderson, Irrgang, Glotzer 2016";
constexpr double kDiskPacking = 0.698;

struct Entry {
  std::string system;
  std::string mode;  ///< "serial" or "domains"
  ChainRun run;
  double unit;  ///< P* is this many beta P / rho
  PublishedShapes expected;
  double resolution;
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

/// `count` disks on as many of the places of a square lattice.
Configuration disks_in_square(int count, double packing) {
  const double side = std::sqrt(count * std::numbers::pi / 4 / packing);
  const int places = static_cast<int>(std::ceil(std::sqrt(count)));
  Configuration c{.box = shapes::Box::square(side), .types = {shapes::named_body("disk")}};
  for (int k = 0; k < count; ++k)
    c.centres.push_back({side * ((k % places + 0.5) / places - 0.5),
                         side * ((k / places + 0.5) / places - 0.5), 0});
  c.type.assign(static_cast<std::size_t>(count), 0);
  c.orientations.assign(static_cast<std::size_t>(count), {});
  return c;
}

Entry disks(int at) {
  const int count = std::array{72, 870, 16384, 65536}[static_cast<std::size_t>(at)];
  Entry entry{
      .system = "disk",
      .mode = "serial",
      .run = {.start = disks_in_square(count, kDiskPacking),
              .parameters = {.max_displacement = 0.2},
              .equilibration = std::array{600, 6000, 100000, 400000}[static_cast<std::size_t>(at)],
              .samples = std::array{1500, 2000, 5000, 20000}[static_cast<std::size_t>(at)]},
      .unit = kDiskPacking * 4 / std::numbers::pi,
      .expected = {},
      .resolution = std::array{0.5, 0.2, 0.05, 0.02}[static_cast<std::size_t>(at)]};
  if (count == 65536) {
    entry.expected = published_shapes(kPaper, "disk", "P*", "serial", kDiskPacking);
  } else {
    const disks::EquationOfState published(data_file("hard_disk_eos.csv"));
    const disks::PublishedPressure best =
        published.best(static_cast<std::size_t>(count), kDiskPacking,
                       disks::parse_aspect("(1 : 1)"), count > 1000 ? "MPMC" : "ECMC");
    entry.expected = {{best.pressure.value, best.pressure.uncertainty}, best.source, kDiskPacking};
  }
  return entry;
}

Entry solid(const std::string& system, int at) {
  const bool spheres = system == "sphere";
  const std::size_t size = static_cast<std::size_t>(at);
  const int cells = spheres ? std::array{4, 8, 16, 32}[size] : std::array{4, 6, 10, 20}[size];
  Entry entry{.system = system,
              .mode = "serial",
              .run = {},
              .unit = spheres ? 0.6 : 0.7,
              .expected = {},
              .resolution = 0};
  entry.expected = published_shapes(kPaper, system, "P*", "serial", entry.unit);
  const shapes::Body& body = shapes::named_body(system);
  entry.run.start = spheres ? shapes::face_centred_lattice(body, cells, entry.unit)
                            : shapes::body_centred_lattice(body, cells, entry.unit);
  entry.run.parameters =
      spheres ? shapes::RunParameters{.max_displacement = 0.1}
              : shapes::RunParameters{.max_displacement = 0.08, .max_rotation = 0.15};
  entry.run.equilibration = std::array{30, 300, 1000, 5000}[size];
  entry.run.samples =
      spheres ? std::array{40, 200, 500, 2000}[size] : std::array{25, 300, 1000, 4000}[size];
  entry.resolution =
      spheres ? std::array{1.5, 0.25, 0.06, 0.02}[size] : std::array{5.0, 1.0, 0.25, 0.1}[size];
  entry.expected.value.uncertainty = std::hypot(
      entry.expected.value.uncertainty,
      at == 3 ? 0 : entry.expected.value.value / static_cast<double>(entry.run.start.size()));
  return entry;
}

Measurement measurement(const Plan& plan, const Entry& entry) {
  const bool domains = entry.mode == "domains";
  const shapes::ShapeScheme& scheme =
      shapes::shape_scheme(domains ? "hpmc/domains" : "hpmc/serial-tree");
  Measurement m;
  m.name = fmt::format("hpmc/table-1/{}{}", entry.system, domains ? "-domains" : "");
  m.record = blank_record(plan, "hpmc", "pressure in the unit of Table 1");
  m.record.scheme = scheme.info.name;
  m.record.backend = scheme.info.backend;
  m.record.threads = plan.threads;
  m.record.params["case"] = "table-1/" + entry.system;
  m.record.params["system"] = entry.system;
  m.record.params["bodies"] = entry.run.start.size();
  m.record.params["packing"] = entry.expected.packing;
  m.record.params["chains"] = kShapeChains;
  m.record.params["domains"] = entry.run.parameters.domains;
  m.record.params["sweeps"] = 4 * entry.run.samples * entry.run.steps_between;
  m.record.params["resolution"] = entry.resolution;
  m.cost = entry.run.trials() / 1.5e6;
  m.measure = [=, &scheme](ResultRecord& record, Bench& bench) {
    Estimate z = over_chains(scheme, entry.run, record.seed, bench, 1,
                             scale_distribution_of(entry.run.start.types));
    z.mean *= entry.unit;
    z.standard_error *= entry.unit;
    judge_into(record, z, entry.expected.value, entry.expected.source, entry.resolution);
  };
  return m;
}

std::vector<Measurement> plan_table1(const Plan& plan) {
  const int at = level(plan.problem_class);
  std::vector<Entry> entries{solid("sphere", at), solid("truncated-octahedron", at)};
  if (at > 0) {
    entries.push_back(disks(at));
    // In small systems most bodies would be frozen.
    Entry cut = solid("sphere", at);
    cut.mode = "domains";
    cut.run.parameters.domains = {2, 2, 1};
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
