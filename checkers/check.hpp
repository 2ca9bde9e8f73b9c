// checkers/check.hpp
// Purpose   A check holds one scheme to a claim that it makes; it knows nothing of the scheme but
//           the interface of the scheme's kind (simulation of disks, legs of event chains, star
//           cluster ...), so the same check judges correct schemes, mutants and schemes of
//           strangers. Everything here is the same for every kind.
// Cost      Every check states its own; all checks on one correct scheme take a few seconds.
// Not here  What is particular to a kind: a specialisation of Kind<Scheme> in <folder>/*_kind.hpp.
//           The checks themselves: one file each, registered by its last lines.
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "models/core/available.hpp"
#include "models/core/errors.hpp"
#include "models/core/registry.hpp"
#include "models/core/scheme.hpp"
#include "models/core/verdict.hpp"

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
  double value = 0;            ///< in units of `unit`
  std::string unit = {};       ///< "z" or "violations"
  std::uint64_t trials = 0;    ///< trial moves the scheme attempted
  double false_alarm = 0;      ///< 0: the check is deterministic
  double smallest_effect = 0;  ///< least that would be seen; 0 for deterministic checks
  /// Probability that a correct scheme looks as bad as this, of the whole decision: it fails if
  /// this is below the false alarm. None: the check is deterministic.
  std::optional<double> p = {};
  std::string detail = {};  ///< for people: what was seen in one line; what repeats it in others
  double milliseconds = 0;
  nlohmann::json params = nlohmann::json::object();  ///< further numbers for the record
};

/// The facts about one kind of scheme that its checks, mutants and listing need; each kind
/// specialises it:
///   static constexpr const char* family;  // unless the field `family` of a scheme says another
///   static constexpr const char* runs;     // for people: "star clusters"
///   static const std::vector<Scheme>& schemes();
///   struct Conditions {...};               // further conditions of a check; NoConditions
///   static std::optional<CheckResult> excuse(const Conditions&, const Scheme&,
///                                            const CheckContext&);  // optional: why it cannot run
///   static CheckResult run(const Check<Scheme>&, const Scheme&,
///                          const CheckContext&);                    // optional: how it is run
///   static std::vector<ListedFact> facts(const Scheme&);            // optional: for the listing
template <class Scheme>
struct Kind;

struct NoConditions {};

/// The claims that checks of a kind are about.
template <class Scheme>
const auto& claims_of(const Scheme& scheme) {
  if constexpr (requires { scheme.claims; })
    return scheme.claims;
  else
    return scheme.info.claims;
}
template <class Scheme>
using ClaimsOf = std::remove_cvref_t<decltype(claims_of(std::declval<const Scheme&>()))>;

template <class Scheme>
struct Check {
  std::string name;             ///< "group/what"
  std::string shows;            ///< one sentence: what a pass means
  ClaimsOf<Scheme> needs = {};  ///< runs on schemes with at least one of these; none: on all
  std::string cost = {};        ///< for one correct scheme, in words
  std::function<CheckResult(const Scheme&, const CheckContext&)> run = {};
  typename Kind<Scheme>::Conditions only = {};
  /// True when it takes so many steps that schemes on the grid emulator, which also have to equal
  /// their reference bit for bit, run it with an effort above 1 only.
  bool many_steps = false;
};

template <class Scheme>
Registry<Check<Scheme>>& check_registry() {
  static Registry<Check<Scheme>> all("check");  // filled before main() by the registration lines
  return all;
}
/// All checks of a kind, sorted by name.
template <class Scheme>
const std::vector<Check<Scheme>>& checks_of() {
  return check_registry<Scheme>().items();
}
/// The check of a name; throws InputError that suggests the nearest known name.
template <class Scheme>
const Check<Scheme>& check_of(const std::string& name) {
  return check_registry<Scheme>().item(name);
}
/// Adds a check and returns true; throws std::logic_error on a duplicate name.
template <class Scheme>
bool register_check(Check<Scheme> check) {
  return check_registry<Scheme>().add(std::move(check));
}

/// Thrown when the scheme cannot run what the check asks for (a grid, a parameter): no verdict.
class CannotRun : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `body(context)` with its time; CannotRun becomes not run, any other exception a failure.
CheckResult timed(const CheckContext& context,
                  const std::function<CheckResult(const CheckContext&)>& body);

/// Verdict and reason where there is nothing to judge; nothing where the check has to run.
template <class Scheme>
std::optional<CheckResult> excuse(const Check<Scheme>& check, const Scheme& scheme,
                                  const CheckContext& context) {
  const auto not_run = [](const std::string& why) {
    return CheckResult{.verdict = Verdict::not_run, .detail = why};
  };
  if (check.needs != ClaimsOf<Scheme>::none && !has(claims_of(scheme), check.needs))
    return CheckResult{.verdict = Verdict::not_claimed, .detail = "the scheme does not claim this"};
  if constexpr (requires { Kind<Scheme>::excuse(check.only, scheme, context); })
    if (auto excused = Kind<Scheme>::excuse(check.only, scheme, context)) return excused;
  if constexpr (requires { scheme.available; }) {
    const Available here = scheme.available;
    if (const std::string why = here.why_not(); !why.empty()) return not_run(why);
  }
  if constexpr (requires { scheme.emulated; })
    if (check.many_steps && scheme.emulated && context.effort <= 1)
      return not_run("on the grid emulator only with --effort above 1 (as --nightly has)");
  return std::nullopt;
}

/// Runs a check and times it. A scheme without the claim is not claimed, one that this machine
/// lacks or that throws CannotRun is not run, and one that throws anything else fails.
template <class Scheme>
CheckResult run_check(const Check<Scheme>& check, const Scheme& scheme,
                      const CheckContext& context) {
  if (const auto excused = excuse(check, scheme, context)) return *excused;
  return timed(context, [&](const CheckContext& c) {
    if constexpr (requires { Kind<Scheme>::run(check, scheme, c); })
      return Kind<Scheme>::run(check, scheme, c);
    else
      return check.run(scheme, c);
  });
}

/// A deterministic result: passes without violations; `first` describes one.
CheckResult count_violations(std::uint64_t violations, std::uint64_t trials,
                             const std::string& first, const std::string& all_well);

/// One verdict on several tests by their p-values, at the context's false alarm (Holm). Fewer than
/// `least` tests fail: what was not tested shows nothing.
CheckResult judge_together(std::span<const double> p_values, std::size_t least,
                           const CheckContext& context, const std::string& detail);

/// The normal deviate with this two-sided p-value: how results of any test are compared. Values
/// that underflow are reported as 38.
double two_sided_z(double p);

/// Seeds of the parts of one check: independent for every (context seed, part).
std::uint64_t part_seed(const CheckContext& context, std::uint64_t part);

}  // namespace touchstone
