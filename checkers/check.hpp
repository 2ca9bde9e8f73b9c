// checkers/check.hpp
// Purpose   Type of a check, and the list of all checks. A check holds one scheme to the claims it
//           makes; it knows nothing of the scheme but the interface of models/disks/registry.hpp,
//           so the same check judges correct schemes, mutants and external schemes.
// Cost      Every check states its own; all checks on one correct scheme take a few seconds.
// Not here  The checks themselves: one file each in property/ and mpmc/, registered by its last
//           lines. Mutants (mutants/).
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/scheme.hpp"
#include "models/core/verdict.hpp"
#include "models/disks/registry.hpp"

namespace touchstone {

/// Parameters of one run of a check.
struct CheckContext {
  std::uint64_t seed = 1;
  double false_alarm = 1e-6;  ///< chance that a correct scheme fails this one decision
  double effort = 1;          ///< factor on the number of trial moves; 1 on every commit
  int threads = 1;            ///< threads of the scheme, where the check itself does not vary them
};

struct CheckResult {
  Verdict verdict = Verdict::not_run;
  double value = 0;            ///< number in units of `unit`
  std::string unit = {};       ///< "z" or "violations"
  std::uint64_t trials = 0;    ///< trial moves the scheme attempted
  double false_alarm = 0;      ///< 0: the check is deterministic
  double smallest_effect = 0;  ///< least that would be seen; 0 for deterministic checks
  std::string detail = {};     ///< one line for people: what was seen
  double milliseconds = 0;
  nlohmann::json params = nlohmann::json::object();  ///< further numbers for the record
};

struct Check {
  std::string name;   ///< "group/what"
  std::string shows;  ///< one sentence: what a pass means
  Claims needs;       ///< runs on schemes with at least one of these claims
  std::string cost;   ///< for one correct scheme, in words
  std::function<CheckResult(const disks::DiskScheme&, const CheckContext&)> run;
  bool of_trial_moves = false;  ///< says something about trial moves; see DiskScheme::trial_moves
  /// Needs many sweeps: with an effort above 1 only for schemes on the grid emulator, which also
  /// have to equal their reference bit for bit.
  bool many_sweeps = false;
};

/// All checks, sorted by name.
const std::vector<Check>& checks();
/// Check with a given name; throws InputError that suggests the nearest known name.
const Check& check(const std::string& name);
/// Adds a check and returns true; throws on a duplicate name.
bool register_check(Check check);

/// Runs a check and times it. A scheme without the claim is not claimed, one that this machine
/// lacks or that throws CannotRun is not run, and one that throws anything else fails.
CheckResult run_check(const Check& check, const disks::DiskScheme& scheme,
                      const CheckContext& context);

/// The scheme cannot run what the check asks for (a grid, a parameter): no verdict about it.
class CannotRun : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `body(context)` with its time; CannotRun becomes not run, any other exception a failure.
CheckResult timed(const CheckContext& context,
                  const std::function<CheckResult(const CheckContext&)>& body);

/// Starts a simulation; an InputError becomes CannotRun. Errors after the start are failures.
std::unique_ptr<disks::Simulation> begin(const disks::DiskScheme& scheme,
                                         const disks::Configuration& start,
                                         const disks::RunParameters& parameters);

/// A deterministic result: passes without violations; `first` describes one.
CheckResult count_violations(std::uint64_t violations, std::uint64_t trials,
                             const std::string& first, const std::string& all_well);

/// The normal deviate with this two-sided p-value: how results of any test are compared. Values
/// that underflow are reported as 38.
double two_sided_z(double p);

/// Seeds of the parts of one check: independent for every (context seed, part).
std::uint64_t part_seed(const CheckContext& context, std::uint64_t part);

}  // namespace touchstone
