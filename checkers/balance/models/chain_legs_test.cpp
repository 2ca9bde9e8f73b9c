// Event chains of production and with one clock on the same small lattices: the same step, from
// every configuration and for every choice of active disks.
#include <gtest/gtest.h>

#include "checkers/balance/enumerate.hpp"

namespace touchstone::balance {
namespace {

/// The key after an operator from every configuration, tape by tape.
std::vector<StateKey> ends(const TinyModel& model, std::size_t which) {
  const auto system = model.make();
  std::vector<StateKey> result;
  for (const StateKey from : system->configurations()) {
    ChoiceTape tape;
    do {
      system->load(from);
      ProofExec exec;
      system->apply(which, 0, tape, exec);
      result.push_back(system->key());
    } while (tape.next());
  }
  return result;
}

TEST(LatticeChains, AreThoseOfOneGlobalClock) {
  std::size_t compared = 0;
  for (const TinyModel& model : tiny_models())
    for (const TinyModel& clock : tiny_models()) {
      if (clock.scheme != "ecmc/sampler-reference" || model.model != clock.model) continue;
      const bool fast = model.scheme == "ecmc/sampler";
      const bool kept = model.scheme == "mutant/chains-violations-kept";
      if (!fast && !kept) continue;
      for (std::size_t which = 0; which < model.operators.size(); ++which)
        EXPECT_EQ(ends(model, which) == ends(clock, which), fast) << model.scheme << clock.model;
      ++compared;
    }
  EXPECT_EQ(compared, 5u);
}

}  // namespace
}  // namespace touchstone::balance
