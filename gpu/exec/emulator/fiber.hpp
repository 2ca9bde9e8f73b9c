// gpu/exec/emulator/fiber.hpp
// Purpose   A function with a stack of its own that can stop in the middle and go on later: one
//           lane of the emulated grid.
// Source    Boost.Context's fcontext (make_fcontext, jump_fcontext). Its class `fiber` is not used:
//           it switches stacks in places of its own, where the address sanitizer cannot be told.
// Cost      64 KiB of address space per stack, of which what is used becomes memory.
#pragma once
#include <cstddef>
#include <memory>

namespace touchstone::gpu {

/// Reused for one function after another. Stays on the thread that made it.
class Fiber {
 public:
  Fiber();
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// The next resume() calls `body(argument)`, which must not throw.
  void start(void (*body)(void*), void* argument);
  /// Runs until suspend() or the end of the body.
  void resume();
  /// Called in the body: back to resume()'s caller, until the next resume().
  void suspend();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace touchstone::gpu
