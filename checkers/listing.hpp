// checkers/listing.hpp
// Purpose   `touchstone list`: schemes, checks and mutants, as text and as JSON.
#pragma once
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace touchstone {

/// `what`: "schemes", "checks", "mutants" or "" for all; throws InputError for anything else.
/// `family` is a shell pattern. JSON: an array of the one kind asked for; "" gives the schemes.
void print_listing(const std::string& what, const std::string& family, bool json,
                   std::ostream& text);

/// What a family with schemes of its own kind has to list. Claims are in words.
struct ListedScheme {
  std::string name;
  std::string backend;
  bool available = true;  ///< on this machine
  std::vector<std::string> claims;
  std::string source;
};
struct ListedCheck {
  std::string name;
  std::string shows;
  std::vector<std::string> claims;  ///< it needs one of these
};
struct ListedMutant {
  std::string name;
  std::string origin;
  std::vector<std::string> killed_by;
};
struct ListedKind {
  std::string runs;  ///< what its schemes run, as "models with long-range interaction"
  std::function<std::vector<ListedScheme>()> schemes;
  std::function<std::vector<ListedCheck>()> checks;
  std::function<std::vector<ListedMutant>()> mutants;
};
/// Adds a kind and returns true.
bool register_listing(ListedKind kind);

}  // namespace touchstone
