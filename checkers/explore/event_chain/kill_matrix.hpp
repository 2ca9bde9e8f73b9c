// checkers/explore/event_chain/kill_matrix.hpp
// Purpose   Algorithm 5 and its variants against all suites: who is killed where. The command line,
//           the records and the tests iterate over this.
// Cost      C4, C5 and the witnesses: milliseconds a program; exact probabilities some tenths of a
//           second for each of the paper's suites; 10 000 configurations about a second.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checkers/explore/event_chain/examine.hpp"
#include "checkers/explore/event_chain/mutants.hpp"
#include "checkers/explore/event_chain/suites.hpp"

namespace touchstone::explore {

/// A set of configurations, made when they are asked for.
struct Suite {
  std::string name;
  std::size_t count = 1;
  std::function<Configuration(std::size_t)> at;
};

inline constexpr std::uint64_t kFamilySeed = 1;
inline constexpr std::size_t kFamilySize = 10'000;

/// C4, C5, the witnesses, and the random family: "C4", "C5", "witnesses", "family".
std::vector<Suite> standard_suites(std::size_t family_size = kFamilySize,
                                   std::uint64_t seed = kFamilySeed);
Suite random_family(std::size_t size, std::uint64_t seed, const FamilyOptions& options = {});

/// One program on one suite. Counts are sums over its configurations.
struct SuiteResult {
  std::string suite;
  std::size_t configurations = 0;
  std::size_t killed = 0;       ///< configurations with a wrong end or a stuck state
  std::size_t wrong = 0;        ///< configurations with a wrong end
  std::size_t only_aborts = 0;  ///< configurations on which no run terminates
  std::size_t unexplored = 0;   ///< configurations that used up the budget: nothing is known
  Examination sum;              ///< bytes_per_state: the largest
  std::size_t most_states = 0;
  std::string killer;          ///< the first configuration that kills, to be entered again
  std::string counterexample;  ///< on it, the shortest schedule
  double seconds = 0;          ///< exploring and judging, without probabilities
  std::optional<EndProbabilities> probabilities;  ///< if asked for, for suites of one configuration
};

SuiteResult run_suite(const Program& program, const Suite& suite, bool probabilities = false);

/// A program with its results on several suites.
struct KillRow {
  std::string name;  ///< "Algorithm 5" or that of the variant
  const ChainMutant* mutant = nullptr;
  std::vector<SuiteResult> results;

  bool killed() const;
  bool known() const;  ///< every configuration was explored to its end
  /// The published algorithm and equivalent variants pass everywhere; any other variant is killed
  /// by every suite named for it. One that was not asked does not count.
  bool as_expected() const;
};

/// The published algorithm first, then the variants.
std::vector<KillRow> kill_matrix(const std::vector<Suite>& suites, bool probabilities = false);

}  // namespace touchstone::explore
