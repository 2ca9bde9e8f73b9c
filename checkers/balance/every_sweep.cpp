#include "checkers/balance/every_sweep.hpp"

#include <algorithm>
#include <vector>

#include "models/core/choice_tape.hpp"
#include "models/core/exec.hpp"

namespace touchstone::balance {
namespace {

constexpr std::size_t kStates = 48;
constexpr std::uint32_t kTapes = 12;

/// End, trials of each stage, and every choice that was asked for.
struct Run {
  StateKey end = 0;
  std::vector<std::uint64_t> counts = {};
  std::vector<std::uint32_t> values = {};
  std::vector<std::uint32_t> arities = {};
  bool refused = false;  ///< a tape of the sample asked for a choice that does not exist
  friend bool operator==(const Run&, const Run&) = default;
};

Run run(TinySystem& system, std::size_t which, StateKey from, std::uint64_t sweep,
        ChoiceTape& tape) {
  ProofExec exec;
  Run result;
  system.load(from);
  try {
    system.apply(which, sweep, tape, exec);
    result.end = system.key();
    std::vector<TinyStageCount> counts(system.stages().size());
    system.count_stages(counts);
    for (const TinyStageCount& count : counts)
      result.counts.insert(result.counts.end(), {count.trials, count.accepted});
  } catch (const InputError&) {
    result.refused = true;
  }
  for (const ChoiceTape::Choice& choice : tape.choices()) {
    result.values.push_back(choice.value);
    result.arities.push_back(choice.arity);
  }
  return result;
}

}  // namespace

std::optional<SweepDifference> sweep_difference(const TinyModel& model, TinySystem& system,
                                                const States& states, std::uint64_t& compared) {
  const std::size_t stride = std::max<std::size_t>(1, states.size() / kStates);
  for (std::size_t s = 0; s < states.size(); s += stride) {
    const auto state = static_cast<Index>(s);
    if (states.configuration(state) == States::kIllegal) continue;
    const StateKey from = states.key(state);
    for (std::size_t which = 0; which < model.operators.size(); ++which)
      for (std::uint32_t number = 0; number < kTapes; ++number) {
        ChoiceTape spread = ChoiceTape::spread(number);
        const Run first = run(system, which, from, 0, spread);
        for (const std::uint64_t sweep : kSweeps) {
          ++compared;
          ChoiceTape same = ChoiceTape::replay(first.values);
          if (run(system, which, from, sweep, same) != first)
            return SweepDifference{sweep, {model.operators[which].name, from, first.values}};
        }
      }
  }
  return std::nullopt;
}

}  // namespace touchstone::balance
