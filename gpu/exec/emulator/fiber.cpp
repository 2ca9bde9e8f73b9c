// gpu/exec/emulator/fiber.cpp
// Purpose   Fibers on Boost.Context, with each switch of stacks told to the sanitizers.
#include "gpu/exec/emulator/fiber.hpp"

#include <boost/context/detail/fcontext.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#if defined(__has_feature)
#define TOUCHSTONE_SANITIZER(name) __has_feature(name)
#else
#define TOUCHSTONE_SANITIZER(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || TOUCHSTONE_SANITIZER(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#define TOUCHSTONE_ADDRESS_SANITIZER 1
#endif
#if defined(__SANITIZE_THREAD__) || TOUCHSTONE_SANITIZER(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#define TOUCHSTONE_THREAD_SANITIZER 1
#endif

namespace touchstone::gpu {
namespace {

namespace context = boost::context::detail;

#if defined(TOUCHSTONE_ADDRESS_SANITIZER) || defined(TOUCHSTONE_THREAD_SANITIZER)
constexpr std::size_t kStackBytes = 512 * 1024;  // frames of instrumented code are large
#else
constexpr std::size_t kStackBytes = 64 * 1024;
#endif

/// A stack, as the address sanitizer sees it.
struct StackBounds {
  const void* bottom = nullptr;
  std::size_t bytes = 0;
};

/// Tells the address sanitizer about the stack before and after each switch.
void leave([[maybe_unused]] void** fake_stack, [[maybe_unused]] StackBounds to) {
#ifdef TOUCHSTONE_ADDRESS_SANITIZER
  __sanitizer_start_switch_fiber(fake_stack, to.bottom, to.bytes);
#endif
}
void enter([[maybe_unused]] void* fake_stack, [[maybe_unused]] StackBounds* from) {
#ifdef TOUCHSTONE_ADDRESS_SANITIZER
  __sanitizer_finish_switch_fiber(fake_stack, &from->bottom, &from->bytes);
#endif
}

/// Tells the thread sanitizer which fiber's accesses follow.
class ThreadSanitizerFiber {
 public:
#ifdef TOUCHSTONE_THREAD_SANITIZER
  ThreadSanitizerFiber() : own_(__tsan_create_fiber(0)) {}
  ~ThreadSanitizerFiber() { __tsan_destroy_fiber(own_); }
  void go_in() {
    caller_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(own_, 0);
  }
  void go_out() { __tsan_switch_to_fiber(caller_, 0); }

 private:
  void* own_;
  void* caller_ = nullptr;
#else
  void go_in() {}
  void go_out() {}
#endif
};

}  // namespace

struct Fiber::State {
  boost::context::stack_context stack;
  StackBounds own, caller;
  context::fcontext_t inside = nullptr, outside = nullptr;
  void* fake_inside = nullptr;  // the address sanitizer's
  void* fake_outside = nullptr;
  [[no_unique_address]] ThreadSanitizerFiber thread_sanitizer;
  void (*body)(void*) = nullptr;
  void* argument = nullptr;

  void switch_out() {
    leave(&fake_inside, caller);
    thread_sanitizer.go_out();
    outside = context::jump_fcontext(outside, nullptr).fctx;
    enter(fake_inside, &caller);
  }

  [[noreturn]] static void run(context::transfer_t from) {
    State& state = *static_cast<State*>(from.data);
    enter(nullptr, &state.caller);
    state.outside = from.fctx;
    for (;;) {
      state.body(state.argument);
      state.switch_out();
    }
  }
};

Fiber::Fiber() : state_(std::make_unique<State>()) {
  boost::context::protected_fixedsize_stack allocator(kStackBytes);
  state_->stack = allocator.allocate();
  const auto& stack = state_->stack;
  state_->own = {static_cast<char*>(stack.sp) - stack.size, stack.size};
  state_->inside = context::make_fcontext(stack.sp, stack.size, &State::run);
}

Fiber::~Fiber() {
  // Between two bodies nothing on the stack needs a destructor.
  boost::context::protected_fixedsize_stack(kStackBytes).deallocate(state_->stack);
}

void Fiber::start(void (*body)(void*), void* argument) {
  state_->body = body;
  state_->argument = argument;
}

void Fiber::resume() {
  leave(&state_->fake_outside, state_->own);
  state_->thread_sanitizer.go_in();
  state_->inside = context::jump_fcontext(state_->inside, state_.get()).fctx;
  StackBounds ignored;
  enter(state_->fake_outside, &ignored);
}

void Fiber::suspend() { state_->switch_out(); }

}  // namespace touchstone::gpu
