// checkers/explore/machine/tso_machine.hpp
// Purpose   x86-TSO: each thread has a first-in first-out buffer of stores, reads its own newest
//           buffered store, and memory takes the oldest entry of some buffer at any time. seq_cst
//           stores and fences and all updates wait for an empty buffer, as compiled code does;
//           everything else is plain.
// State     One word for each location, the local words, then for each thread the length of its
//           buffer and two words for each entry, oldest first.
// Steps     Thread t of the program is thread t; the drain of its buffer is thread n + t.
// Source    S. Owens, S. Sarkar, P. Sewell, TPHOLs 2009.
#pragma once
#include "checkers/explore/machine/layout.hpp"

namespace touchstone::explore {

class TsoMachine {
 public:
  /// The program must outlive the machine.
  explicit TsoMachine(const MachineProgram& program) : program_(program), layout_(program) {
    require_few_threads(program, kMostThreads / 2);  // each has a buffer with a number of its own
  }

  unsigned threads() const { return static_cast<unsigned>(2 * layout_.threads()); }

  void initial(std::vector<std::uint64_t>& out) const {
    for (const Value value : program_.initial) out.push_back(static_cast<std::uint64_t>(value));
    out.resize(out.size() + layout_.words());
    layout_.start(out.data() + layout_.locations());
    out.resize(out.size() + layout_.threads());
  }

  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    const std::vector<std::size_t> buffers = buffers_of(state);
    std::vector<std::uint64_t> next;
    for (std::size_t t = 0; t < layout_.threads(); ++t) {
      const Operation op = layout_.next(locals(state), t);
      if (ends(op)) continue;
      const auto alternatives =
          static_cast<std::uint32_t>(op.kind == Kind::choose ? op.operand : 1);
      for (std::uint32_t choice = 0; choice < alternatives; ++choice) {
        next.assign(state.begin(), state.end());
        if (perform(next, t, buffers[t], op, choice))
          emit(Step{static_cast<std::uint8_t>(t), choice, 1, alternatives}, Words(next));
      }
    }
    for (std::size_t t = 0; t < layout_.threads(); ++t) {
      if (state[buffers[t]] == 0) continue;
      next.assign(state.begin(), state.end());
      drain(next, buffers[t]);
      emit(Step{static_cast<std::uint8_t>(layout_.threads() + t), 0, 1, 1}, Words(next));
    }
  }

  Ending ending(Words state) const {
    const Ending ending = layout_.ending(locals(state));
    if (ending != Ending::finished) return ending;
    for (const std::size_t buffer : buffers_of(state))
      if (state[buffer] != 0) return Ending::running;
    return Ending::finished;
  }

  const std::uint64_t* locals(Words state) const { return state.data() + layout_.locations(); }
  Value value_of(Words state, std::size_t location) const {
    return static_cast<Value>(state[location]);
  }
  const Layout& layout() const { return layout_; }

  /// Waits until the own buffer is empty, and acts on memory itself.
  static bool drains(const Operation& op) {
    return op.kind == Kind::update ||
           (op.order == Order::sc && (op.kind == Kind::store || op.kind == Kind::fence));
  }

 private:
  /// Start of the buffer of each thread: the word that holds its length.
  std::vector<std::size_t> buffers_of(Words state) const {
    std::vector<std::size_t> result;
    std::size_t at = layout_.locations() + layout_.words();
    for (std::size_t t = 0; t < layout_.threads(); ++t) {
      result.push_back(at);
      at += 1 + 2 * state[at];
    }
    return result;
  }

  static void drain(std::vector<std::uint64_t>& state, std::size_t buffer) {
    state[state[buffer + 1]] = state[buffer + 2];
    --state[buffer];
    const auto oldest = state.begin() + static_cast<std::ptrdiff_t>(buffer + 1);
    state.erase(oldest, oldest + 2);
  }

  static void append(std::vector<std::uint64_t>& state, std::size_t buffer, const Operation& op) {
    const std::size_t end = buffer + 1 + 2 * state[buffer];
    ++state[buffer];
    state.insert(state.begin() + static_cast<std::ptrdiff_t>(end),
                 {op.location, static_cast<std::uint64_t>(op.operand)});
  }

  /// The newest entry of the own buffer, else memory.
  static Value read(const std::vector<std::uint64_t>& state, std::size_t buffer,
                    Location location) {
    for (std::size_t i = state[buffer]; i-- > 0;)
      if (state[buffer + 1 + 2 * i] == location)
        return static_cast<Value>(state[buffer + 2 + 2 * i]);
    return static_cast<Value>(state[location]);
  }

  /// False when the operation has to wait.
  bool perform(std::vector<std::uint64_t>& state, std::size_t t, std::size_t buffer,
               const Operation& op, std::uint32_t choice) const {
    if (drains(op) && state[buffer] != 0) return false;
    Value response = choice;
    if (op.kind == Kind::store && drains(op)) {
      state[op.location] = static_cast<std::uint64_t>(op.operand);
    } else if (op.kind == Kind::store) {
      append(state, buffer, op);
    } else if (reads(op)) {
      response = read(state, buffer, op.location);
      const Effect effect = effect_of(op, response);
      if (!effect.proceeds) return false;
      if (effect.stores) state[op.location] = static_cast<std::uint64_t>(effect.stored);
    }
    layout_.respond(state.data() + layout_.locations(), t, response);
    return true;
  }

  const MachineProgram& program_;
  Layout layout_;
};
static_assert(TransitionSystem<TsoMachine>);

}  // namespace touchstone::explore
