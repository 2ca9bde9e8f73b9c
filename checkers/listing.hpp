// checkers/listing.hpp
// Purpose   `touchstone list`: schemes, parts, checks and mutants of all families, as text and as
//           JSON. Each kind of scheme registers what it has (kind.hpp); parts, as lists of
//           neighbours that several schemes use, are the code that other tasks name (task.hpp).
#pragma once
#include <functional>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

namespace touchstone {

/// `what`: "schemes", "parts", "checks", "mutants" or "" for all; throws InputError for anything else.
/// `family` is a shell pattern. JSON: an array of the one kind asked for; "" gives the schemes.
void print_listing(const std::string& what, const std::string& family, bool json,
                   std::ostream& text);

/// A word and what it says, as "equals  mpmc/checkerboard-reference".
struct ListedFact {
  std::string word;
  std::string text;
};
struct ListedScheme {
  std::string family;
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
  std::string family;
  std::string name;
  std::string origin;
  std::vector<std::string> killed_by;
  std::vector<ListedFact> more = {};
};
struct ListedKind {
  std::string runs;                ///< systems that its schemes run, as "star clusters"
  std::set<std::string> families;  ///< families of its schemes
  std::vector<ListedScheme> schemes;
  std::vector<ListedCheck> checks;
  std::vector<ListedMutant> mutants;
};
/// Code that is no scheme, and has checks of its own.
struct ListedPart {
  std::string family;
  std::string name;
  std::vector<std::string> checks;
};
/// Parts of the families that match a shell pattern, by name.
std::vector<ListedPart> listed_parts(const std::string& family);

/// Adds a kind, asked for when a listing is printed, and returns true.
bool register_listing(std::function<ListedKind()> kind);

}  // namespace touchstone
