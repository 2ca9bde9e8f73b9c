// optimized/hpmc/mpi/main.cpp
// Purpose   touchstone_hpmc_mpi: hard shapes in domains on processes. Runs a lattice of one body
//           or the bodies of a file and, if asked to, writes configurations and compares the
//           bodies with the serial emulation, bit for bit.
// Source    Anderson, Irrgang, Glotzer, Comput. Phys. Commun. 204, 21 (2016), section 3.4.
// Not here  The step (rank_run_kernel.hpp), messages (optimized/core/mpi/mpi_transport.hpp).
#define OMPI_SKIP_MPICXX 1  // the interface for C only
#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "models/core/errors.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "optimized/core/mpi/compared.hpp"
#include "optimized/core/mpi/main_on_ranks.hpp"
#include "optimized/core/mpi/mpi_transport.hpp"
#include "optimized/core/mpi/served.hpp"
#include "optimized/core/mpi/written.hpp"
#include "optimized/hpmc/mpi/frames.hpp"
#include "optimized/hpmc/mpi/served.hpp"
#include "optimized/hpmc/ranks/rank_run_kernel.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Configuration;

/// All bodies come to rank 0 in one message, which MPI counts in int.
constexpr std::size_t kMostBodies = 29'000'000;

struct Options {
  std::string body = "pentagon";
  int along = 16;
  double packing = 0.5;
  int steps = 10;
  std::string start_file = {};
  trajectories::Assumed assumed = {};
  std::string configurations = {};
  int every = 0;  ///< steps between two of them; 0: one at the end
  std::vector<int> domains = {};
  Compared compared = {};
  Served served = {};
  shapes::RunParameters parameters = {.max_displacement = 0.15, .max_rotation = 0.5};
};

Configuration start_of(const Options& options) {
  const bool read = !options.start_file.empty();
  const Configuration start = read ? last_frame(options.start_file, options.assumed)
                                   : shapes::simple_lattice(shapes::named_body(options.body),
                                                            options.along, options.packing);
  if (start.size() > kMostBodies)
    throw input_error(read ? "--from" : "--along", "number of bodies",
                      fmt::format("at most {}", kMostBodies), fmt::format("{}", start.size()));
  return start;
}

/// Domains as asked for, or one for each rank, with the largest active part.
std::array<int, 3> domains_of(const Options& options, const Configuration& start, int ranks) {
  if (options.domains.empty()) return domains_for(start.box, largest_diameter(start), ranks);
  return {options.domains[0], options.domains[1], options.domains[2]};
}

/// Whether the reference ends with the same bits, bodies and trial moves.
bool equals_reference(const Options& options, const Configuration& start,
                      const Configuration& found, std::uint64_t trials) {
  const auto expected =
      shapes::shape_scheme("hpmc/metropolis-reference").start(start, options.parameters);
  expected->advance(static_cast<std::uint64_t>(options.steps));
  const Configuration right = expected->configuration();
  return right.centres == found.centres && right.orientations == found.orientations &&
         right.box == found.box && expected->stats().of_bodies().trials == trials;
}

template <class PairTest>
ExitCode run_with(const Options& options, const Configuration& start, Transport& transport) {
  auto file = written_by_rank_0("--configurations", options.configurations);
  RankRun<PairTest> rank(start, options.parameters, transport);
  const auto gathered = [&] {
    Parcel own;
    for (const Parcel& part : rank.bodies()) own.insert(own.end(), part.begin(), part.end());
    return in_order_of_tags(transport.gather(own), rank.box(), start.types);
  };
  const int every = options.every > 0 ? options.every : options.steps;
  double seconds = 0;
  Configuration found;
  for (int done = 0; done < options.steps;) {
    const int some = std::min(every, options.steps - done);
    const double before = MPI_Wtime();
    rank.advance(static_cast<std::uint64_t>(some));
    seconds += MPI_Wtime() - before;
    found = gathered();
    done += some;
    if (file) file->add(frame_text(found, static_cast<std::uint64_t>(done)));
  }
  const std::uint64_t trials = transport.sum(rank.stats().of_bodies().trials);
  if (transport.rank() != 0) return ExitCode::pass;
  const auto& n = options.parameters.domains;
  const shapes::RankWork work = rank.work();
  fmt::print("{} bodies, {} ranks, {} x {} x {} domains, {} steps: {} trial moves\n", start.size(),
             transport.ranks(), n[0], n[1], n[2], options.steps, trials);
  fmt::print(
      "{:.4g} trial moves per second; rank 0 sent {} bytes of migrants and {} of ghosts in {} "
      "messages\n",
      static_cast<double>(trials) / seconds, work.migrant_bytes, work.ghost_bytes, work.messages);
  if (!options.compared.wanted) return ExitCode::pass;
  return options.compared.told("hpmc", transport.ranks(),
                               equals_reference(options, start, found, trials));
}

