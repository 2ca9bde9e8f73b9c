// optimized/core/mpi/served.hpp
// Purpose   A program on MPI ranks as one that the suite judges from outside, like those of users:
//           `--serve` answers requests, `--describe` prints the description for --external.
// Source    docs/external-protocol.md, docs/external.md.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "models/core/errors.hpp"

namespace touchstone::optimized {

struct Served {
  bool serve = false, describe = false;

  void add_options(CLI::App& app);
  /// The exit code of the one that was given; nothing without them. `description` has the keys
  /// besides the format, the name and the command.
  std::optional<ExitCode> run(const char* family, nlohmann::ordered_json description,
                              const std::function<int()>& serve_on_ranks) const;
};

}  // namespace touchstone::optimized
