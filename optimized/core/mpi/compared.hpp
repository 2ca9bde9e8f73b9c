// optimized/core/mpi/compared.hpp
// Purpose   Comparison of a run on ranks with the serial emulation of these ranks, bit for bit: its
//           options, and the verdict for people and for build servers.
// Not here  The comparison itself, which is of stars or bodies: main.cpp of each program.
#pragma once
#include <CLI/CLI.hpp>
#include <string>

#include "models/core/errors.hpp"

namespace touchstone::optimized {

struct Compared {
  bool wanted = false;
  std::string junit = {};  ///< file; none: ""

  void add_options(CLI::App& app);
  /// Collective. Throws InputError on all ranks where the file cannot be written.
  void prepare() const;
  /// On rank 0. Tells the verdict, and writes it to the file.
  ExitCode told(const std::string& family, std::size_t ranks, bool equal) const;
};

}  // namespace touchstone::optimized