ExitCode run(Options options) {
  if (const auto code = options.served.run("hpmc", description_of_shapes(), serve_shapes))
    return *code;
  const std::unique_ptr<Transport> transport = mpi_transport();
  options.compared.prepare();
  Configuration start;
  bool round = false;
  on_all_ranks([&] {
    start = start_of(options);
    options.parameters.ranks = static_cast<int>(transport->ranks());
    options.parameters.domains = domains_of(options, start, options.parameters.ranks);
    round = RoundTest::takes(start);
    if (round)
      require_startable_by_ranks<RoundTest>(start, options.parameters);
    else
      require_startable_by_ranks<ScreenedTest>(start, options.parameters);
  });
  return round ? run_with<RoundTest>(options, start, *transport)
               : run_with<ScreenedTest>(options, start, *transport);
}

}  // namespace
}  // namespace touchstone::optimized

int main(int argc, char** argv) {
  using touchstone::ExitCode;
  touchstone::optimized::Options options;
  auto& parameters = options.parameters;
  CLI::App app("Monte Carlo of hard shapes on MPI ranks");
  app.footer(
      "Example:\n  mpirun -np 4 touchstone_hpmc_mpi --body pentagon --along 64 --steps 100\n"
      "Streams are keyed by body and domain: with the same --domains any number of ranks ends with "
      "the same bits.");
  auto* body = app.add_option("--body", options.body, "A named body")->capture_default_str();
  auto* along =
      app.add_option("--along", options.along, "Bodies along each direction of the lattice")
          ->check(CLI::Range(1, 10000))
          ->capture_default_str();
  auto* packing =
      app.add_option("--packing", options.packing, "Packing fraction")->capture_default_str();
  auto* start = app.add_option("--from", options.start_file,
                               "Start from the last frame of a file that judge reads, which all "
                               "ranks see (extended XYZ, GSD, columns)")
                    ->excludes(body)
                    ->excludes(along)
                    ->excludes(packing);
  app.add_option("--diameter", options.assumed.diameter,
                 "Diameter of disks or balls where that file has no shapes")
      ->needs(start);
  app.add_option("--box", options.assumed.box, "W,H or W,H,D, where that file is columns")
      ->needs(start);
  auto* configurations =
      app.add_option("--configurations", options.configurations,
                     "Write the bodies to this file (extended XYZ), at the end or");
  app.add_option("--every", options.every, "after every so many steps")
      ->check(CLI::Range(1, 1'000'000'000))
      ->needs(configurations);
  app.add_option("--steps", options.steps, "Steps")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
  app.add_option("--sweeps-per-step", parameters.sweeps_per_step, "Sweeps in each step")
      ->capture_default_str();
  app.add_option("--max-displacement", parameters.max_displacement, "Largest translation")
      ->capture_default_str();
  app.add_option("--max-rotation", parameters.max_rotation, "Largest rotation, radians")
      ->capture_default_str();
  app.add_option("--pressure", parameters.box.pressure, "beta P, with --max-length");
  app.add_option("--max-length", parameters.box.max_length, "Largest change of an edge of the box");
  app.add_option("--domains", options.domains,
                 "Along x, y, z; without: one for each rank, with the largest active part")
      ->expected(3);
  app.add_option("--threads", parameters.threads, "Threads of each rank")->capture_default_str();
  app.add_option("--seed", parameters.seed, "Seed")->capture_default_str();
  options.compared.add_options(app);
  options.served.add_options(app);
  return touchstone::optimized::main_on_ranks(app, argc, argv,
                                              [&] { return touchstone::optimized::run(options); });
}
