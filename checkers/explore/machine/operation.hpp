// checkers/explore/machine/operation.hpp
// Purpose   One visible step of a thread: an access to shared memory, a fence, a random choice, or
//           the end. Every engine of the explorer works on these; they differ only in which value a
//           read may return.
// Not here  Where operations come from: litmus programs (checkers/explore/litmus) and production
//           kernels (checkers/explore/kernels).
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "checkers/explore/machine/scope.hpp"

namespace touchstone::explore {

using Value = std::int64_t;
using Location = std::uint16_t;

/// C++ memory orders; `na` is a plain access, which may race.
enum class Order : std::uint8_t { na, rlx, acq, rel, acqrel, sc };

inline constexpr std::array kOrders{Order::na,  Order::rlx,    Order::acq,
                                    Order::rel, Order::acqrel, Order::sc};

/// Name as written in litmus programs and reports.
constexpr std::string_view name(Order order) {
  switch (order) {
    case Order::na:
      return "na";
    case Order::rlx:
      return "rlx";
    case Order::acq:
      return "acq";
    case Order::rel:
      return "rel";
    case Order::acqrel:
      return "acqrel";
    case Order::sc:
      break;
  }
  return "sc";
}

constexpr bool is_atomic(Order order) { return order != Order::na; }
constexpr bool acquires(Order order) {
  return order == Order::acq || order == Order::acqrel || order == Order::sc;
}
constexpr bool releases(Order order) {
  return order == Order::rel || order == Order::acqrel || order == Order::sc;
}

enum class Kind : std::uint8_t {
  load,
  store,
  update,  ///< atomic read-modify-write
  fence,
  choose,  ///< one of `operand` equally likely values 0, 1, ...
  finished,
  discarded,  ///< an assumption failed: the execution does not count
  aborted     ///< the program gave up, `operand` says why
};

enum class Update : std::uint8_t { exchange, add, sub, bit_and, bit_or, bit_xor, compare_exchange };
/// Values are compared as signed numbers, or by the last four as unsigned ones.
enum class Compare : std::uint8_t {
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  below,
  below_equal,
  above,
  above_equal
};
/// The same comparison of unsigned numbers.
constexpr Compare of_unsigned(Compare compare) {
  if (compare < Compare::less || compare > Compare::greater_equal) return compare;
  return static_cast<Compare>(static_cast<int>(compare) + 4);
}

struct Operation {
  Kind kind = Kind::finished;
  Order order = Order::sc;
  Order failure = Order::sc;  ///< order of a compare_exchange that does not store
  Update update = Update::exchange;
  Compare compare = Compare::equal;
  Scope scope = Scope::system;  ///< scope of an atomic access or a fence; sc and tso_x86 ignore it
  bool waits =
      false;  ///< a load waits until `value compare operand`, a compare_exchange for success
  Location location = 0;
  std::uint32_t site = 0;  ///< number of the statement, for people
  Value operand = 0;       ///< stored, added, compared with; alternatives of a choice
  Value expected = 0;      ///< expected value of a compare_exchange
  friend bool operator==(const Operation&, const Operation&) = default;
};

constexpr bool reads(const Operation& op) {
  return op.kind == Kind::load || op.kind == Kind::update;
}
constexpr bool ends(const Operation& op) {
  return op.kind == Kind::finished || op.kind == Kind::discarded || op.kind == Kind::aborted;
}

constexpr bool holds(Value left, Compare compare, Value right) {
  const auto bits = [](Value value) { return static_cast<std::uint64_t>(value); };
  switch (compare) {
    case Compare::equal:
      return left == right;
    case Compare::not_equal:
      return left != right;
    case Compare::less:
      return left < right;
    case Compare::less_equal:
      return left <= right;
    case Compare::greater:
      return left > right;
    case Compare::greater_equal:
      return left >= right;
    case Compare::below:
      return bits(left) < bits(right);
    case Compare::below_equal:
      return bits(left) <= bits(right);
    case Compare::above:
      return bits(left) > bits(right);
    case Compare::above_equal:
      return bits(left) >= bits(right);
  }
  return false;
}

/// Effect of a load or an update once it has read a value.
struct Effect {
  bool proceeds = true;  ///< false: the operation goes on waiting
  bool stores = false;
  Value stored = 0;
  Order order = Order::sc;  ///< that of the read: a failed compare_exchange has its own
};

constexpr Value updated(const Operation& op, Value read) {
  const auto a = static_cast<std::uint64_t>(read);  // wraps, as atomics do
  const auto b = static_cast<std::uint64_t>(op.operand);
  switch (op.update) {
    case Update::exchange:
    case Update::compare_exchange:
      return op.operand;
    case Update::add:
      return static_cast<Value>(a + b);
    case Update::sub:
      return static_cast<Value>(a - b);
    case Update::bit_and:
      return static_cast<Value>(a & b);
    case Update::bit_or:
      return static_cast<Value>(a | b);
    case Update::bit_xor:
      return static_cast<Value>(a ^ b);
  }
  return 0;
}

constexpr Effect effect_of(const Operation& op, Value read) {
  if (op.kind == Kind::load)
    return {!op.waits || holds(read, op.compare, op.operand), false, 0, op.order};
  if (op.update == Update::compare_exchange && read != op.expected)
    return {!op.waits, false, 0, op.failure};
  return {true, true, updated(op, read), op.order};
}

/// Whether each operation of a thread that has not finished waits, and the last value of its
/// location lets none go on. Stores become visible in finite time ([intro.progress] of C++), so
/// these threads wait for ever, under every model.
template <class LastValue>
bool all_wait(std::span<const Operation> next, const LastValue& last) {
  bool any = false;
  for (const Operation& op : next) {
    if (op.kind == Kind::finished) continue;
    if (!op.waits || effect_of(op, last(op.location)).proceeds) return false;
    any = true;
  }
  return any;
}

}  // namespace touchstone::explore
