// checkers/explore/graph/system.hpp
// Purpose   Explored system: a finite transition system whose states are short sequences
//           of 64-bit words. Memory machines, litmus programs and literal models of algorithms are
//           all written against this one concept.
// Not here  The exploration (state_graph.hpp) and the questions (endings.hpp, shortest.hpp,
//           absorbing.hpp, certificate.hpp).
#pragma once
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

namespace touchstone::explore {

/// A state. The words mean what the system says; two states are equal when their words are, so
/// anything dead should be written as a fixed value or it splits states.
using Words = std::span<const std::uint64_t>;

/// Kind of a state, as the checks see it. A state is blocked (a deadlock) when `running` without
/// successor; that is found out, not declared.
enum class Ending : std::uint8_t {
  running,   ///< some thread has work left
  finished,  ///< every thread is done: a final outcome
  aborted    ///< the program has given up, as a whole
};

/// One step: thread `thread` takes its alternative `choice`. Where a thread draws a random number,
/// it has one alternative for each value, of probability numerator / denominator; they add up to 1.
/// Alternatives without a probability (which store a load reads, say) are each left at 1/1: all of
/// them are explored, and absorbing.hpp refuses to give probabilities.
/// Background activity of a machine (a store buffer that drains) is a thread of its own, numbered
/// after the program's.
struct Step {
  std::uint8_t thread = 0;
  std::uint32_t choice = 0;
  std::uint32_t numerator = 1;
  std::uint32_t denominator = 1;
  bool operator==(const Step&) const = default;
};

/// initial(out)              appends the words of the first state to the empty `out`.
/// successors(state, emit)   calls emit(step, next) for each step possible in `state`, always in
///                           the same order, threads in increasing order and choices within a
///                           thread too. A thread that waits for another emits nothing (a spin loop
///                           that really executes may emit the same state again). `next` need live
///                           only during the call, `state` lives during all of them. Called only
///                           for running states.
/// ending(state)             see Ending.
/// threads()                 how many threads a scheduler chooses from.
/// All are const and depend on nothing but the state: no clock, no randomness, no memory.
template <class S>
concept TransitionSystem = requires(const S& system, std::vector<std::uint64_t>& out, Words state) {
  { system.threads() } -> std::convertible_to<unsigned>;
  system.initial(out);
  system.successors(state, [](const Step&, Words) {});
  { system.ending(state) } -> std::same_as<Ending>;
};

}  // namespace touchstone::explore
