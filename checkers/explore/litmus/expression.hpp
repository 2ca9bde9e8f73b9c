// checkers/explore/litmus/expression.hpp
// Purpose   Integer expressions over the registers of one thread, in postfix order.
// Errors    Division by zero throws InputError with the place in the text, unless it stands on the
//           right of && or || and is not asked for.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "checkers/explore/machine/operation.hpp"

namespace touchstone::explore {

class Expression {
 public:
  enum class Code : std::uint8_t {
    constant,
    load_register,
    negate,
    not_,
    complement,
    multiply,
    divide,
    remainder,
    add,
    subtract,
    shift_left,
    shift_right,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    bit_and,
    bit_xor,
    bit_or,
    and_,
    or_
  };
  struct Step {
    Code code;
    Value value = 0;    ///< the constant, or the number of the register
    std::string where;  ///< "line:column" of a division
    friend bool operator==(const Step& a, const Step& b) {
      return a.code == b.code && a.value == b.value;
    }
  };
  friend bool operator==(const Expression&, const Expression&) = default;

  Expression() = default;
  explicit Expression(Value constant) { push({Code::constant, constant, {}}); }
  static Expression of_register(std::size_t index) {
    Expression result;
    result.push({Code::load_register, static_cast<Value>(index), {}});
    return result;
  }

  void push(Step step) { steps_.push_back(std::move(step)); }
  void append(const Expression& other) {
    steps_.insert(steps_.end(), other.steps_.begin(), other.steps_.end());
  }
  bool empty() const { return steps_.empty(); }
  bool constant() const {
    for (const Step& step : steps_)
      if (step.code == Code::load_register) return false;
    return true;
  }
  Value evaluate(std::span<const Value> registers) const;
  /// Registers that the value depends on, each once. A compiler sees that r0-r0, r0^r0 and r0*0
  /// depend on nothing.
  std::vector<std::size_t> registers() const;

 private:
  std::vector<Step> steps_;
};

}  // namespace touchstone::explore
