#include "checkers/explore/litmus/expression.hpp"

#include <algorithm>
#include <array>

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

std::vector<std::size_t> Expression::registers() const {
  std::vector<std::size_t> result;
  for (const Step& step : steps_)
    if (step.code == Code::load_register) result.push_back(static_cast<std::size_t>(step.value));
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace touchstone::explore
