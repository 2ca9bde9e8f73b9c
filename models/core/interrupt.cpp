#include "models/core/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace touchstone {
namespace {

std::atomic<bool> requested_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // the only atomic a handler may touch

extern "C" void raise_flag(int signal_number) {
  requested_flag.store(true, std::memory_order_relaxed);  // no other data travels with the flag
  std::signal(signal_number, SIG_DFL);                    // the second one kills
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, raise_flag);
  std::signal(SIGTERM, raise_flag);
}

bool interrupt_requested() { return requested_flag.load(std::memory_order_relaxed); }

void check_interrupt() {
  if (interrupt_requested()) throw Interrupted();
}

void set_interrupt(bool requested) { requested_flag.store(requested, std::memory_order_relaxed); }

}  // namespace touchstone
