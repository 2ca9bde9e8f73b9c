// benchmarks/session.hpp
// Purpose   Times the schemes of all families that were asked for, with Google Benchmark.
// Not here  What a family times, and how (<family>/*_jobs.cpp).
#pragma once
#include <iosfwd>

#include "benchmarks/request.hpp"

namespace touchstone::benchmarks {

/// Exit code: 0, 1 when a count or a state was wrong, kInterruptedExit after a signal. Throws
/// InputError when family and filter match no scheme of this machine, naming the nearest.
int run(const Request& request, std::ostream& text);

/// Prints what would be timed. Throws as run() does.
void list(const Request& request, std::ostream& text);

}  // namespace touchstone::benchmarks
