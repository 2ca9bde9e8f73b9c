// checkers/explore/sampling/planted.hpp
// Purpose   For tests: a system with a bug of known depth, so that the probability that PCT finds
//           it is known exactly.
// Computes  `count` threads of `rounds` steps each, without meeting. The bug: threads 0 and 1 begin
//           in the order of `plan`, a string of 'a' and 'b' ("aaab": three steps of thread 0, then
//           one of thread 1, whatever other threads do in between). Every place where the letter
//           changes is an ordering constraint, and so is the beginning when it is a 'b'.
#pragma once
#include <string>

#include "checkers/explore/sampling/any_system.hpp"

namespace touchstone::explore::test {

struct Planted {
  std::string plan;
  std::uint64_t rounds = 5;
  unsigned count = 2;

  static constexpr std::uint64_t kMissed = 1'000'000;

  unsigned threads() const { return count; }
  /// Steps done by each thread, then how much of the plan has been met.
  void initial(StateWords& out) const { out.assign(count + 1, 0); }
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    for (unsigned t = 0; t < count; ++t) {
      if (state[t] == rounds) continue;
      StateWords next(state.begin(), state.end());
      ++next[t];
      if (t < 2 && next[count] < plan.size())
        next[count] = plan[next[count]] == static_cast<char>('a' + t) ? next[count] + 1 : kMissed;
      emit(Step{.thread = static_cast<std::uint8_t>(t)}, Words(next));
    }
  }
  Ending ending(Words state) const {
    for (unsigned t = 0; t < count; ++t)
      if (state[t] != rounds) return Ending::running;
    return Ending::finished;
  }
  bool shows(Words state) const { return state[count] == plan.size(); }
};

}  // namespace touchstone::explore::test
