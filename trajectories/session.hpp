// trajectories/session.hpp
// Purpose   Judges what a request names, writes the records and prints one line each.
// Not here  The command line (main.cpp), the rows (rows.hpp).
#pragma once
#include <iosfwd>

#include "trajectories/request.hpp"

namespace touchstone::trajectories {

/// Returns the exit code: the worst verdict, or kInterruptedExit after a signal. Throws InputError
/// for files and options that make no sense; no record is then written.
int run(const Request& request, std::ostream& text);

/// The command that makes a record again.
std::string replay_command(const Request& request);

}  // namespace touchstone::trajectories
