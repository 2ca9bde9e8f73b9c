// checkers/mpmc/lattice_checks.hpp
// Purpose   Checks of the tiny lattices on which balance is proved: a proof on a lattice that is
//           not what it says proves something else.
// Not here  The lattices (models/disks/lattice_*.hpp), the proofs (checkers/balance).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/core/origin.hpp"
#include "models/core/tiny_model.hpp"
#include "models/disks/lattice_geometry.hpp"

namespace touchstone {

/// Code of tiny lattices, or wrong code of the same form.
struct LatticeCode {
  using Setup = disks::LatticeSetup;

  std::string name;  ///< "mpmc/..." or "mutant/..."
  std::function<std::vector<StateKey>(const Setup&)> configurations;
  /// Site that a particle on a ring with cells so wide is proposed to go to.
  std::function<int(int width, int site, ChoiceTape::Stream&)> ring_move;
  /// Schemes on lattices, whose balance is proved.
  std::function<std::vector<TinyModel>()> models;
};

inline constexpr const char* kLatticeStates = "lattice/states";
inline constexpr const char* kLatticeMoves = "lattice/moves";
inline constexpr const char* kLatticeCounts = "lattice/counts";

/// The code that ships, under another name.
LatticeCode tiny_lattices(const std::string& name);

/// The checks, each in a file of its own.
CheckResult check_lattice_states(const LatticeCode& code, const CheckContext& context);
CheckResult check_lattice_moves(const LatticeCode& code, const CheckContext& context);
CheckResult check_lattice_counts(const LatticeCode& code, const CheckContext& context);

/// Registers the checks of this code as jobs; for a mutant `killed_by` names one of them.
bool register_lattice_code(const LatticeCode& code,
                           const std::optional<std::string>& killed_by = {},
                           const Origin& origin = {});

}  // namespace touchstone
