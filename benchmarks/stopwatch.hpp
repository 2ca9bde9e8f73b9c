// benchmarks/stopwatch.hpp
// Purpose   The one clock of the benchmarks: elapsed seconds of a clock that never goes back.
// Not here  What is timed, and how often (timed.hpp, drive.hpp).
#pragma once
#include <chrono>

namespace touchstone::benchmarks {

/// Runs from its construction on.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace touchstone::benchmarks
