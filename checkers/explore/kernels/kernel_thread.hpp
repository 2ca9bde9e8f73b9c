// checkers/explore/kernels/kernel_thread.hpp
// Purpose   A kernel as a thread of a MachineProgram. Local words: the next operation (three words,
//           with the number of operations since the checkpoint), the state at the last checkpoint,
//           and the responses since then, unused ones 0. So threads whose checkpoint, past and next
//           operation agree are one state.
// Cost      respond() is one run of the kernel from its checkpoint; next() unpacks three words.
// Not here  The proof that a checkpoint holds all that is live (audit.hpp).
#pragma once
#include <algorithm>
#include <array>
#include <memory>

#include "checkers/explore/kernels/explored_memory.hpp"
#include "checkers/explore/machine/program.hpp"

namespace touchstone::explore {

struct KernelOptions {
  std::string name = "kernel";
  std::size_t responses = 8;  ///< most values a thread receives between two checkpoints, up to 255
  Mutation mutation = {};
};

/// Past of a thread: number of its operations, and the responses of those that have one.
struct History {
  std::size_t performed = 0;
  std::vector<Value> responses;
  bool operator==(const History&) const = default;
};

/// An operation in three words, with two counters beside it.
struct PackedStep {
  static constexpr std::size_t kWords = 3;
  Operation operation;
  std::size_t performed = 0;  ///< since the checkpoint, at most 255
  std::size_t answered = 0;   ///< those that returned a value

  void pack(std::span<Value> words) const;
  static PackedStep unpack(std::span<const Value> words);
};

/// One run of a kernel up to its next new operation.
class KernelRun {
 public:
  using Record = ExploredMemory::Record;

  static ExploredMemory memory(const Record& record, const Operation* before,
                               const Mutation& mutation) {
    ExploredMemory memory;
    memory.record_ = record;
    memory.before_ = before;
    memory.mutation_ = mutation.kind == Mutation::Kind::none ? nullptr : &mutation;
    return memory;
  }
  /// Nothing but setjmp in this frame: what a function changes after setjmp is lost.
  template <class State, class Function>
  [[gnu::noinline]] static void run(ExploredMemory& memory, const Function& function,
                                    const State& state) {
    if (setjmp(memory.exit_) == 0) run_to_end(memory, function, state);
  }
  static const Operation& next(const ExploredMemory& memory) { return memory.next_; }
  static std::size_t performed(const ExploredMemory& memory) { return memory.record_.performed; }

 private:
  template <class State, class Function>
  [[gnu::noinline]] static void run_to_end(ExploredMemory& memory, const Function& function,
                                           const State& state) {
    function(memory, state);
    memory.finish();
  }
};

/// Threads that can also be run on their whole past, as if checkpoints forgot nothing.
class KernelCode : public ThreadCode {
 public:
  virtual Operation replay(const History& history) const = 0;
};

/// `function(memory, state)` with an ExploredMemory& and a State by value.
template <class State, class Function>
class KernelThread final : public KernelCode {
 public:
  static_assert(std::is_trivially_copyable_v<State> && std::is_trivially_destructible_v<State>);
  static_assert(std::is_trivially_destructible_v<Function>);

  KernelThread(const State& initial, const Function& function, KernelOptions options)
      : initial_(initial), function_(function), options_(std::move(options)) {
    if (options_.responses > 255)
      throw InputError(options_.name + ": responses: expected at most 255, found " +
                       std::to_string(options_.responses));
  }

  std::size_t words() const override { return kResponses + options_.responses; }

  void start(std::span<Value> local) const override {
    std::fill(local.begin(), local.end(), 0);
    std::memcpy(&local[PackedStep::kWords], &initial_, sizeof(State));
    advance(local, {}, nullptr);
  }

  Operation next(std::span<const Value> local) const override {
    return PackedStep::unpack(local).operation;
  }

  void respond(std::span<Value> local, Value response) const override {
    PackedStep step = PackedStep::unpack(local);
    if (answers(step.operation.kind)) {
      if (step.answered == options_.responses) too_long(step.operation);
      local[kResponses + step.answered++] = response;
    }
    if (++step.performed > 255) too_long(step.operation);
    const Operation before = step.operation;
    advance(local, step, &before);
  }

  Operation replay(const History& history) const override {
    State state = initial_;
    ExploredMemory memory = KernelRun::memory(
        {bytes(&state), sizeof state, history.responses.data(), history.performed, true}, nullptr,
        options_.mutation);
    KernelRun::run(memory, function_, initial_);
    return KernelRun::next(memory);
  }

 private:
  static constexpr std::size_t kResponses =
      PackedStep::kWords + (sizeof(State) + sizeof(Value) - 1) / sizeof(Value);

  static std::byte* bytes(void* object) { return static_cast<std::byte*>(object); }

  void advance(std::span<Value> local, PackedStep step, const Operation* before) const {
    State state = initial_;
    std::memcpy(bytes(&state), &local[PackedStep::kWords], sizeof state);
    ExploredMemory memory = KernelRun::memory({bytes(&local[PackedStep::kWords]), sizeof state,
                                               local.data() + kResponses, step.performed, false},
                                              before, options_.mutation);
    KernelRun::run(memory, function_, state);
    step.operation = KernelRun::next(memory);
    if (KernelRun::performed(memory) == 0) {  // a checkpoint was passed: the past is forgotten
      std::fill_n(local.data() + kResponses, step.answered, 0);
      step.performed = step.answered = 0;
    }
    step.pack(local);
  }

  [[noreturn]] void too_long(const Operation& op) const {
    throw InputError(options_.name + ", line " + std::to_string(op.site) +
                     ": operations since its last checkpoint: expected at most " +
                     std::to_string(options_.responses) +
                     " that return a value and 255 in all, found more; add a checkpoint or raise "
                     "`responses`");
  }

  State initial_;
  Function function_;
  KernelOptions options_;
};

template <class State, class Function>
std::shared_ptr<const KernelCode> kernel_thread(const State& initial, const Function& function,
                                                KernelOptions options = {}) {
  return std::make_shared<KernelThread<State, Function>>(initial, function, std::move(options));
}

}  // namespace touchstone::explore
