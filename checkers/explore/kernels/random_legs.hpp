// checkers/explore/kernels/random_legs.hpp
// Purpose   Random small legs for the kernels in optimized/ecmc, explored exhaustively: they find
//           mistakes that the hand-made suites let pass, and the other way round.
// Source    The random family of checkers/explore/event_chain, with two or three chains on two or
//           three threads, and rings of three disks.
// Not here  Mutants that must be found (check/chain_kernel_jobs.cpp).
#pragma once
#include <cstdint>

#include "checkers/explore/kernels/chain_legs.hpp"
#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {

enum class LegFamily : std::uint8_t {
  two_chains,    ///< on two threads, 4 or 5 disks
  three_chains,  ///< on three threads, 4 or 5 disks
  by_turns,      ///< three chains on two threads, 4 or 5 disks
  ring           ///< two chains on two threads, 3 disks around the box
};
inline constexpr std::array kLegFamilies{LegFamily::two_chains, LegFamily::three_chains,
                                         LegFamily::by_turns, LegFamily::ring};
std::string name(LegFamily family);

/// Number `number` of a family; depends on nothing else. nullopt: two events of a disk coincide.
std::optional<ChainLeg> random_leg(LegFamily family, std::uint64_t number);

struct RandomLegResult {
  std::size_t legs = 0;
  std::size_t wrong = 0;
  std::size_t undecided = 0;
  std::size_t states = 0;
  std::string first_wrong;  ///< "by turns 17: disk 0 overlaps 1"
};

/// A kernel, or a mutant of it, on legs 0 .. count - 1 of a family. `case_of` is tag_case or
/// word_case. `until_wrong`: stops at the first leg that goes wrong.
RandomLegResult on_random_legs(KernelCase (*case_of)(const ChainLeg&, bool), LegFamily family,
                               std::uint64_t count, Judge judge, int fault = 0,
                               const Mutation& mutation = {}, bool until_wrong = false);

}  // namespace touchstone::explore
