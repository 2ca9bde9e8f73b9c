// checkers/explore/schedules/step_system.hpp
// Purpose   A parallel Monte Carlo step under sequential consistency, one access to shared memory
//           at a time. A random choice is no event of its own: it is made together with the access
//           that follows, so that a scheduler sees accesses only.
#pragma once
#include "checkers/explore/machine/sc_machine.hpp"

namespace touchstone::explore {

class StepSystem {
 public:
  /// The program must outlive the system.
  explicit StepSystem(const MachineProgram& program) : machine_(program) {}

  unsigned threads() const { return machine_.threads(); }
  void initial(std::vector<std::uint64_t>& out) const { machine_.initial(out); }
  Ending ending(Words state) const { return machine_.ending(state); }

  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    for (unsigned t = 0; t < threads(); ++t) successors_of(state, t, emit);
  }
  template <class Emit>
  void successors_of(Words state, unsigned thread, Emit&& emit) const {
    choose(state, thread, {static_cast<std::uint8_t>(thread), 0, 1, 1}, emit);
  }

  const ScMachine& machine() const { return machine_; }

 private:
  /// Makes the choices at hand, then one access. A thread that ends, or has to wait, after its
  /// choice has then done a step.
  template <class Emit>
  void choose(Words state, unsigned thread, const Step& made, Emit&& emit) const {
    const Operation op = machine_.layout().next(machine_.locals(state), thread);
    bool any = false;
    machine_.successors_of(state, thread, [&](const Step& step, Words next) {
      any = true;
      if (op.kind != Kind::choose) return emit(made, next);
      const Step both{made.thread, made.choice * step.denominator + step.choice, 1,
                      made.denominator * step.denominator};
      choose(next, thread, both, emit);
    });
    if (!any && made.denominator > 1) emit(made, state);
  }

  ScMachine machine_;
};
static_assert(TransitionSystem<StepSystem>);

}  // namespace touchstone::explore
