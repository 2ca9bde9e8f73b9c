// optimized/cmc/mpi/main.cpp
// Purpose   touchstone_cmc_mpi: Henon's step on processes. Evolves a Plummer model and, if asked
//           to, compares its stars with the serial emulation of the same ranks, bit for bit.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 3.7.
// Not here  The step (henon_rank.hpp).
#define OMPI_SKIP_MPICXX 1  // the interface for C only
#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <numeric>

#include "models/cluster/plummer.hpp"
#include "models/cluster/registry.hpp"
#include "models/core/errors.hpp"
#include "optimized/cmc/ranks/henon_rank.hpp"
#include "optimized/core/mpi/main_on_ranks.hpp"

namespace touchstone::optimized {
namespace {

using cluster::Operation;
using Numbers = std::vector<int>;

/// MPI counts in int: a run is refused before any count could be larger.
constexpr std::size_t kMostStars = 100'000'000;

Numbers starts(const Numbers& counts) {
  Numbers first(counts.size(), 0);
  std::partial_sum(counts.begin(), counts.end() - 1, first.begin() + 1);
  return first;
}

int total(const Numbers& counts) { return std::accumulate(counts.begin(), counts.end(), 0); }

/// Errors of MPI end the run (its default error handler).
class MpiExchange final : public Exchange {
 public:
  std::size_t rank() const override { return number(MPI_Comm_rank); }
  std::size_t ranks() const override { return number(MPI_Comm_size); }

  std::vector<double> all_gather(std::span<const double> own) override {
    const Numbers counts = counts_of_all(own.size());
    const Numbers first = starts(counts);
    std::vector<double> all(static_cast<std::size_t>(total(counts)));
    MPI_Allgatherv(own.data(), static_cast<int>(own.size()), MPI_DOUBLE, all.data(), counts.data(),
                   first.data(), MPI_DOUBLE, MPI_COMM_WORLD);
    sent(Operation::all_gather, own.size() * (ranks() - 1));
    return all;
  }

