// checkers/listing.hpp
// Purpose   `touchstone list`: schemes, checks and mutants of all families, as text and as JSON.
//           Each kind of scheme (simulations of disks, legs of event chains, clusters ...)
//           registers what it has.
#pragma once
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "models/core/scheme.hpp"

namespace touchstone {

/// `what`: "schemes", "checks", "mutants" or "" for all; throws InputError for anything else.
/// `family` is a shell pattern. JSON: an array of the one kind asked for; "" gives the schemes.
void print_listing(const std::string& what, const std::string& family, bool json,
                   std::ostream& text);

/// A word and what it says, as "equals  mpmc/checkerboard-reference".
struct ListedFact {
  std::string word;
  std::string text;
};
struct ListedScheme {
  std::string name;
  std::string backend;
  bool available = true;            ///< on this machine
  std::vector<std::string> claims;  ///< in words
  std::string source;
  std::vector<ListedFact> more = {};
};
struct ListedCheck {
  std::string name;
  std::string shows;
  std::vector<std::string> claims;  ///< it needs one of these
  std::vector<ListedFact> more = {};
};
struct ListedMutant {
  std::string name;
  std::string origin;
  std::vector<std::string> killed_by;
  std::vector<ListedFact> more = {};
};
struct ListedKind {
  std::string runs;                   ///< systems that its schemes run, as "star clusters"
  std::vector<std::string> families;  ///< families of these schemes
  std::function<std::vector<ListedScheme>()> schemes;
  std::function<std::vector<ListedCheck>()> checks;
  std::function<std::vector<ListedMutant>()> mutants;
};
/// Adds a kind and returns true.
bool register_listing(ListedKind kind);

/// Claims in words.
std::vector<std::string> in_words(Claims claims);

}  // namespace touchstone
