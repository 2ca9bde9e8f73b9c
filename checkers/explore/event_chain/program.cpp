#include "checkers/explore/event_chain/program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

/// Interchanges two entries; false when one of them is not there.
template <class Order>
bool interchange(Order& order, Statement a, Statement b) {
  const auto first = std::find(order.begin(), order.end(), a);
  const auto second = std::find(order.begin(), order.end(), b);
  if (first == order.end() || second == order.end()) return false;
  std::iter_swap(first, second);
  return true;
}

template <class Order>
void link(const Order& order, std::array<Statement, 28>& next) {
  for (std::size_t i = 0; i + 1 < order.size(); ++i) next[order[i]] = order[i + 1];
  next[order.back()] = 25;
}

template <class Order>
bool in_order(const Order& order, Statement a, Statement b) {
  return std::find(order.begin(), order.end(), a) < std::find(order.begin(), order.end(), b);
}

}  // namespace

std::array<Statement, 28> Program::next() const {
  std::array<Statement, 28> result{};
  link(lifting, result);
  link(breakpoint, result);
  return result;
}

bool Program::before(Statement a, Statement b) const {
  return a < 20 ? in_order(lifting, a, b) : in_order(breakpoint, a, b);
}

Program interchanged(Statement a, Statement b, bool keeps_values) {
  Program program;
  program.keeps_values = keeps_values;
  if (!interchange(program.lifting, a, b) && !interchange(program.breakpoint, a, b))
    throw input_error("Algorithm 5", "interchanged statements", "both of 14-19 or both of 21-24",
                      fmt::format("{} and {}", a, b));
  return program;
}

}  // namespace touchstone::explore
