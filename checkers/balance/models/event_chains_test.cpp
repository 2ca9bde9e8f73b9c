// Event chains are maps of lifted configurations: each has exactly one successor and, when the rule
// is right, exactly one predecessor. Chains with local times give the map of those that advance
// together, in whatever order they advance.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "checkers/balance/enumerate.hpp"

namespace touchstone::balance {
namespace {

std::vector<TinyModel> models_of(const std::string& scheme) {
  std::vector<TinyModel> result;
  for (const TinyModel& model : tiny_models())
    if (model.scheme == scheme) result.push_back(model);
  return result;
}

/// The chains of a model: the successors of every lifted configuration.
std::map<StateKey, std::vector<StateKey>> successors(const TinyModel& model) {
  const auto system = model.make();
  States states(*system);
  std::map<StateKey, std::vector<StateKey>> result;
  Effort effort;
  const std::size_t known = states.size();
  for (Index x = 0; x < known; ++x)
    for (const Index to : plain_outcomes(*system, 0, states.key(x), states, {}, effort).to)
      result[states.key(x)].push_back(states.key(to));
  return result;
}

/// Number of lifted configurations that lead to each.
std::map<StateKey, int> predecessors(const std::map<StateKey, std::vector<StateKey>>& map) {
  std::map<StateKey, int> result;
  for (const auto& [from, ends] : map)
    for (const StateKey to : ends) ++result[to];
  return result;
}

TEST(EventChains, EachLiftedConfigurationHasOnePredecessor) {
  std::size_t models = 0;
  for (const char* scheme : {"variant/event-chain", "variant/event-chain-reflected-at-walls",
                             "variant/event-chain-local-times"})
    for (const TinyModel& model : models_of(scheme)) {
      const auto map = successors(model);
      for (const auto& [from, ends] : map) ASSERT_EQ(ends.size(), 1u) << model.scheme << from;
      const auto before = predecessors(map);
      EXPECT_EQ(before.size(), map.size()) << model.scheme << " on " << model.model;
      ++models;
    }
  EXPECT_GE(models, 6u);
}

TEST(EventChains, MutantsHaveLiftedConfigurationsWithoutPredecessor) {
  for (const char* scheme :
       {"mutant/event-chain-stops", "mutant/event-chain-overtakes",
        "mutant/event-chain-rejected-at-walls", "mutant/event-chain-waits-for-active"}) {
    const auto map = successors(models_of(scheme).at(0));
    EXPECT_LT(predecessors(map).size(), map.size()) << scheme;
  }
}

TEST(EventChains, LocalTimesGiveTheMapOfACommonClock) {
  for (const TinyModel& together : models_of("variant/event-chain"))
    for (const TinyModel& local : models_of("variant/event-chain-local-times"))
      if (together.model == local.model) {
        EXPECT_EQ(successors(local), successors(together)) << local.model;
      }
  const auto any_order = successors(models_of("mutant/event-chain-without-local-times").at(0));
  EXPECT_TRUE(std::any_of(any_order.begin(), any_order.end(), [](const auto& entry) {
    return entry.second.size() > 1;
  })) << "without local times the order shows";
}

}  // namespace
}  // namespace touchstone::balance
