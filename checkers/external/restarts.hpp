// checkers/external/restarts.hpp
// Purpose   A program that begins with the system it has, and new coordinates and a new seed, does
//           what it does after a whole start, bit for bit: coordinates, lists of neighbours, counts
//           or random numbers that are left from before would be seen here, and hardly anywhere
//           else, since what is left are equilibrium states, too.
// Not here  Which systems are run (disks/restarts.cpp, hpmc/restarts.cpp).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "checkers/kind.hpp"
#include "suite/external/description.hpp"

namespace touchstone::external {

/// Description of what is wrong, or nothing. `one` and `other` are states of one system;
/// `begin(state, seed)` gives a simulation; `run` advances one and returns all bits and counts as
/// text.
template <class State, class Begin, class Run>
std::string wrong_after_restart(const State& one, const State& other, std::uint64_t seed,
                                const Begin& begin, const Run& run) {
  auto first = begin(one, seed);
  const std::string end = run(*first);
  auto second = begin(other, seed + 1);  // in another program, since the first is in use
  const std::string other_end = run(*second);
  first.reset();
  second.reset();
  // Both programs have the system now.
  if (run(*begin(other, seed + 1)) != other_end)
    return "begun again, the same coordinates and seed go elsewhere than after a start";
  if (run(*begin(one, seed)) != end)
    return "begun again after another seed, they go elsewhere than after a start";
  return "";
}

/// Tasks of this check for the programs that restart, and for nobody else.
template <class Scheme>
bool register_restart_check(const std::string& name,
                            CheckResult (*check)(const Scheme&, const CheckContext&)) {
  return register_tasks([=] {
    std::vector<CheckTask> tasks;
    for (const Scheme& scheme : Kind<Scheme>::schemes())
      if (restarts(scheme.info.name))
        tasks.push_back({.family = family_of(scheme),
                         .scheme = scheme.info.name,
                         .backend = scheme.info.backend,
                         .check = name,
                         .run = [&scheme, check](const CheckContext& context) {
                           return timed(context,
                                        [&](const CheckContext& c) { return check(scheme, c); });
                         }});
    return tasks;
  });
}

}  // namespace touchstone::external
