// checkers/hpmc/overlap_command.hpp
// Purpose   `touchstone overlap`: what every algorithm says about every case of a file.
#pragma once
#include <CLI/CLI.hpp>
#include <iosfwd>
#include <string>

namespace touchstone::hpmc {

struct OverlapRequest {
  std::string cases = {};       ///< file, format touchstone-overlap/1
  std::string algorithm = "*";  ///< name or pattern
  bool json = false;
  bool strict = false;     ///< keys that are not known are errors
  std::string junit = {};  ///< file for verdicts in JUnit's form
};

void add_overlap_options(CLI::App& app, OverlapRequest& request);

/// Prints the answers of all algorithms to `text`, and remarks on the file to `errors`. Exit code:
/// 0 all algorithms agree with each other and with the answers in the file, 1 they do not, 2 a
/// shape or case of the file is refused (the others are answered), 3 nothing was judged. Throws
/// InputError for files and patterns that make no sense.
int run_overlap(const OverlapRequest& request, std::ostream& text, std::ostream& errors);
/// The same with the file's text read already.
int run_overlap(const OverlapRequest& request, std::istream& cases, std::ostream& text,
                std::ostream& errors);

}  // namespace touchstone::hpmc
