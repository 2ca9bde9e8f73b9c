#include "optimized/core/mpi/compared.hpp"

#define OMPI_SKIP_MPICXX 1  // the interface for C only
#include <fmt/format.h>
#include <mpi.h>

#include "optimized/core/mpi/main_on_ranks.hpp"
#include "suite/junit.hpp"

namespace touchstone::optimized {
namespace {

constexpr const char* kSuite = "touchstone ranks";

}  // namespace

void Compared::add_options(CLI::App& app) {
  auto* compare = app.add_flag("--compare", wanted, "With the serial emulation, bit for bit");
  app.add_option("--junit", junit, "Write the verdict to this XML file, too, as JUnit does")
      ->needs(compare);
}

void Compared::prepare() const {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  on_all_ranks([&] {
    if (rank == 0) JunitReport(junit, kSuite);
  });
}

ExitCode Compared::told(const std::string& family, std::size_t ranks, bool equal) const {
  const std::string emulation = fmt::format("the serial emulation of {} ranks", ranks);
  fmt::print("{} {}\n", equal ? "the bits of" : "DIFFERS from", emulation);
  JunitReport report(junit, kSuite);
  report.add(family + "/mpi", "bits of " + emulation, equal ? Verdict::pass : Verdict::fail,
             equal ? "" : "differs from " + emulation);
  report.write();
  return equal ? ExitCode::pass : ExitCode::failed;
}

}  // namespace touchstone::optimized
