// checkers/explore/schedules/tapes.hpp
// Purpose   A step with its random numbers fixed: the k-th choice of thread t is the k-th entry of
//           the thread's tape, whenever the schedule lets the thread make it. All tapes are
//           enumerated, each with its probability.
#pragma once
#include <vector>

#include "checkers/explore/schedules/step_system.hpp"
#include "models/core/errors.hpp"
#include "statistics/exact/numbers.hpp"

namespace touchstone::explore {

class Tape {
 public:
  /// The value of choice number `index` of a thread; a new one begins with 0.
  std::uint32_t value(std::size_t thread, std::uint64_t index, std::uint32_t arity) {
    for (const Entry& entry : entries_)
      if (entry.thread == thread && entry.index == index) {
        if (entry.arity != arity)
          throw InputError("schedules: the range of a random choice depends on the schedule");
        return entry.value;
      }
    entries_.push_back({thread, index, 0, arity});
    return 0;
  }

  /// Moves on to the next tape; false when all have been seen. What was asked for after a choice
  /// may depend on it, so it is forgotten when the choice changes.
  bool next() {
    while (!entries_.empty() && entries_.back().value + 1 == entries_.back().arity)
      entries_.pop_back();
    if (entries_.empty()) return false;
    ++entries_.back().value;
    return true;
  }

  exact::Rational probability() const {
    exact::Rational result = 1;
    for (const Entry& entry : entries_) result /= entry.arity;
    return result;
  }

  /// "a:0 b:1 a:1"
  std::string text() const {
    std::string result;
    for (const Entry& entry : entries_) {
      result += result.empty() ? "" : " ";
      result += static_cast<char>('a' + entry.thread);
      result += ':';
      result += std::to_string(entry.value);
    }
    return result.empty() ? "no choices" : result;
  }

 private:
  struct Entry {
    std::size_t thread;
    std::uint64_t index;
    std::uint32_t value;
    std::uint32_t arity;
  };
  std::vector<Entry> entries_;
};

/// The step on a tape. State: how many choices each thread has made, then the machine's words.
class TapedSystem {
 public:
  TapedSystem(const MachineProgram& program, Tape& tape) : machine_(program), tape_(tape) {}

  unsigned threads() const { return machine_.threads(); }
  void initial(std::vector<std::uint64_t>& out) const {
    out.assign(threads(), 0);
    std::vector<std::uint64_t> words;
    machine_.initial(words);
    out.insert(out.end(), words.begin(), words.end());
  }
  Ending ending(Words state) const { return machine_.ending(inner(state)); }

  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    for (unsigned t = 0; t < threads(); ++t) step(state, t, false, emit);
  }

  Words inner(Words state) const { return state.subspan(threads()); }
  const ScMachine& machine() const { return machine_; }

 private:
  template <class Emit>
  void step(Words state, unsigned t, bool chosen, Emit&& emit) const {
    const Operation op = machine_.layout().next(machine_.locals(inner(state)), t);
    const bool choice = op.kind == Kind::choose;
    const std::uint32_t wanted =
        choice ? tape_.value(t, state[t], static_cast<std::uint32_t>(op.operand)) : 0;
    bool any = false;
    machine_.successors_of(inner(state), t, [&](const Step& step_taken, Words words) {
      any = true;
      if (choice && step_taken.choice != wanted) return;
      std::vector<std::uint64_t> next(state.begin(), state.begin() + threads());
      next[t] += choice ? 1 : 0;
      next.insert(next.end(), words.begin(), words.end());
      if (choice) return step(Words(next), t, true, emit);
      emit(Step{static_cast<std::uint8_t>(t), 0, 1, 1}, Words(next));
    });
    if (!any && chosen) emit(Step{static_cast<std::uint8_t>(t), 0, 1, 1}, state);
  }

  ScMachine machine_;
  Tape& tape_;  // grows while the system is explored
};

}  // namespace touchstone::explore
