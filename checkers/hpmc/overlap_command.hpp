// checkers/hpmc/overlap_command.hpp
// Purpose   `touchstone overlap`: what every algorithm says about every case of a file.
#pragma once
#include <CLI/CLI.hpp>
#include <iosfwd>
#include <string>

namespace touchstone::hpmc {

struct OverlapRequest {
  std::string cases;            ///< file, format touchstone-overlap/1
  std::string algorithm = "*";  ///< name or pattern
  bool json = false;
};

void add_overlap_options(CLI::App& app, OverlapRequest& request);

/// Exit code: 0 all algorithms agree with each other and with the answers in the file, 1 they do
/// not. Throws InputError for files and patterns that make no sense.
int run_overlap(const OverlapRequest& request, std::ostream& text);
/// The same with the file's text read already.
int run_overlap(const OverlapRequest& request, std::istream& cases, std::ostream& text);

}  // namespace touchstone::hpmc
