// gpu/exec/tune.cpp
// Purpose   The table of a tuning.
#include "gpu/exec/tune.hpp"

#include <fmt/format.h>

namespace touchstone::gpu {

std::string describe(const Tuning& tuning) {
  std::string text;
  for (const TunedThreads& tried : tuning.candidates) {
    const std::string what = !tried.cannot_run.empty()
                                 ? "not run: " + tried.cannot_run
                                 : fmt::format("{:.3e} s{}", tried.seconds,
                                               tried.threads == tuning.threads ? "  fastest" : "");
    text += fmt::format("{:5} threads  {}\n", tried.threads, what);
  }
  return text;
}

}  // namespace touchstone::gpu
