#include "optimized/core/mpi/served.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "optimized/core/mpi/mpi_transport.hpp"

namespace touchstone::optimized {
namespace {

/// That starts this program once more on as many ranks. Ranks that wait let others run: the suite
/// starts several programs at a time, and computes beside them.
nlohmann::ordered_json command(std::size_t ranks) {
  return {"mpirun",
          "--quiet",
          "--allow-run-as-root",
          "--oversubscribe",
          "--bind-to",
          "none",
          "--mca",
          "mpi_yield_when_idle",
          "1",
          "-np",
          fmt::format("{}", ranks),
          std::filesystem::read_symlink("/proc/self/exe").string(),
          "--serve"};
}

}  // namespace

void Served::add_options(CLI::App& app) {
  auto* one = app.add_flag("--describe", describe,
                           "Print the description by which check, validate and bench judge this "
                           "program on these ranks (--external)");
  app.add_flag("--serve", serve, "Answer requests of the suite (that description does)")
      ->excludes(one);
}

std::optional<ExitCode> Served::run(const char* family, nlohmann::ordered_json description,
                                    const std::function<int()>& serve_on_ranks) const {
  if (serve) return static_cast<ExitCode>(serve_on_ranks());
  if (!describe) return std::nullopt;
  const auto transport = mpi_transport();
  if (transport->rank() != 0) return ExitCode::pass;
  nlohmann::ordered_json whole = {{"format", "touchstone-external/1"},
                                  {"name", fmt::format("{}-mpi-{}", family, transport->ranks())}};
  whole.update(description);
  whole["command"] = command(transport->ranks());
  whole["processes"] = transport->ranks();
  fmt::print("{}\n", whole.dump(1));
  return ExitCode::pass;
}

}  // namespace touchstone::optimized
