// checkers/explore/kernels/explored_memory.hpp
// Purpose   The memory of a concurrent kernel under exploration; the counterpart of
//           models/core/native_memory.hpp. The kernel is run again and again: from its last
//           checkpoint, with the responses it has had since, up to one new operation, where it is
//           left. So a thread is a few words, and no engine needs threads, fibers or a compiler.
// Cost      One run of the kernel from its checkpoint for each step, about 500 instructions for a
//           spin lock. Leaving by an exception would make it 11 700; __builtin_longjmp would save
//           30, but the address sanitizer does not know it.
// Not here  Values: an engine decides what a load returns (checkers/explore/machine).
//
// Rules for a kernel. It is a function of memory, shared cells and local state only; its locals are
// trivially destructible, because it is left by longjmp in the middle; and it says
// `state = m.checkpoint(state)` before its first operation and at the head of each loop that may
// run long, with all that is live there in `state`: the kernel is entered again with that value.
#pragma once
#include <csetjmp>
#include <cstring>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "checkers/explore/kernels/cells.hpp"
#include "checkers/explore/kernels/mutation.hpp"
#include "models/core/memory_order.hpp"
#include "models/core/memory_scope.hpp"

namespace touchstone::explore {

/// The kernel breaks a rule above; the text says which and where.
class KernelError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

constexpr Order explored(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::plain:
      return Order::na;
    case MemoryOrder::relaxed:
      return Order::rlx;
    case MemoryOrder::acquire:
      return Order::acq;
    case MemoryOrder::release:
      return Order::rel;
    case MemoryOrder::acq_rel:
      return Order::acqrel;
    case MemoryOrder::seq_cst:
      break;
  }
  return Order::sc;
}

constexpr Scope explored(MemoryScope scope) {
  switch (scope) {
    case MemoryScope::block:
      return Scope::block;
    case MemoryScope::device:
      return Scope::device;
    case MemoryScope::system:
      break;
  }
  return Scope::system;
}

template <class Comparison>
constexpr Compare compare_of() {
  if constexpr (std::is_same_v<Comparison, std::equal_to<>>) return Compare::equal;
  if constexpr (std::is_same_v<Comparison, std::not_equal_to<>>) return Compare::not_equal;
  if constexpr (std::is_same_v<Comparison, std::less<>>) return Compare::less;
  if constexpr (std::is_same_v<Comparison, std::less_equal<>>) return Compare::less_equal;
  if constexpr (std::is_same_v<Comparison, std::greater<>>) return Compare::greater;
  if constexpr (std::is_same_v<Comparison, std::greater_equal<>>) return Compare::greater_equal;
}

/// Values of 64 bits may have no sign; smaller ones are kept as numbers that fit with it.
template <class T>
constexpr bool is_wide_unsigned() {
  if constexpr (std::is_enum_v<T>)
    return is_wide_unsigned<std::underlying_type_t<T>>();
  else
    return std::is_unsigned_v<T> && sizeof(T) == sizeof(Value);
}

/// Operations whose response is a value; that of stores and fences is always 0 and is not kept.
constexpr bool answers(Kind kind) {
  return kind == Kind::load || kind == Kind::update || kind == Kind::choose;
}

class ExploredMemory {
 public:
  template <class T>
  using Cell = ExploredCell<T>;

  // The operations are those of NativeMemory; `line` is where the kernel calls them.

  template <class T, MemoryOrder O, MemoryScope S = MemoryScope::system>
  T load(Cell<T> cell, OrderConstant<O>, ScopeConstant<S> = {}, int line = __builtin_LINE()) {
    static_assert(legal_load(O));
    Operation op = access(Kind::load, cell.location, O, line, S);
    return from_value<T>(issue(op));
  }

  template <class T, MemoryOrder O, MemoryScope S = MemoryScope::system>
  void store(Cell<T> cell, std::type_identity_t<T> value, OrderConstant<O>, ScopeConstant<S> = {},
             int line = __builtin_LINE()) {
    static_assert(legal_store(O));
    Operation op = access(Kind::store, cell.location, O, line, S);
    op.operand = to_value<T>(value);
    issue(op);
  }

  template <class T, MemoryOrder O, MemoryScope S = MemoryScope::system>
  T exchange(Cell<T> cell, std::type_identity_t<T> value, OrderConstant<O>, ScopeConstant<S> = {},
             int line = __builtin_LINE()) {
    static_assert(legal_update(O));
    Operation op = access(Kind::update, cell.location, O, line, S);
    op.update = Update::exchange;
    op.operand = to_value<T>(value);
    return from_value<T>(issue(op));
  }

  template <std::integral T, MemoryOrder O, MemoryScope S = MemoryScope::system>
  T fetch_add(Cell<T> cell, std::type_identity_t<T> value, OrderConstant<O>, ScopeConstant<S> = {},
              int line = __builtin_LINE()) {
    static_assert(legal_update(O));
    Operation op = access(Kind::update, cell.location, O, line, S);
    op.update = Update::add;
    op.operand = to_value<T>(value);
    const Value before = issue(op);
    if constexpr (sizeof(T) < sizeof(Value))  // the machine adds in 64 bits
      if (const Value sum = updated(op, before); to_value(from_value<T>(sum)) != sum)
        fail(line, "fetch_add leaves the range of its type; explored cells do not wrap");
    return from_value<T>(before);
  }

