#include "checkers/explore/kernels/kernel_system.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <sstream>

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
  CertificateCheck check(const std::string& name, std::istream& in, const BadState& bad) override {
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

std::vector<Location> all_locations(const MachineProgram& program) {
  std::vector<Location> result(program.locations.size());
  std::iota(result.begin(), result.end(), Location{0});
  return result;
}

class OnViews final : public OnMachine<ViewMachine> {
 public:
  explicit OnViews(const MachineProgram& program)
      : OnMachine(ViewMachine(program, ViewMachine::Variant::weak, all_locations(program))),
        program_(program) {}

  StateGraph explored(const ExploreLimits& limits) override {
    return explored_with_races(machine_, program_, limits);
  }
  /// Takes the cells that may race from the states that the certificate lists: if they are all, so
  /// are these cells.
  CertificateCheck check(const std::string& name, std::istream& in, const BadState& bad) override {
    std::stringstream kept;
    kept << in.rdbuf();
    std::set<Location> watched;
    for (std::string text; std::getline(kept, text);) {
      certificate::Line line;
      if (!certificate::parse(text, line) || line.words.size() < machine_.layout().words())
        continue;
      for (std::size_t t = 0; t < machine_.layout().threads(); ++t) {
        const Operation op = next(line.words, t);
        if (machine_.levels().may_race(op) && op.location < machine_.layout().locations())
          watched.insert(op.location);
      }
    }
    machine_.watch({watched.begin(), watched.end()});
    kept.clear();
    kept.seekg(0);
    return OnMachine::check(name, kept, bad);
  }
  std::optional<ViewRace> race(Words state) const override { return machine_.race(state); }
  bool deadlocked(Words state) const override { return machine_.deadlocked(state); }
  const ViewMachine* views() const override { return &machine_; }

 private:
  const MachineProgram& program_;
};

}  // namespace

std::unique_ptr<KernelSystem> kernel_system(const MachineProgram& program, Judge judge) {
  switch (judge) {
    case Judge::sc:
      return std::make_unique<OnMachine<ScMachine>>(ScMachine(program));
    case Judge::tso_x86:
      return std::make_unique<OnMachine<TsoMachine>>(TsoMachine(program));
    case Judge::views:
      return std::make_unique<OnViews>(program);
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
    if (op.kind == Kind::aborted) return "aborts: " + reason(kernel_, op);
  }
  return system_->deadlocked(state) ? "deadlock" : "";
}

}  // namespace touchstone::explore
