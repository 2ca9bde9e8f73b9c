// checkers/explore/machine/sc_machine.hpp
// Purpose   Sequential consistency: one memory, one access at a time, memory orders without
//           meaning. A transition system for the graph engine.
// State     One word for each location, then the local words of the threads.
// Source    L. Lamport, IEEE Trans. Comput. C-28, 690 (1979).
#pragma once
#include "checkers/explore/machine/layout.hpp"

namespace touchstone::explore {

class ScMachine {
 public:
  /// The program must outlive the machine.
  explicit ScMachine(const MachineProgram& program) : program_(program), layout_(program) {}

  unsigned threads() const { return static_cast<unsigned>(layout_.threads()); }

  void initial(std::vector<std::uint64_t>& out) const {
    for (const Value value : program_.initial) out.push_back(static_cast<std::uint64_t>(value));
    out.resize(out.size() + layout_.words());
    layout_.start(out.data() + layout_.locations());
  }

  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    for (std::size_t t = 0; t < layout_.threads(); ++t) successors_of(state, t, emit);
  }

  /// The steps of one thread.
  template <class Emit>
  void successors_of(Words state, std::size_t t, Emit&& emit) const {
    const Operation op = layout_.next(locals(state), t);
    if (ends(op)) return;
    std::vector<std::uint64_t> next;
    const auto alternatives = static_cast<std::uint32_t>(op.kind == Kind::choose ? op.operand : 1);
    for (std::uint32_t choice = 0; choice < alternatives; ++choice) {
      next.assign(state.begin(), state.end());
      if (perform(next, t, op, choice))
        emit(Step{static_cast<std::uint8_t>(t), choice, 1, alternatives}, Words(next));
    }
  }

  Ending ending(Words state) const { return layout_.ending(locals(state)); }

  const std::uint64_t* locals(Words state) const { return state.data() + layout_.locations(); }
  Value value_of(Words state, std::size_t location) const {
    return static_cast<Value>(state[location]);
  }
  const Layout& layout() const { return layout_; }

 private:
  /// False when the operation has to wait.
  bool perform(std::vector<std::uint64_t>& state, std::size_t t, const Operation& op,
               std::uint32_t choice) const {
    Value response = choice;
    std::uint64_t& cell = state[op.location];
    if (op.kind == Kind::store) {
      cell = static_cast<std::uint64_t>(op.operand);
    } else if (reads(op)) {
      response = static_cast<Value>(cell);
      const Effect effect = effect_of(op, response);
      if (!effect.proceeds) return false;
      if (effect.stores) cell = static_cast<std::uint64_t>(effect.stored);
    }
    layout_.respond(state.data() + layout_.locations(), t, response);
    return true;
  }

  const MachineProgram& program_;
  Layout layout_;
};
static_assert(TransitionSystem<ScMachine>);

}  // namespace touchstone::explore
