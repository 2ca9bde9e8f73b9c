// checkers/balance/states.hpp
// Purpose   The states met so far, numbered from 0, and the configurations they stand for.
#pragma once
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/core/tiny_model.hpp"
#include "statistics/exact/index.hpp"

namespace touchstone::balance {

using namespace exact;  // proofs speak of nothing else

/// Bounds of an enumeration; beyond them it is an error, never a partial answer.
struct Limits {
  std::size_t states = std::size_t{1} << 19;
  std::uint64_t tapes_of_row = std::uint64_t{1} << 22;
  std::uint64_t tapes = std::uint64_t{1} << 31;
};

/// Work done by an enumeration.
struct Effort {
  std::uint64_t tapes = 0;   ///< runs of the body, whole or of one slice
  std::uint64_t trials = 0;  ///< trial moves in them, where the system counts these
};

class States {
 public:
  /// Throws InputError when a model lists no configuration, or one twice.
  explicit States(const TinySystem& system);

  std::size_t size() const { return keys_.size(); }
  StateKey key(Index state) const { return keys_[state]; }
  /// The number of a state; a new one is appended.
  Index number(StateKey key, const Limits& limits);
  /// The number of a state met before; kIllegal when there is none.
  Index find(StateKey key) const;

  std::size_t configurations() const { return configurations_.size(); }
  /// The configuration of a state; kIllegal when it is none of the legal ones.
  Index configuration(Index state) const { return of_state_[state]; }
  StateKey configuration_key(Index configuration) const { return configurations_[configuration]; }
  /// The number of a configuration by its key; kIllegal when unknown.
  Index find_configuration(StateKey key) const;
  std::uint64_t weight(Index configuration) const { return weights_[configuration]; }
  const TinySystem& system() const { return *system_; }

  static constexpr Index kIllegal = kNone;

 private:
  const TinySystem* system_;
  std::vector<StateKey> keys_;
  std::vector<Index> of_state_;
  std::unordered_map<StateKey, Index> numbers_;
  std::vector<StateKey> configurations_;
  std::vector<std::uint64_t> weights_;
  std::unordered_map<StateKey, Index> configuration_numbers_;
};

}  // namespace touchstone::balance
