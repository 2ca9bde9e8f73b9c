// benchmarks/program.hpp
// Purpose   The command line of timings, for every program that has it.
#pragma once

namespace touchstone::benchmarks {

/// Exit code: 0 done, 1 a count or a state was wrong, 2 bad input, 130 interrupted.
int program(int argc, const char* const* argv);

}  // namespace touchstone::benchmarks
