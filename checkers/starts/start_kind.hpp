// checkers/starts/start_kind.hpp
// Purpose   The kind of generators of initial states, of every family: a run from a wrong start can
//           agree with every other run from it, bit for bit.
// Computes  Numbers read off starts of the generator are compared with the same numbers of starts
//           that other code draws from the same law (two samples, Kolmogorov and Smirnov).
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/core/registry.hpp"

namespace touchstone {
namespace starts {

/// Numbers read off one start.
struct Drawn {
  /// Values by name. Those of one name are independent of each other and follow one law.
  std::map<std::string, std::vector<double>> values = {};
  std::string wrong = {};  ///< fault that no start of the generator can have; empty: none
};

struct Generator {
  SchemeInfo info;
  std::function<Drawn(std::uint64_t seed)> draw;
  /// The same numbers of a start that is drawn by other code. Not set where nothing is random.
  std::function<Drawn(std::mt19937_64& random)> law = {};
  int starts = 1;  ///< compared, at an effort of 1
  /// Numbers of so many particles, one after the other in the order in which they are drawn, of one
  /// start; not set where a start has an order of its own, such as that of radii.
  std::function<std::vector<double>(std::size_t particles, std::uint64_t seed)> many = {};
  std::vector<std::function<void()>> refused = {};  ///< calls that must be refused
  bool mutant = false;
  std::string family = {};  ///< family of the runs that begin with its states
};

/// All generators, sorted by name.
Registry<Generator>& generators();
/// Adds a generator of a family and returns true.
inline bool register_generator(const char* family, Generator generator) {
  generator.family = family;
  return generators().add(std::move(generator));
}

/// Uniform in [0, 1).
inline double uniform(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11) * 0x1p-53;
}

}  // namespace starts

template <>
struct Kind<starts::Generator> {
  static constexpr const char* family = "longrange";
  static constexpr const char* runs = "initial states";
  static const std::vector<starts::Generator>& schemes() { return starts::generators().items(); }
  using Conditions = NoConditions;
};

}  // namespace touchstone
