// checkers/disks/disk_kind.hpp
// Purpose   The kind of schemes that simulate hard disks (families mpmc and ecmc): what their
//           checks and mutants are, and how a check starts one.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/disks/registry.hpp"

namespace touchstone {

template <>
struct Kind<disks::DiskScheme> {
  static constexpr const char* family = "mpmc";
  static constexpr const char* runs = "hard disks";
  static const std::vector<disks::DiskScheme>& schemes() { return disks::schemes(); }
  struct Conditions {
    bool of_trial_moves = false;  ///< says something about trial moves; see DiskScheme::trial_moves
    bool of_cells = false;        ///< says something about cells with lists and their stages
    bool of_ten_bits = false;     ///< needs the body in an arithmetic of ten mantissa bits
    bool of_chains = false;       ///< says something about event chains and their pressure
    bool large = false;           ///< needs a system that is too large for all pairs
  };
  static std::optional<CheckResult> excuse(const Conditions& only, const disks::DiskScheme& scheme,
                                           const CheckContext&) {
    const auto not_run = [](const char* why) {
      return CheckResult{.verdict = Verdict::not_run, .detail = why};
    };
    if (only.of_trial_moves && !scheme.trial_moves)
      return not_run("does not apply: the scheme makes no trial moves");
    if (only.of_cells && scheme.trials != disks::DiskScheme::Trials::per_cell)
      return not_run("does not apply: the scheme has no cells with lists");
    if (only.of_ten_bits && !scheme.start_in_ten_bits)
      return not_run("the body is no template over its arithmetic");
    if (only.of_chains && (scheme.trial_moves || !scheme.measures_rift))
      return not_run("does not apply: no pressure from event chains");
    if (only.large && scheme.all_pairs) return not_run("does not apply: 65536 disks by all pairs");
    if (only.large && scheme.screened_starts)
      return not_run("programs of users are asked for some hundred disks at most");
    return std::nullopt;
  }
};

using DiskCheck = Check<disks::DiskScheme>;
namespace mutants {
using DiskMutant = Mutant<disks::DiskScheme>;
}

/// Starts a simulation. Throws CannotRun where a cell may hold more disks than the scheme says it
/// takes; whatever else it refuses, it fails by.
std::unique_ptr<disks::Simulation> begin(const disks::DiskScheme& scheme,
                                         const disks::Configuration& start,
                                         const disks::RunParameters& parameters);

}  // namespace touchstone
