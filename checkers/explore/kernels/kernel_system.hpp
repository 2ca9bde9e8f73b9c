// checkers/explore/kernels/kernel_system.hpp
// Purpose   A kernel on one of the memory machines, whichever it is: its states, what is wrong with
//           one of them, and what each thread does next.
// Not here  RC11 by execution graphs, which has no states (trial.hpp).
#pragma once
#include <memory>

#include "checkers/explore/graph/certificate_check.hpp"
#include "checkers/explore/graph/state_graph.hpp"
#include "checkers/explore/kernels/kernel.hpp"
#include "checkers/explore/machine/view_machine.hpp"
#include "checkers/explore/sampling/sample.hpp"

namespace touchstone::explore {

/// Explores the machine, and makes it judge races on every cell with an access that may race.
StateGraph explored_with_races(ViewMachine& machine, const MachineProgram& program,
                               const ExploreLimits& limits);

class KernelSystem {
 public:
  virtual ~KernelSystem() = default;
  virtual const AnySystem& any() const = 0;
  virtual StateGraph explored(const ExploreLimits& limits) = 0;
  virtual CertificateCheck check(const std::string& name, std::istream& in,
                                 const BadState& bad) = 0;
  virtual Operation next(Words state, std::size_t thread) const = 0;
  virtual Value value_of(Words state, std::size_t location) const = 0;
  /// Race in a state of the machine of views. Single runs judge all cells; explorations and their
  /// certificates those with accesses that may race, which tell fewer states apart.
  virtual std::optional<ViewRace> race(Words) const { return std::nullopt; }
  /// A deadlock in a state of the machine of views; others show theirs by having no step.
  virtual bool deadlocked(Words) const { return false; }
  virtual const ViewMachine* views() const { return nullptr; }
};

/// Not for Judge::rc11. The program must outlive it. Views are of the weak variant, so that nothing
/// is missed.
std::unique_ptr<KernelSystem> kernel_system(const MachineProgram& program, Judge judge);

/// A case of a kernel or of a mutant of it, and the question whether a state is one that it should
/// not come to.
class KernelQuestion {
 public:
  KernelQuestion(const Kernel& kernel, const KernelCase& kernel_case, MachineProgram program,
                 Judge judge);

  KernelSystem& system() const { return *system_; }
  const MachineProgram& program() const { return *program_; }
  const KernelCase& kernel_case() const { return case_; }

  /// An abort, a race, wrong final values or, under views, a deadlock, in words; empty for all
  /// other states. A thread that waits forever is otherwise not seen in a single state.
  std::string wrong(Words state) const;
  BadState bad() const {
    return [this](Words state) { return !wrong(state).empty(); };
  }

 private:
  const Kernel& kernel_;
  const KernelCase& case_;
  std::unique_ptr<MachineProgram> program_;  // stays where it is when the question moves
  std::unique_ptr<KernelSystem> system_;
};

}  // namespace touchstone::explore
