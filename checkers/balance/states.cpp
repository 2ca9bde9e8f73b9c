#include "checkers/balance/states.hpp"

#include <fmt/format.h>

namespace touchstone::balance {

States::States(const TinySystem& system) : system_(&system) {
  const std::vector<StateKey> starts = system.configurations();
  if (starts.empty())
    throw input_error("tiny model", "list of configurations", "at least one", "none");
  for (const StateKey start : starts) {
    const StateKey configuration = system.configuration(start);
    const std::uint64_t weight = system.weight(configuration);
    if (weight == 0)
      throw input_error("tiny model", "weight of a listed configuration", "positive", "0");
    if (!configuration_numbers_.emplace(configuration, static_cast<Index>(configurations_.size()))
             .second)
      throw input_error("tiny model", "list of configurations", "each once",
                        fmt::format("key {} twice", configuration));
    configurations_.push_back(configuration);
    weights_.push_back(weight);
  }
  const Limits room{.states = starts.size()};
  for (const StateKey start : starts) number(start, room);
}

Index States::number(StateKey key, const Limits& limits) {
  const auto [place, added] = numbers_.emplace(key, static_cast<Index>(keys_.size()));
  if (!added) return place->second;
  if (keys_.size() >= limits.states)
    throw input_error("balance", "number of states", fmt::format("at most {}", limits.states),
                      "more; choose a smaller model");
  keys_.push_back(key);
  of_state_.push_back(find_configuration(system_->configuration(key)));
  return place->second;
}

Index States::find(StateKey key) const {
  const auto place = numbers_.find(key);
  return place == numbers_.end() ? kIllegal : place->second;
}

Index States::find_configuration(StateKey key) const {
  const auto place = configuration_numbers_.find(key);
  return place == configuration_numbers_.end() ? kIllegal : place->second;
}

}  // namespace touchstone::balance
