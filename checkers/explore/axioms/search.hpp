// checkers/explore/axioms/search.hpp
// Purpose   All consistent execution graphs of a program, each once: engine E4.
// Method    From the empty graph, add the next event of some thread: a read chooses any write, a
//           write any place in the modification order, an update stands directly after what it
//           reads. Inconsistent graphs are dropped at once; consistency holds for every prefix of a
//           consistent graph, so none is lost. Graphs that were seen before are not entered again.
// Scopes    As in scoped RC11: where the scope of a release does not include the thread of an
//           acquire, or the other way round, they do not synchronise (machine/scope.hpp).
// Cost      Graphs x O(events^2) words.
// Errors    InputError when an execution has more than kMaxEvents events.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "checkers/explore/axioms/execution.hpp"
#include "checkers/explore/machine/program.hpp"

namespace touchstone::explore {

enum class Model : std::uint8_t { sc, tso_x86, rc11, rc11_cxx17 };

/// The rules of the engine, one by one: tests switch each off and see a litmus test break.
struct Rules {
  bool stale_reads = true;            ///< a read may return an overwritten value
  bool insert_in_middle = true;       ///< a write may precede older ones in modification order
  bool update_adjacent = true;        ///< nothing between an update and what it reads
  bool release_sequence = true;       ///< updates hand on what they read from acquired
  bool acquire_fence = true;          ///< a fence acquires what earlier relaxed reads saw
  bool sc_order = true;               ///< psc is acyclic
  bool store_forwarding = true;       ///< x86: a thread reads its own buffered store
  bool failure_order = true;          ///< a failed compare_exchange has its own memory order
  bool stale_failing_compare = true;  ///< a failing compare_exchange may read an overwritten value
  bool scopes_of_releases = true;     ///< a release and an acquire must include each other
  bool scopes_of_links = true;        ///< so must a write and the read that hands its release on
  bool scopes_of_sc = true;           ///< psc relates operations that include each other only
  bool scopes_race = true;            ///< atomic accesses that do not include each other race
};

/// Two accesses of which neither happens before the other, one of them a write, and one of them
/// plain or of a scope without the other's thread.
struct Race {
  std::uint8_t first_thread;
  std::uint32_t first_site;
  std::uint8_t second_thread;
  std::uint32_t second_site;
  Location location;
  bool of_scopes = false;  ///< both are atomic
  friend auto operator<=>(const Race&, const Race&) = default;
};

enum class Conclusion : std::uint8_t { complete, deadlock, aborted };

/// A finished execution: final local words of the threads and final values of the locations.
struct Finished {
  Conclusion conclusion;
  const Execution& execution;
  std::span<const std::vector<Value>> locals;
  const std::vector<Value>& memory;
};

struct SearchOptions {
  Model model = Model::rc11;
  std::size_t graph_budget = 20'000'000;
  Rules rules = {};
};

struct SearchResult {
  bool exhausted = true;  ///< false: the budget ended the search, nothing is proved
  std::size_t graphs = 0;
  std::size_t executions = 0;  ///< complete ones
  std::size_t deadlocks = 0;   ///< all threads wait, and no last value lets one go on
  std::size_t discarded = 0;   ///< by a failed assumption
  std::size_t aborted = 0;
  std::vector<Race> races;  ///< sorted; judged in rc11 and rc11_cxx17 only
};

SearchResult search(const MachineProgram& program, const SearchOptions& options,
                    const std::function<void(const Finished&)>& visit);

}  // namespace touchstone::explore
