// checkers/explore/litmus/dependencies.hpp
// Purpose   Limits of the verdicts of RC11. RC11 forbids load buffering (program order and
//           reads-from have no cycle); C++20 and real machines do not, unless a relaxed store
//           depends on, or is ordered after, every earlier relaxed load of its thread. This lists
//           the pairs for which that is not so.
// Source    O. Lahav et al., PLDI 2017, section 7: the price of forbidding po | rf cycles.
// Method    Data-flow analysis of each thread: dependencies that hold on every path, loads that may
//           have come before. A branch decides what stands on one of its ways only, up to where
//           they come together, and no store that the other way has, too. Values are compared as
//           they are written: r0-r0, r0^r0 and r0*0 depend on nothing, but (r0|1)-r0 counts as if
//           it did.
#pragma once
#include <string>
#include <vector>

#include "checkers/explore/litmus/program.hpp"

namespace touchstone::explore {

struct UnorderedPair {
  std::size_t thread;
  std::size_t load;  ///< instructions
  std::size_t store;
};

/// At most 64 loads of a thread are followed.
std::vector<UnorderedPair> unordered_load_store_pairs(const LitmusProgram& program);

/// One line: the assumption under which verdicts of RC11 hold on every implementation of C++20.
/// Empty when nothing is assumed: every relaxed store is ordered after the loads before it.
std::string load_buffering_note(const LitmusProgram& program);

}  // namespace touchstone::explore