  std::vector<double> gather(std::span<const double> own) override {
    const Numbers counts = counts_of_all(own.size());
    const Numbers first = starts(counts);
    std::vector<double> all(rank() == 0 ? static_cast<std::size_t>(total(counts)) : 0);
    MPI_Gatherv(own.data(), static_cast<int>(own.size()), MPI_DOUBLE, all.data(), counts.data(),
                first.data(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    sent(Operation::gather, rank() > 0 ? own.size() : 0);
    return all;
  }

  std::vector<double> broadcast(std::vector<double> at_root) override {
    auto size = static_cast<int>(at_root.size());
    MPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
    at_root.resize(static_cast<std::size_t>(size));
    MPI_Bcast(at_root.data(), size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    sent(Operation::broadcast, rank() == 0 ? at_root.size() * (ranks() - 1) : 0);
    return at_root;
  }

  std::vector<double> all_to_all(std::span<const double> own, const Counts& counts) override {
    const Numbers out(counts.begin(), counts.end());
    Numbers in(out.size());
    MPI_Alltoall(out.data(), 1, MPI_INT, in.data(), 1, MPI_INT, MPI_COMM_WORLD);
    const Numbers first_out = starts(out), first_in = starts(in);
    std::vector<double> received(static_cast<std::size_t>(total(in)));
    MPI_Alltoallv(own.data(), out.data(), first_out.data(), MPI_DOUBLE, received.data(), in.data(),
                  first_in.data(), MPI_DOUBLE, MPI_COMM_WORLD);
    sent(Operation::all_to_all, own.size() - counts[rank()]);
    return received;
  }

  std::size_t sum_below(std::size_t own) override {
    unsigned long long mine = own, below = 0;
    MPI_Exscan(&mine, &below, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    sent(Operation::scan, 1);
    return rank() == 0 ? 0 : below;  // MPI leaves it undefined on rank 0
  }

  double receive_from_previous(double first) override {
    if (rank() == 0) return first;
    double value = 0;
    MPI_Recv(&value, 1, MPI_DOUBLE, static_cast<int>(rank()) - 1, kTag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return value;
  }

  void send_to_next(double value) override {
    if (rank() + 1 == ranks()) return;
    MPI_Send(&value, 1, MPI_DOUBLE, static_cast<int>(rank()) + 1, kTag, MPI_COMM_WORLD);
    sent(Operation::pass_on, 1);
  }

 private:
  static constexpr int kTag = 1;

  static std::size_t number(int (*ask)(MPI_Comm, int*)) {
    int value = 0;
    ask(MPI_COMM_WORLD, &value);
    return static_cast<std::size_t>(value);
  }

  Numbers counts_of_all(std::size_t own) const {
    const auto mine = static_cast<int>(own);
    Numbers counts(ranks());
    MPI_Allgather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
    return counts;
  }
};

struct Options {
  std::size_t stars = 1000;
  int steps = 10;
  bool compare = false;
  bool sliding = false;
  cluster::ClusterParameters parameters = {};
};

/// Whether the serial emulation ends with the same bits.
bool equals_reference(const Options& options, const cluster::Stars& start,
                      const cluster::Stars& found, const cluster::StepReport& report) {
  const auto expected = cluster::cluster_scheme("cmc/reference").start(start, options.parameters);
  for (int step = 0; step < options.steps; ++step) expected->step();
  const cluster::StepReport other = expected->report();
  return expected->stars() == found && other.time == report.time &&
         other.kinetic == report.kinetic && other.potential == report.potential &&
         other.escaped_energy == report.escaped_energy &&
         other.unplaced_energy == report.unplaced_energy && other.trials == report.trials;
}

ExitCode run(Options options) {
  MpiExchange exchange;
  options.parameters.ranks = exchange.ranks();
  if (options.sliding) options.parameters.timestep = cluster::TimestepScheme::sliding;
  if (options.stars > kMostStars)
    throw input_error("--stars", "number of stars", fmt::format("at most {}", kMostStars),
                      fmt::format("{}", options.stars));
  const cluster::Stars start = cluster::plummer::sample(options.stars, options.parameters.seed);
  HenonRank rank(start, options.parameters, exchange);
  const double before = MPI_Wtime();
  for (int step = 0; step < options.steps; ++step) rank.step();
  const double seconds = MPI_Wtime() - before;
  const std::uint64_t bytes = exchange.bytes_sent();
  const cluster::Stars stars = rank.all_stars();
  if (exchange.rank() != 0) return ExitCode::pass;
  const cluster::StepReport& report = rank.report();
  fmt::print("{} stars, {} ranks, {} steps: time {:.17g}, energy {:.17g}, {} stars are left\n",
             options.stars, exchange.ranks(), options.steps, report.time, report.total_energy(),
             report.stars);
  fmt::print("{:.4f} s per step, {} bytes sent by rank 0\n", seconds / options.steps, bytes);
  if (!options.compare) return ExitCode::pass;
  const bool equal = equals_reference(options, start, stars, report);
  fmt::print("{} the serial emulation of {} ranks\n", equal ? "the bits of" : "DIFFERS from",
             exchange.ranks());
  return equal ? ExitCode::pass : ExitCode::failed;
}

}  // namespace
}  // namespace touchstone::optimized

int main(int argc, char** argv) {
  using touchstone::ExitCode;
  touchstone::optimized::Options options;
  CLI::App app("Henon Monte Carlo of a star cluster on MPI ranks");
  app.footer("Example:\n  mpirun -np 4 touchstone_cmc_mpi --stars 10000 --steps 20 --compare");
  app.add_option("--stars", options.stars, "Stars of the Plummer model")->capture_default_str();
  app.add_option("--steps", options.steps, "Time steps")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--seed", options.parameters.seed, "Of start and streams")->capture_default_str();
  app.add_option("--theta-max", options.parameters.theta_max, "Largest deflection, radians")
      ->capture_default_str();
  app.add_flag("--sliding", options.sliding, "Time steps by sliding averages");
  app.add_flag("--compare", options.compare, "With the serial emulation, bit for bit");
  return touchstone::optimized::main_on_ranks(app, argc, argv,
                                              [&] { return touchstone::optimized::run(options); });
}
