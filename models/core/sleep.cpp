#include "models/core/sleep.hpp"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>

namespace touchstone {
namespace {

/// Processors that this process may use, those that taskset left.
std::size_t processors() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    return std::thread::hardware_concurrency();
  return static_cast<std::size_t>(CPU_COUNT(&allowed));
}

}  // namespace

NativeSleep::NativeSleep(std::size_t threads)
    : looks_(threads <= processors() ? kPatientTurns / 4 : 1) {}

void NativeSleep::sleep(NativeMemory&, std::uint32_t& cell, std::uint32_t value) const {
  // Any answer will do: who waits looks again.
  syscall(SYS_futex, &cell, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void NativeSleep::wake_all(NativeMemory&, std::uint32_t& cell) const {
  syscall(SYS_futex, &cell, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace touchstone
