// checkers/balance/trace.hpp
// Purpose   Replays one tape and tells what happened: every choice, which particle went where,
//           accepted or rejected, and pictures of the lattice.
#pragma once
#include <iosfwd>

#include "checkers/balance/findings.hpp"
#include "models/core/tiny_model.hpp"

namespace touchstone::balance {

/// Throws InputError when the tape does not fit the model.
void print_trace(const TinyModel& model, const Witness& witness, std::ostream& text);

}  // namespace touchstone::balance
