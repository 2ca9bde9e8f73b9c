// checkers/explore/schedules/step_model.hpp
// Purpose   A parallel Monte Carlo step on a finite configuration space, as a concurrent program:
//           what it claims to keep, and where it ends up under which schedule.
// Not here  Judging (levels.hpp). Steps without threads (checkers/balance).
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checkers/explore/machine/program.hpp"

namespace touchstone::explore {

/// Treatment of a step that aborts; part of the scheme, since conditioning on success is not
/// free of charge.
enum class AbortRule : std::uint8_t {
  keep,                ///< the configuration stays as it was
  retry_same_choices,  ///< the step is repeated with the same random numbers until it succeeds
  retry_fresh_choices  ///< the step is repeated with new random numbers
};

struct StepModel {
  std::string name;      ///< "ring L=5, claim, then release"
  std::string protocol;  ///< "claim, then release"
  std::size_t sites = 0;
  std::string source;
  std::size_t configurations = 0;
  std::vector<std::uint64_t> weights;  ///< claimed, by configuration; all 1 when empty
  std::function<MachineProgram(std::size_t configuration)> program;
  /// The configuration that a finished step has left in memory; none when it is no legal one.
  std::function<std::optional<std::size_t>(std::span<const Value> memory)> configuration;
  AbortRule on_abort = AbortRule::keep;
  std::vector<std::string> claims;     ///< levels that hold: "confluence", "oblivious", ...
  std::vector<std::string> killed_by;  ///< for a mutant: levels that must fail
  /// A number whose mean under the sampled law is compared with its claimed mean.
  std::string observable = {};
  std::function<bool(std::size_t configuration)> observe = {};
  std::function<std::string(std::size_t configuration)> picture = {};

  std::uint64_t weight(std::size_t x) const { return weights.empty() ? 1 : weights[x]; }
};

}  // namespace touchstone::explore
