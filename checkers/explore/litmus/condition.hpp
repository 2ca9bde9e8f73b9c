// checkers/explore/litmus/condition.hpp
// Purpose   The question of a litmus file: `exists`, `~exists` or `forall` over a formula of
//           equalities between observed names and values.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "checkers/explore/machine/operation.hpp"

namespace touchstone::explore {

struct Formula {
  enum class Kind : std::uint8_t { equal, not_equal, conjunction, disjunction, negation, truth };
  Kind kind = Kind::truth;
  std::string name = {};  ///< name of a register ("r0", "1:r0") or a variable ("x", "x[1]")
  Value value = 0;
  std::vector<Formula> parts = {};

  bool holds(const std::function<Value(const std::string&)>& value_of) const {
    switch (kind) {
      case Kind::equal:
        return value_of(name) == value;
      case Kind::not_equal:
        return value_of(name) != value;
      case Kind::conjunction:
        for (const Formula& part : parts)
          if (!part.holds(value_of)) return false;
        return true;
      case Kind::disjunction:
        for (const Formula& part : parts)
          if (part.holds(value_of)) return true;
        return false;
      case Kind::negation:
        return !parts.at(0).holds(value_of);
      case Kind::truth:
        return true;
    }
    return false;
  }
  void names(std::vector<std::string>& result) const {
    if (!name.empty()) result.push_back(name);
    for (const Formula& part : parts) part.names(result);
  }
};

struct Condition {
  enum class Quantifier : std::uint8_t { exists, not_exists, forall };
  Quantifier quantifier = Quantifier::exists;
  Formula formula;
  std::string text;  ///< as written
};

}  // namespace touchstone::explore
