#include "checkers/explore/litmus/expression.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using Code = Expression::Code;
constexpr std::size_t kDepth = 32;

std::uint64_t bits(Value v) { return static_cast<std::uint64_t>(v); }
Value value(std::uint64_t v) { return static_cast<Value>(v); }

Value divide(const Expression::Step& step, Value left, Value right) {
  if (right == -1) return value(0 - bits(left));  // the quotient of the smallest value overflows
  return step.code == Code::divide ? left / right : left % right;
}

Value binary(const Expression::Step& step, Value left, Value right) {
  switch (step.code) {
    case Code::multiply:
      return value(bits(left) * bits(right));
    case Code::divide:
      return divide(step, left, right);
    case Code::remainder:
      return right == -1 ? 0 : divide(step, left, right);
    case Code::add:
      return value(bits(left) + bits(right));
    case Code::subtract:
      return value(bits(left) - bits(right));
    case Code::shift_left:
      return value(bits(left) << (bits(right) & 63));
    case Code::shift_right:
      return left >> (bits(right) & 63);
    case Code::less:
      return left < right;
    case Code::less_equal:
      return left <= right;
    case Code::greater:
      return left > right;
    case Code::greater_equal:
      return left >= right;
    case Code::equal:
      return left == right;
    case Code::not_equal:
      return left != right;
    case Code::bit_and:
      return value(bits(left) & bits(right));
    case Code::bit_xor:
      return value(bits(left) ^ bits(right));
    case Code::bit_or:
      return value(bits(left) | bits(right));
    case Code::and_:
      return left != 0 && right != 0;
    default:  // or_: the others take one value or none
      return left != 0 || right != 0;
  }
}

}  // namespace

namespace {

/// A value, or the division by zero that leaves it open: && and || may never ask for it.
struct Found {
  Value value = 0;
  const Expression::Step* by_zero = nullptr;
};

Found combined(const Expression::Step& step, const Found& left, const Found& right) {
  if (left.by_zero != nullptr) return left;
  if (step.code == Code::and_ && left.value == 0) return {0};
  if (step.code == Code::or_ && left.value != 0) return {1};
  if (right.by_zero != nullptr) return right;
  const bool divides = step.code == Code::divide || step.code == Code::remainder;
  if (divides && right.value == 0) return {0, &step};
  return {binary(step, left.value, right.value)};
}

}  // namespace

Value Expression::evaluate(std::span<const Value> registers) const {
  std::array<Found, kDepth> stack{};
  std::size_t depth = 0;
  for (const Step& step : steps_) {
    switch (step.code) {
      case Code::constant:
      case Code::load_register:
        if (depth == kDepth) throw InputError("litmus program: an expression is nested too deeply");
        stack[depth++] = {step.code == Code::constant
                              ? step.value
                              : registers[static_cast<std::size_t>(step.value)]};
        break;
      case Code::negate:
        stack[depth - 1].value = value(0 - bits(stack[depth - 1].value));
        break;
      case Code::not_:
        stack[depth - 1].value = stack[depth - 1].value == 0;
        break;
      case Code::complement:
        stack[depth - 1].value = value(~bits(stack[depth - 1].value));
        break;
      default:
        --depth;
        stack[depth - 1] = combined(step, stack[depth - 1], stack[depth]);
    }
  }
  if (depth == 0) return 0;
  if (stack[0].by_zero != nullptr)
    throw InputError("litmus program: " + stack[0].by_zero->where + ": division by zero");
  return stack[0].value;
}

namespace {

/// Operand on the stack: its steps, its registers, and whether it is 0 whatever they hold.
struct Part {
  std::span<const Expression::Step> steps;
  std::set<std::size_t> registers;
  bool zero = false;
};

Part part_of(const Expression::Step& step, const Part& left, const Part& right) {
  Part result{{left.steps.data(), left.steps.size() + right.steps.size() + 1}, left.registers};
  result.registers.insert(right.registers.begin(), right.registers.end());
  const bool same =
      std::equal(left.steps.begin(), left.steps.end(), right.steps.begin(), right.steps.end());
  result.zero =
      ((step.code == Code::subtract || step.code == Code::bit_xor) && same) ||
      ((step.code == Code::multiply || step.code == Code::bit_and) && (left.zero || right.zero));
  if (result.zero) result.registers.clear();
  return result;
}

}  // namespace

std::vector<std::size_t> Expression::registers() const {
  std::vector<Part> stack;
  const std::span<const Step> all(steps_);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Step& step = all[i];
    if (step.code == Code::constant) {
      stack.push_back({all.subspan(i, 1), {}, step.value == 0});
    } else if (step.code == Code::load_register) {
      stack.push_back({all.subspan(i, 1), {static_cast<std::size_t>(step.value)}});
    } else if (step.code == Code::negate || step.code == Code::not_ ||
               step.code == Code::complement) {
      Part& operand = stack.back();
      operand.steps = {operand.steps.data(), operand.steps.size() + 1};
      operand.zero = operand.zero && step.code == Code::negate;
    } else {
      const Part right = std::move(stack.back());
      stack.pop_back();
      stack.back() = part_of(step, stack.back(), right);
    }
  }
  if (stack.empty()) return {};
  return {stack.back().registers.begin(), stack.back().registers.end()};
}

}  // namespace touchstone::explore
