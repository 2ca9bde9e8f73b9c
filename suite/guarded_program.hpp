// suite/guarded_program.hpp
// Purpose   Frame of every main(): any exception that a program throws becomes one line on standard
//           error and an exit code, never an abort.
// Exit      As the body; 2 bad input, or a pass whose output could not be written; 130 interrupted;
//           1 anything else, which is a fault of the program itself: a run that did not end is no
//           pass.
// Not here  Programs on MPI ranks (optimized/core/mpi/main_on_ranks.hpp).
#pragma once
#include <exception>
#include <iostream>
#include <new>
#include <ostream>
#include <string>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "suite/signature.hpp"

namespace touchstone {

/// `body()` returns the exit code. Messages are signed with the verb of the launcher, or `program`.
template <class Body>
int guarded_program(const std::string& program, std::ostream& errors, Body&& body) {
  const std::string name = signature(program);
  try {
    const int code = body();
    if (code == 0 && !std::cout.flush())
      throw input_error("standard output", "an answer could not be written", "space and permission",
                        "write error");
    return code;
  } catch (const InputError& error) {
    errors << name << ": " << error.what() << std::endl;
    return static_cast<int>(ExitCode::bad_input);
  } catch (const Interrupted&) {
    errors << name << ": interrupted" << std::endl;
    return kInterruptedExit;
  } catch (const std::bad_alloc&) {
    errors << name << ": not enough memory" << std::endl;
  } catch (const std::exception& error) {
    errors << name << ": a fault of the program, not of its input: " << error.what() << std::endl;
  }
  return static_cast<int>(ExitCode::failed);
}

}  // namespace touchstone
