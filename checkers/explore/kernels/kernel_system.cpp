#include "checkers/explore/kernels/kernel_system.hpp"

#include <algorithm>
#include <iterator>

#include "checkers/explore/machine/sc_machine.hpp"
#include "checkers/explore/machine/tso_machine.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kStatesOfSurvey = 200'000;

template <class Machine>
class OnMachine : public KernelSystem {
 public:
  explicit OnMachine(Machine machine) : machine_(std::move(machine)) {}

  const AnySystem& any() const override { return any_; }
  StateGraph explored(const ExploreLimits& limits) override {
    return explore::explored(machine_, limits);
  }
  CertificateCheck check(const std::string& name, std::istream& in,
                         const BadState& bad) const override {
    return check_certificate(machine_, name, in, bad);
  }
  Operation next(Words state, std::size_t thread) const override {
    return machine_.layout().next(machine_.locals(state), thread);
  }
  Value value_of(Words state, std::size_t location) const override {
    return machine_.value_of(state, location);
  }

 protected:
  Machine machine_;

 private:
  Any<Machine> any_{machine_};
};

std::vector<Location> racy_under_sc(const MachineProgram& program) {
  const ScMachine machine(program);
  return racy_locations(machine, Levels(program), explored(machine, {kStatesOfSurvey}));
}

}  // namespace

/// Again, where weak memory leads to plain accesses that were not met before.
StateGraph explored_with_races(ViewMachine& machine, const MachineProgram& program,
                               const ExploreLimits& limits) {
  std::vector<Location> watched = racy_under_sc(program);
  for (;;) {
    machine.watch(watched);
    StateGraph graph = explored(machine, limits);
    const std::vector<Location> met = racy_locations(machine, machine.levels(), graph);
    std::vector<Location> all;
    std::set_union(watched.begin(), watched.end(), met.begin(), met.end(), std::back_inserter(all));
    if (all == watched) return graph;
    watched = std::move(all);
  }
}

namespace {

class OnViews final : public OnMachine<ViewMachine> {
 public:
  OnViews(const MachineProgram& program, std::vector<Location> watched)
      : OnMachine(ViewMachine(program, ViewMachine::Variant::weak, watched)),
        program_(program),
        watched_(std::move(watched)) {}

  StateGraph explored(const ExploreLimits& limits) override {
    StateGraph graph = explored_with_races(machine_, program_, limits);
    watched_ = machine_.watched();
    return graph;
  }
  std::optional<ViewRace> race(Words state) const override { return machine_.race(state); }
  bool deadlocked(Words state) const override { return machine_.deadlocked(state); }
  bool judges_races_of(Location location) const override {
    return std::find(watched_.begin(), watched_.end(), location) != watched_.end();
  }
  const ViewMachine* views() const override { return &machine_; }

 private:
  const MachineProgram& program_;
  std::vector<Location> watched_;
};

}  // namespace

std::unique_ptr<KernelSystem> kernel_system(const MachineProgram& program, Judge judge) {
  switch (judge) {
    case Judge::sc:
      return std::make_unique<OnMachine<ScMachine>>(ScMachine(program));
    case Judge::tso_x86:
      return std::make_unique<OnMachine<TsoMachine>>(TsoMachine(program));
    case Judge::views:
      return std::make_unique<OnViews>(program, racy_under_sc(program));
    case Judge::rc11:
      break;
  }
  throw InputError("rc11 has execution graphs and no states: ask sc, tso_x86 or views");
}

KernelQuestion::KernelQuestion(const Kernel& kernel, const KernelCase& kernel_case,
                               MachineProgram program, Judge judge)
    : kernel_(kernel),
      case_(kernel_case),
      program_(std::make_unique<MachineProgram>(std::move(program))),
      levels_(*program_),
      system_(kernel_system(*program_, judge)) {}

std::string KernelQuestion::wrong(Words state) const {
  if (const auto race = system_->race(state))
    return (race->of_scopes ? "scopes too narrow on " : "data race on ") +
           program_->locations[race->location];
  const Ending ending = system_->any().ending(state);
  if (ending == Ending::finished) {
    std::vector<Value> memory(program_->locations.size());
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = system_->value_of(state, i);
    return case_.property(memory);
  }
  for (std::size_t t = 0; t < program_->threads.size(); ++t) {
    const Operation op = system_->next(state, t);
    if (levels_.may_race(op) && !system_->judges_races_of(op.location))
      return "races on " + program_->locations[op.location] + " are not judged";
    if (op.kind == Kind::aborted) return "aborts: " + reason(kernel_, op);
  }
  return system_->deadlocked(state) ? "deadlock" : "";
}

}  // namespace touchstone::explore
