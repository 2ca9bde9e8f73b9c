// optimized/cmc/mpi/main.cpp
// Purpose   touchstone_cmc_mpi: Henon's step on processes. Evolves a cluster, drawn or read from a
//           file, and, if asked to, writes snapshots and compares its stars with the serial
//           emulation of the same ranks, bit for bit.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 3.7.
// Not here  The step (henon_rank.hpp), messages (optimized/core/mpi/mpi_transport.hpp).
#define OMPI_SKIP_MPICXX 1  // the interface for C only
#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "models/cmc/binary_formation.hpp"
#include "models/cmc/binary_meetings.hpp"
#include "models/cmc/cluster_start.hpp"
#include "models/cmc/collisions.hpp"
#include "models/cmc/energy_change.hpp"
#include "models/cmc/registry.hpp"
#include "models/core/errors.hpp"
#include "optimized/cmc/mpi/served.hpp"
#include "optimized/cmc/mpi/snapshots.hpp"
#include "optimized/cmc/ranks/henon_rank.hpp"
#include "optimized/core/mpi/compared.hpp"
#include "optimized/core/mpi/main_on_ranks.hpp"
#include "optimized/core/mpi/mpi_transport.hpp"
#include "optimized/core/mpi/served.hpp"
#include "optimized/core/mpi/written.hpp"

namespace touchstone::optimized {
namespace {

/// MPI counts in int: a run is refused before any count could be larger.
constexpr std::size_t kMostStars = 100'000'000;

struct Options {
  std::size_t stars = 1000;
  cluster::ClusterStart start = {};
  cluster::BinaryWords binaries = {};
  std::string scattering = cluster::BinaryPopulation{}.scattering;
  int steps = 10;
  std::string start_file = {};
  std::string configurations = {};
  int every = 0;  ///< steps between two snapshots; 0: the start and the end alone
  Compared compared = {};
  Served served = {};
  bool sliding = false, pairs = false;
  std::string tide = "none", mass_loss = {}, collisions = "none", formation = "none";
  cluster::ClusterParameters parameters = {};
};

/// Whether the serial emulation ends with the same bits.
bool equals_reference(const Options& options, const cluster::Stars& start,
                      const cluster::Stars& found, const std::vector<cluster::Binary>& binaries,
                      const cluster::StepReport& report) {
  const auto expected = cluster::cluster_scheme("cmc/reference").start(start, options.parameters);
  for (int step = 0; step < options.steps; ++step) expected->step();
  const cluster::StepReport other = expected->report();
  return expected->stars() == found && expected->binaries() == binaries &&
         other.meetings == report.meetings && other.internal_energy == report.internal_energy &&
         other.moved_energy == report.moved_energy && other.time == report.time &&
         other.kinetic == report.kinetic && other.potential == report.potential &&
         other.escaped_energy == report.escaped_energy &&
         other.unplaced_energy == report.unplaced_energy && other.trials == report.trials &&
         other.collided_energy == report.collided_energy &&
         other.lost_energy == report.lost_energy && other.tidal_radius == report.tidal_radius;
}

/// The start, and the binaries of the run.
cluster::Stars start_of(Options& options) {
  const bool read = !options.start_file.empty();
  cluster::Stars start;
  cluster::BinaryPopulation population{.scattering = options.scattering};
  if (read) start = last_snapshot(options.start_file);
  const std::size_t stars = read ? start.size() : options.stars;
  if (stars > kMostStars)
    throw input_error(read ? "--from" : "--stars", "number of stars",
                      fmt::format("at most {}", kMostStars), fmt::format("{}", stars));
  if (!read) {
    const cluster::ClusterOfBinaries drawn = cluster::BinaryStartSampler(
        options.start, options.binaries)(stars, options.parameters.seed);
    start = drawn.stars;
    population.binaries = drawn.binaries;
  }
  if (!population.binaries.empty() || options.parameters.formation)
    options.parameters.binaries = std::make_shared<const cluster::BinaryPopulation>(population);
  require_runnable(start, options.parameters);
  return start;
}

/// Which stars are left, and whether there is a bin of them for each rank, all ranks know.
void make_step(HenonRank& rank) {
  alike_on_all_ranks(
      fmt::format("step {}: too few stars are left for the ranks", rank.report().step + 1),
      [&] { rank.step(); });
}

ExitCode run(Options options) {
  if (const auto code = options.served.run("cmc", description_of_stars(), serve_stars))
    return *code;
  const std::unique_ptr<Transport> transport = mpi_transport();
  options.compared.prepare();
  options.parameters.ranks = transport->ranks();
  on_all_ranks([&] {
    options.parameters.tide.criterion = cluster::tide_criterion(options.tide);
    options.parameters.collisions = cluster::collisions_of(options.collisions);
    options.parameters.formation = cluster::formation_of(options.formation);
  });
  if (options.pairs) options.parameters.pair_masses = cluster::PairMasses::any;
  if (!options.mass_loss.empty())
    options.parameters.mass_loss =
        std::make_shared<const cluster::MassTable>(cluster::MassTable::of_file(options.mass_loss));
  if (options.sliding) options.parameters.timestep = cluster::TimestepScheme::sliding;
  cluster::Stars start;
  on_all_ranks([&] { start = start_of(options); });
  auto file = written_by_rank_0("--configurations", options.configurations);
  HenonRank rank(start, options.parameters, *transport);
  const cluster::StepReport begun = rank.report();
  if (file) file->add(snapshot_text(start, start, rank.report()));
  const int every = options.every > 0 ? options.every : options.steps;
  double seconds = 0;
  std::uint64_t bytes = 0;
  cluster::Stars stars;
  for (int done = 0; done < options.steps;) {
    const int some = std::min(every, options.steps - done);
    const std::uint64_t sent = rank.work().traffic.total_bytes();
    const double before = MPI_Wtime();
    for (int step = 0; step < some; ++step) make_step(rank);
    seconds += MPI_Wtime() - before;
    bytes += rank.work().traffic.total_bytes() - sent;
    stars = rank.all_stars();
    done += some;
    if (file) file->add(snapshot_text(start, stars, rank.report()));
  }
  if (transport->rank() != 0) return ExitCode::pass;
  const cluster::StepReport& report = rank.report();
  fmt::print("{} stars, {} ranks, {} steps: time {:.17g}, energy {:.17g}, {} stars are left\n",
             start.size(), transport->ranks(), options.steps, report.time, report.total_energy(),
             report.stars);
  fmt::print("{:.4f} s per step, {} bytes sent by rank 0\n", seconds / options.steps, bytes);
  const cluster::ClusterParameters& p = options.parameters;
  if (!p.mass_loss && !p.binaries && !p.collisions)
    fmt::print("{}\n", cluster::energy_change(start, begun, stars, report).text());
  if (options.parameters.binaries)
    fmt::print(
        "{} of {} binaries are left after {} meetings ({} of two binaries), {} exchanges and {} "
        "ionised\n",
        rank.binaries().size(),
        options.parameters.binaries->binaries.size() + report.meetings.formed, report.meetings.all,
        report.meetings.of_binaries, report.meetings.exchanges, report.meetings.ionised);
  if (options.parameters.formation)
    fmt::print("{} binaries have formed of three single stars each\n", report.meetings.formed);
  if (options.parameters.collisions)
    fmt::print("{} stars are gone after collisions, which took the energy {:.17g}\n",
               report.meetings.collisions, report.collided_energy);
  if (!options.compared.wanted) return ExitCode::pass;
  return options.compared.told("cmc", transport->ranks(),
                               equals_reference(options, start, stars, rank.binaries(), report));
}

}  // namespace
}  // namespace touchstone::optimized

