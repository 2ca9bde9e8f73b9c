// checkers/balance/pieces.hpp
// Purpose   Compares operators that were enumerated in pieces (paths, slices) with plain
//           enumeration: they differ where slices share more than their streams of random numbers.
// Cost      A sample of 16 rows of each operator, those with at most 4096 tapes.
#pragma once
#include "checkers/balance/enumerate.hpp"

namespace touchstone::balance {

/// True if every sampled row in pieces has the outcomes and weights of the plain one.
bool pieces_agree(TinySystem& system, Enumeration& found);

}  // namespace touchstone::balance
