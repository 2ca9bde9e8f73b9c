// suite/external/description.hpp
// Purpose   Description by a user of his own simulation program: how it is started, what it
//           simulates, what it claims. Read from a file, and registered as a scheme beside those of
//           the suite: every check, experiment and benchmark then finds it.
// Source    Format touchstone-external/1, described in docs/external.md.
// Not here  The conversation with it (program.hpp, disks.cpp, stars.cpp ...).
#pragma once
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/scheme.hpp"
#include "suite/external/program.hpp"

namespace touchstone::external {

struct Description {
  std::string file;
  SchemeInfo info;      ///< name "family/name"
  std::string version;  ///< as the file states it; a program may state its own
  std::string simulates;
  Command command;
  std::vector<std::string> claims;
  // Keys of disks; those of shapes have a tolerance, too.
  std::string equals;
  double tolerance = 0;
  bool trial_moves = true;
  // Keys of shapes.
  std::string proposals = "symmetric";
  bool all_pairs = false;
  bool domains = false;
  bool ranks = false;
  bool constant_pressure = false;
  // Key of chains.
  double position_error = 1e-13;
  // Key of stars.
  double escaped_energy_error = 1e-9;
  // Key of overlaps.
  double margin = 0;
  // Keys of longrange.
  std::vector<std::string> models;
  double force_error = 1e-14;
  double energy_error = 1e-12;
  double smallest_softening = 0;
};

/// Throws InputError: file, key, expected, found.
Description read_description(const std::string& file);

inline constexpr const char* kEqualsReference = "equals reference";

/// Throws InputError for a claim that is not `known`.
void require_known_claims(const Description& description, const std::vector<std::string>& known);

/// Reads the file and adds the scheme to the registry of what it simulates, under the returned
/// name. Throws InputError for a name that is taken.
std::string use_external(const std::string& file);

/// The claims that have these names, and all that there are to `known`. `Claim` is an enumeration
/// of bits, of which names() tells.
template <class Claim>
Claim claims_of(const Description& d, std::vector<std::string>& known) {
  Claim all{};
  for (unsigned bit = 0; bit < 16; ++bit)
    for (const std::string_view name : names(static_cast<Claim>(1u << bit))) {
      known.emplace_back(name);
      if (std::find(d.claims.begin(), d.claims.end(), name) != d.claims.end())
        all = all | static_cast<Claim>(1u << bit);
    }
  return all;
}

/// " --external FILE" for the command that repeats a run of this scheme from the top of the tree;
/// nothing for other schemes. A file in the tree is named from there, others by their whole path.
std::string replay_option(const std::string& scheme);
/// The same with the file as the user named it.
std::string typed_option(const std::string& scheme);

/// Whether the scheme runs in a program of a user's.
bool is_program(const std::string& scheme);
/// The description of that program; none for other schemes.
std::optional<Description> description_of(const std::string& scheme);
/// Whether that program can begin with the system that it has: the request "again".
bool restarts(const std::string& scheme);

/// Version of a user's program, who states it ("program", "description" or "nobody"), and what it
/// implements, for the facts of records: an object with `version`, `stated_by`, `source`, and
/// `seconds` where its cost was asked for.
nlohmann::json program_facts(const std::string& scheme);

}  // namespace touchstone::external