int main(int argc, char** argv) {
  using touchstone::ExitCode;
  touchstone::optimized::Options options;
  CLI::App app("Henon Monte Carlo of a star cluster on MPI ranks");
  app.footer("Example:\n  mpirun -np 4 touchstone_cmc_mpi --stars 10000 --steps 20 --compare");
  using touchstone::cluster::kMassesText, touchstone::cluster::kStartText;
  auto* stars = app.add_option("--stars", options.stars, "Number of stars")->capture_default_str();
  auto* model = app.add_option("--start", options.start.model, kStartText)->capture_default_str();
  auto* masses =
      app.add_option("--masses", options.start.masses, kMassesText)->capture_default_str();
  auto* binaries =
      app.add_option("--binaries", options.binaries.fraction, "Part of the stars that are binaries")
          ->capture_default_str();
  app.add_option("--axes", options.binaries.axes, touchstone::cluster::kAxesText)
      ->capture_default_str()
      ->needs(binaries);
  app.add_option("--eccentricities", options.binaries.eccentricities,
                 touchstone::cluster::kEccentricitiesText)
      ->capture_default_str()
      ->needs(binaries);
  auto* scattering =
      app.add_option(
             "--scattering", options.scattering,
             "Scheme that follows meetings of binaries: cmc/scattering-portable, -avx2, -avx512")
          ->capture_default_str();
  auto* collisions =
      app.add_option("--collisions", options.collisions, touchstone::cluster::kCollisionsText)
          ->capture_default_str();
  auto* formation =
      app.add_option("--formation", options.formation, touchstone::cluster::kFormationText)
          ->capture_default_str();
  app.add_option("--from", options.start_file,
                 "Start from the last snapshot of a file that judge reads, which all ranks see")
      ->excludes(stars, model, masses, binaries);
  auto* configurations = app.add_option("--configurations", options.configurations,
                                        "Write snapshots to this file, of start and end, and")
                             // which have no binaries, and book merged stars as some that left
                             ->excludes(binaries, collisions, formation);
  app.add_option("--every", options.every, "after every so many steps")
      ->check(CLI::Range(1, 1'000'000))
      ->needs(configurations);
  app.add_option("--steps", options.steps, "Time steps")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--seed", options.parameters.seed, "Seed of start and streams")
      ->capture_default_str();
  app.add_option("--theta-max", options.parameters.theta_max, "Largest deflection, radians")
      ->capture_default_str();
  app.add_flag("--sliding", options.sliding, "Time steps by sliding averages");
  app.add_flag("--pairs", options.pairs, "Time steps for pairs of any two masses (equation 7)");
  auto* tide =
      app.add_option("--tide", options.tide, touchstone::cluster::kTideText)->capture_default_str();
  app.add_option("--tidal-radius", options.parameters.tide.radius,
                 "Tidal radius of the start, in N-body units; it falls with the mass")
      ->needs(tide);
  app.add_option("--mass-loss", options.mass_loss,
                 "File with the columns time and share: what is left of each star's mass");
  options.compared.add_options(app);
  options.served.add_options(app);
  app.callback([&] {
    if (scattering->count() > 0 && binaries->count() + formation->count() == 0)
      throw CLI::RequiresError("--scattering", "--binaries or --formation");
  });
  return touchstone::optimized::main_on_ranks(app, argc, argv,
                                              [&] { return touchstone::optimized::run(options); });
}
