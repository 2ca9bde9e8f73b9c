// validation/own_options.hpp
// Purpose   Options of all registered kinds of points on the command line, and the point that was
//           typed.
#pragma once
#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>

#include "validation/own_point.hpp"

namespace touchstone::validation {

/// Options of points of the user's own. Outlives the parsing of its application.
class OwnOptions {
 public:
  /// Adds the options. Those of `others` cannot be used with them.
  OwnOptions(CLI::App& app, const std::vector<std::string>& others);
  OwnOptions(const OwnOptions&) = delete;  // the application writes into it
  OwnOptions& operator=(const OwnOptions&) = delete;

  /// The point that was typed, if one was. Throws InputError for options that are missing, of
  /// another kind, or of no point at all.
  std::optional<OwnPoint> point(const std::string& schemes) const;

 private:
  std::map<std::string, std::string> typed() const;

  CLI::App& app_;
  std::map<std::string, std::string> texts_;  ///< values of all options, by name
};

}  // namespace touchstone::validation
