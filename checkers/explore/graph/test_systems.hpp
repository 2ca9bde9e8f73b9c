// checkers/explore/graph/test_systems.hpp
// Purpose   Transition systems small enough to be counted by hand, for the tests of the explorer;
//           also the shortest examples of how a system is written.
// Not here  Anything that is not plain from the counts beside each system.
#pragma once
#include <vector>

#include "checkers/explore/graph/system.hpp"

namespace touchstone::explore::test {

using State = std::vector<std::uint64_t>;

/// `threads` threads that count to `rounds` each, without ever meeting: (rounds + 1)^threads
/// states, one end, threads x rounds steps on every path.
struct Counters {
  unsigned count = 2;
  std::uint64_t rounds = 3;

  unsigned threads() const { return count; }
  void initial(State& out) const { out.assign(count, 0); }
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    for (unsigned t = 0; t < count; ++t) {
      if (state[t] == rounds) continue;
      State next(state.begin(), state.end());
      ++next[t];
      emit(Step{.thread = static_cast<std::uint8_t>(t)}, Words(next));
    }
  }
  Ending ending(Words state) const {
    for (const std::uint64_t value : state)
      if (value != rounds) return Ending::running;
    return Ending::finished;
  }
};

/// Two threads that take locks 0 and 1; with `crossed` thread 1 takes them the other way round,
/// and after one step of each thread nothing goes on. A state: steps done by each thread.
struct TwoLocks {
  bool crossed = true;

  unsigned threads() const { return 2; }
  void initial(State& out) const { out = {0, 0}; }
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    for (unsigned t = 0; t < 2; ++t) {
      if (state[t] == 3 || (state[t] < 2 && held(state, 1 - t, wanted(t, state[t])))) continue;
      State next(state.begin(), state.end());
      ++next[t];  // first lock, second lock, both given back
      emit(Step{.thread = static_cast<std::uint8_t>(t)}, Words(next));
    }
  }
  Ending ending(Words state) const {
    return state[0] == 3 && state[1] == 3 ? Ending::finished : Ending::running;
  }

 private:
  std::uint64_t wanted(unsigned thread, std::uint64_t done) const {
    return crossed && thread == 1 ? 1 - done : done;
  }
  bool held(Words state, unsigned thread, std::uint64_t lock) const {
    for (std::uint64_t done = 0; done < state[thread] && state[thread] < 3; ++done)
      if (wanted(thread, done) == lock) return true;
    return false;
  }
};

/// A gambler with `start` of `goal` coins wins or loses one a round, wins with probability
/// up / (up + down); at 0 and at the goal it is over (0 counts as aborted).
struct Gambler {
  std::uint64_t start = 2;
  std::uint64_t goal = 5;
  std::uint32_t up = 1;
  std::uint32_t down = 1;

  unsigned threads() const { return 1; }
  void initial(State& out) const { out = {start}; }
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    const State win{state[0] + 1};
    const State lose{state[0] - 1};
    emit(Step{0, 0, up, up + down}, Words(win));
    emit(Step{0, 1, down, up + down}, Words(lose));
  }
  Ending ending(Words state) const {
    if (state[0] == 0) return Ending::aborted;
    return state[0] == goal ? Ending::finished : Ending::running;
  }
};

/// Two threads around a spin lock: enter (spin until it is free), leave, `rounds` times. A spinning
/// step is a real step that changes nothing. A state: half rounds done by each thread; odd is
/// inside. With `broken` nobody looks at the lock, and both can be inside.
/// States: pairs that are not both odd, (2r+1)^2 - r^2.
struct SpinLock {
  std::uint64_t rounds = 2;
  bool broken = false;

  unsigned threads() const { return 2; }
  void initial(State& out) const { out = {0, 0}; }
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    for (unsigned t = 0; t < 2; ++t) {
      if (state[t] == 2 * rounds) continue;
      State next(state.begin(), state.end());
      const bool waits = state[t] % 2 == 0 && state[1 - t] % 2 == 1 && !broken;
      if (!waits) ++next[t];
      emit(Step{.thread = static_cast<std::uint8_t>(t)}, Words(next));
    }
  }
  Ending ending(Words state) const {
    return state[0] == 2 * rounds && state[1] == 2 * rounds ? Ending::finished : Ending::running;
  }
  static bool both_inside(Words state) { return state[0] % 2 == 1 && state[1] % 2 == 1; }
};

/// Two polite threads. Each may go through once; thread 0 that lets thread 1 pass after thread 1
/// has let it pass enters an endless ceremony of `ceremony` states. A state: one word, so that 0 is
/// the start, 1 the end, and 2, 3, ... the ceremony.
struct Polite {
  std::uint64_t ceremony = 3;

  unsigned threads() const { return 2; }
  void initial(State& out) const { out = {0}; }
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    const State through{1};
    const State on{state[0] == 0 || state[0] + 1 == ceremony + 2 ? 2 : state[0] + 1};
    if (state[0] == 0) emit(Step{.thread = 0}, Words(through));
    emit(Step{.thread = 1}, Words(on));
  }
  Ending ending(Words state) const { return state[0] == 1 ? Ending::finished : Ending::running; }
};

/// One thread that writes down its steps: states of lengths 1, 2, ... `length`.
struct Diary {
  std::size_t length = 5;

  unsigned threads() const { return 1; }
  void initial(State& out) const { out = {7}; }
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    for (std::uint32_t entry = 0; entry < 2; ++entry) {
      State next(state.begin(), state.end());
      next.push_back(entry);
      emit(Step{0, entry, 1, 2}, Words(next));
    }
  }
  Ending ending(Words state) const {
    return state.size() == length ? Ending::finished : Ending::running;
  }
};

}  // namespace touchstone::explore::test
