// checkers/explore/sampling/any_system.hpp
// Purpose   A transition system behind one interface, so that what follows single runs of it
//           (samplers, replays) is compiled once. Exhaustive exploration uses the system itself.
// Cost      A copy of every possible next state at each step.
#pragma once
#include <vector>

#include "checkers/explore/graph/system.hpp"

namespace touchstone::explore {

/// A state that is kept.
using StateWords = std::vector<std::uint64_t>;

/// Option in a state: a step, and the state it leads to.
struct Option {
  Step step;
  StateWords next;
};

class AnySystem {
 public:
  virtual ~AnySystem() = default;
  virtual unsigned threads() const = 0;
  virtual StateWords initial() const = 0;
  virtual Ending ending(Words state) const = 0;
  /// Options in the order of system.hpp; none in an ended state.
  virtual std::vector<Option> options(Words state) const = 0;
};

template <TransitionSystem System>
class Any final : public AnySystem {
 public:
  /// The system must outlive it.
  explicit Any(const System& system) : system_(system) {}

  unsigned threads() const override { return static_cast<unsigned>(system_.threads()); }
  StateWords initial() const override {
    StateWords state;
    system_.initial(state);
    return state;
  }
  Ending ending(Words state) const override { return system_.ending(state); }
  std::vector<Option> options(Words state) const override {
    std::vector<Option> result;
    if (system_.ending(state) != Ending::running) return result;
    system_.successors(state, [&](const Step& step, Words next) {
      result.push_back({step, StateWords(next.begin(), next.end())});
    });
    return result;
  }

 private:
  const System& system_;
};

}  // namespace touchstone::explore
