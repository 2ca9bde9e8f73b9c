// checkers/explore/litmus/program.hpp
// Purpose   A litmus program after parsing: threads as short lists of instructions, and a question
//           about its final states. Both front ends (one line, herd7's C) produce this.
// Not here  Parsing (one_line.cpp, herd_c.cpp), running (thread.cpp).
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checkers/explore/litmus/condition.hpp"
#include "checkers/explore/litmus/expression.hpp"
#include "checkers/explore/machine/operation.hpp"

namespace touchstone::explore {

/// `name` or `name[index]`.
struct Variable {
  std::string name;
  std::optional<Expression> index = {};
};

struct Instruction {
  enum class Code : std::uint8_t {
    access,     ///< load, store, update or fence: `operation` with the parts below filled in
    assign,     ///< target = value
    jump,       ///< to `goal`
    jump_zero,  ///< to `goal` if value is 0
    assume      ///< discard the execution if value is 0
  };
  Code code = Code::access;
  Operation operation = {};
  Variable variable = {};
  Expression value = {};                   ///< operand of an access
  Expression expected = {};                ///< expected value of a compare_exchange
  std::optional<std::size_t> target = {};  ///< register that receives the response
  bool success = false;  ///< the target receives whether a compare_exchange stored, not its value
  /// herd7's C: the register whose value `expected` came from receives what was read.
  std::optional<std::size_t> observed = {};
  std::size_t goal = 0;
  std::string text;  ///< as written, for reports
};

struct LitmusThread {
  std::vector<Instruction> code;
  std::vector<std::string> registers;  ///< hidden ones, as loop counters, are named ""
  std::map<std::string, Value> initial_registers = {};
  Place place = {};
};

struct LitmusProgram {
  std::string name;
  std::string text;
  std::map<std::string, Value> initial;  ///< "x" or "x[3]"; all others start at 0
  std::vector<std::string> variables;    ///< plain variables and elements known from the text
  std::vector<LitmusThread> threads;
  struct Observed {  ///< a register that belongs to the outcome
    std::size_t thread;
    std::size_t index;
    std::string name;
  };
  std::vector<Observed> observed;
  /// Only these variables belong to the outcome; all of them when it is not given.
  std::optional<std::vector<std::string>> reported = {};
  std::optional<Condition> condition = {};
};

}  // namespace touchstone::explore