  template <class T, MemoryOrder O, MemoryOrder F, MemoryScope S = MemoryScope::system>
  bool compare_exchange(Cell<T> cell, std::type_identity_t<T>& expected,
                        std::type_identity_t<T> desired, OrderConstant<O>, OrderConstant<F>,
                        ScopeConstant<S> = {}, int line = __builtin_LINE()) {
    static_assert(legal_update(O) && legal_failure(F));
    Operation op = compare_exchange_of<T, O>(cell, expected, desired, line, S);
    op.failure = explored(F);
    const Value found = issue(op);
    if (found == op.expected) return true;
    expected = from_value<T>(found);
    return false;
  }

  template <MemoryOrder O, MemoryScope S = MemoryScope::system>
  void fence(OrderConstant<O>, ScopeConstant<S> = {}, int line = __builtin_LINE()) {
    static_assert(legal_fence(O));
    issue(access(Kind::fence, 0, O, line, S));
  }

  template <class T, class Comparison, MemoryOrder O, MemoryScope S = MemoryScope::system>
  T wait_until(Cell<T> cell, Comparison, std::type_identity_t<T> other, OrderConstant<O>,
               ScopeConstant<S> = {}, int line = __builtin_LINE()) {
    static_assert(legal_load(O) && O != MemoryOrder::plain);
    constexpr Compare kCompare = compare_of<Comparison>();
    static_assert(std::is_integral_v<T> || std::is_enum_v<T> || kCompare <= Compare::not_equal,
                  "only numbers have an order");
    Operation op = access(Kind::load, cell.location, O, line, S);
    op.waits = true;
    op.compare = is_wide_unsigned<T>() ? of_unsigned(kCompare) : kCompare;
    op.operand = to_value<T>(other);
    return from_value<T>(issue(op));
  }

  template <class T, MemoryOrder O, MemoryScope S = MemoryScope::system>
  void wait_exchange(Cell<T> cell, std::type_identity_t<T> expected,
                     std::type_identity_t<T> desired, OrderConstant<O>, ScopeConstant<S> = {},
                     int line = __builtin_LINE()) {
    static_assert(legal_update(O));
    Operation op = compare_exchange_of<T, O>(cell, expected, desired, line, S);
    op.failure = Order::rlx;
    op.waits = true;
    issue(op);
  }

  std::uint32_t choose(std::uint32_t n, int line = __builtin_LINE()) {
    Operation op = access(Kind::choose, 0, MemoryOrder::relaxed, line);
    op.operand = n;
    return static_cast<std::uint32_t>(issue(op));
  }

  template <class State>
  State checkpoint(const State& state) {
    static_assert(std::is_trivially_copyable_v<State> && std::is_trivially_destructible_v<State>);
    static_assert(std::has_unique_object_representations_v<State>,
                  "equal states must have equal bytes: no padding, no floating point");
    declare(&state, sizeof state);
    return state;
  }

  [[noreturn]] void abort(int reason, int line = __builtin_LINE()) {
    Operation op = access(Kind::aborted, 0, MemoryOrder::relaxed, line);
    op.operand = reason;
    postponed_.reset();
    perform(op);
    fail(line, "the kernel went on after it had aborted");
  }

 private:
  friend class KernelRun;

  /// Memory of a thread: state at its last checkpoint, and its operations since.
  struct Record {
    std::byte* state = nullptr;
    std::size_t state_bytes = 0;
    const Value* responses = nullptr;
    std::size_t performed = 0;
    bool whole_history = false;  ///< checkpoints forget nothing: for their audit
  };

  static constexpr Operation access(Kind kind, Location location, MemoryOrder order, int line,
                                    MemoryScope scope = MemoryScope::system) {
    Operation op;
    op.kind = kind;
    op.location = location;
    op.order = op.failure = explored(order);
    op.scope = order == MemoryOrder::plain ? Scope::system : explored(scope);
    op.site = static_cast<std::uint32_t>(line);
    return op;
  }
  template <class T, MemoryOrder O>
  static Operation compare_exchange_of(Cell<T> cell, T expected, T desired, int line,
                                       MemoryScope scope) {
    Operation op = access(Kind::update, cell.location, O, line, scope);
    op.update = Update::compare_exchange;
    op.expected = to_value<T>(expected);
    op.operand = to_value<T>(desired);
    return op;
  }

  Value issue(const Operation& op) {
    if (mutation_ == nullptr) [[likely]]
      return perform(op);
    return issue_mutated(op);
  }

  /// The response, if there has been one; otherwise this is the next operation.
  Value perform(const Operation& op) {
    if (position_ == record_.performed) {
      next_ = op;
      std::longjmp(exit_, 1);
    }
    if (++position_ == record_.performed && before_ != nullptr && !(op == *before_)) differs(op);
    return answers(op.kind) ? record_.responses[used_++] : 0;
  }

  Value issue_mutated(const Operation& op);
  Value issue_split(const Operation& op);
  void perform_postponed();
  void declare(const void* state, std::size_t bytes);
  void finish();
  [[noreturn]] void differs(const Operation& op) const;
  [[noreturn]] static void fail(int line, const std::string& what);

  std::jmp_buf exit_;
  Record record_;
  std::size_t position_ = 0;           ///< operations performed again in this run
  std::size_t used_ = 0;               ///< responses used in this run
  std::size_t crossed_ = 0;            ///< checkpoints since the last new operation
  const Operation* before_ = nullptr;  ///< the last of them must equal it
  const Mutation* mutation_ = nullptr;
  std::optional<Operation> postponed_;
  Operation next_;
};

}  // namespace touchstone::explore
