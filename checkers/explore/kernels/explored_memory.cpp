#include "checkers/explore/kernels/explored_memory.hpp"

namespace touchstone::explore {

void ExploredMemory::fail(int line, const std::string& what) {
  throw KernelError("kernel, line " + std::to_string(line) + ": " + what);
}

// The state that was declared, or a mutation, leaves out something that the kernel depends on.
void ExploredMemory::differs(const Operation& op) const {
  fail(static_cast<int>(op.site),
       "run again from its checkpoint the kernel does something else than before (then: line " +
           std::to_string(before_->site) +
           "); a live variable is missing from the checkpoint, or the kernel looks at something "
           "outside its memory");
}

Value ExploredMemory::issue_mutated(const Operation& op) {
  if (!mutation_->concerns(op)) {
    const Value response = perform(op);
    perform_postponed();
    return response;
  }
  Operation changed = op;
  switch (mutation_->kind) {
    case Mutation::Kind::drop:
      return 0;
    case Mutation::Kind::postpone:
      perform_postponed();  // the same statement again, in a loop
      postponed_ = op;
      return 0;
    case Mutation::Kind::split:
      return issue_split(op);
    case Mutation::Kind::weaken_failure:
      changed.failure = mutation_->order;
      break;
    case Mutation::Kind::weaken:
      changed.order = mutation_->order;
      break;
    case Mutation::Kind::narrow:
      changed.scope = mutation_->scope;
      break;
    case Mutation::Kind::none:
      break;
  }
  return perform(changed);
}

Value ExploredMemory::issue_split(const Operation& op) {
  Operation load = op;
  load.kind = Kind::load;
  load.order = acquires(op.order) ? Order::acq : Order::rlx;
  load.waits = op.waits;
  load.compare = Compare::equal;
  load.operand = op.expected;
  const Value found = perform(load);
  const Effect effect = effect_of(op, found);
  if (!effect.stores) return found;
  Operation store = op;
  store.kind = Kind::store;
  store.order = releases(op.order) ? Order::rel : Order::rlx;
  store.waits = false;
  store.operand = effect.stored;
  perform(store);
  return found;
}

void ExploredMemory::perform_postponed() {
  if (!postponed_) return;
  const Operation op = *postponed_;
  postponed_.reset();
  perform(op);
}

void ExploredMemory::declare(const void* state, std::size_t bytes) {
  constexpr std::size_t kMostCrossings = 100'000;
  perform_postponed();
  if (record_.whole_history) return;
  if (bytes != record_.state_bytes)
    throw KernelError("kernel: its checkpoint is not of the type it was started with");
  if (position_ < record_.performed) {  // entered again: nothing may have changed up to here
    if (position_ != 0 || std::memcmp(record_.state, state, bytes) != 0)
      throw KernelError(
          "kernel: entered with the state of its checkpoint, it reaches its first checkpoint with "
          "another state");
    return;
  }
  if (++crossed_ > kMostCrossings)
    throw KernelError("kernel: its loop performs no operation on shared memory");
  std::memcpy(record_.state, state, bytes);
  record_.performed = position_ = used_ = 0;
}

void ExploredMemory::finish() {
  perform_postponed();
  if (position_ < record_.performed)
    throw KernelError("kernel: run again from its checkpoint it ends earlier than before");
  next_ = Operation{};
  record_.performed = 0;
}

}  // namespace touchstone::explore
