// models/core/interrupt.hpp
// Purpose   Ctrl-C ends a long run at the next safe point, with all finished results kept.
// Source    POSIX: a signal handler may only touch a lock-free atomic.
// Not here  What to keep and how to resume: the programs.
#pragma once
#include <exception>

namespace touchstone {

/// Exit code of an interrupted program, as shells report SIGINT.
inline constexpr int kInterruptedExit = 130;

/// Thrown at a safe point after the first SIGINT or SIGTERM.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// From now on the first SIGINT or SIGTERM only raises a flag; the second ends the program at once.
void catch_interrupts();
/// True after a signal.
bool interrupt_requested();
/// Throws Interrupted after a signal.
void check_interrupt();
/// Raises the flag, as a signal does, or clears it; for tests.
void set_interrupt(bool requested);

}  // namespace touchstone
