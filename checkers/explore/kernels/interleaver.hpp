// checkers/explore/kernels/interleaver.hpp
// Purpose   For tests: every interleaving of a small program under sequential consistency, in the
//           fewest lines. It shares nothing with the engines, so it also judges them.
// Cost      A map of states: thousands of states a millisecond, no more.
// Not here  Anything weaker than sequential consistency (checkers/explore/machine, axioms).
#pragma once
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "checkers/explore/machine/program.hpp"

namespace touchstone::explore::test {

struct Interleavings {
  std::size_t states = 0;  ///< running, blocked and ended ones
  std::size_t steps = 0;
  std::size_t deadlocks = 0;
  std::set<std::vector<Value>> finals;  ///< final memories of runs in which all threads finished
  std::set<Value> aborts;               ///< reasons
};

class Interleaver {
 public:
  explicit Interleaver(const MachineProgram& program) : program_(program) {
    std::size_t words = program.initial.size();
    for (const auto& thread : program.threads) {
      first_word_.push_back(words);
      words += thread->words();
    }
    std::vector<Value> state(words, 0);
    std::copy(program.initial.begin(), program.initial.end(), state.begin());
    for (std::size_t t = 0; t < program.threads.size(); ++t)
      program.threads[t]->start(local(state, t));
    add(state);
    while (!todo_.empty()) {
      const std::vector<Value> next = todo_.back();
      todo_.pop_back();
      expand(next);
    }
  }
  const Interleavings& result() const { return result_; }

 private:
  std::span<Value> local(std::vector<Value>& state, std::size_t t) const {
    return std::span(state).subspan(first_word_[t], program_.threads[t]->words());
  }
  void add(const std::vector<Value>& state) {
    if (seen_.insert(state).second) {
      todo_.push_back(state);
      ++result_.states;
    }
  }
  /// An abort of one thread ends the program.
  bool aborted(std::vector<Value> state) {
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const Operation op = program_.threads[t]->next(local(state, t));
      if (op.kind != Kind::aborted) continue;
      result_.aborts.insert(op.operand);
      return true;
    }
    return false;
  }
  void expand(const std::vector<Value>& state) {
    if (aborted(state)) return;
    bool moved = false;
    bool running = false;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      std::vector<Value> next = state;
      const Operation op = program_.threads[t]->next(local(next, t));
      if (ends(op)) continue;
      running = true;
      moved |= step(next, t, op);
    }
    if (!running)
      result_.finals.emplace(state.begin(),
                             state.begin() + static_cast<std::ptrdiff_t>(program_.initial.size()));
    else if (!moved)
      ++result_.deadlocks;
  }
  bool step(std::vector<Value>& state, std::size_t t, const Operation& op) {
    const Value choices = op.kind == Kind::choose ? op.operand : 1;
    bool moved = false;
    for (Value choice = 0; choice < choices; ++choice) {
      std::vector<Value> next = state;
      Value response = choice;
      if (reads(op)) {
        response = next[op.location];
        const Effect effect = effect_of(op, response);
        if (!effect.proceeds) return false;
        if (effect.stores) next[op.location] = effect.stored;
      }
      if (op.kind == Kind::store) next[op.location] = op.operand;
      program_.threads[t]->respond(local(next, t), response);
      ++result_.steps;
      moved = true;
      add(next);
    }
    return moved;
  }

  const MachineProgram& program_;
  std::vector<std::size_t> first_word_;
  std::set<std::vector<Value>> seen_;
  std::vector<std::vector<Value>> todo_;
  Interleavings result_;
};

inline Interleavings interleavings(const MachineProgram& program) {
  return Interleaver(program).result();
}

}  // namespace touchstone::explore::test
