// validation/experiments/cmc/binary_cross_sections.hpp
// Purpose   Meetings of two circular binaries of one size with four equal masses, and the kinds of
//           ends that are counted.
#pragma once
#include "validation/experiments/cmc/cross_section.hpp"

namespace touchstone::validation::cmc {

enum class BinaryKind : std::size_t {
  one_ionised,   ///< one binary as it was, and two single stars
  both_ionised,  ///< four single stars
  exchange,      ///< binaries whose stars were not together, and what is left over
  triple,        ///< a stable one, of any three, and a single star
  none           ///< two binaries as they were, or no end
};
BinaryKind kind_of(const cluster::FourEnd& end);

Meetings of_two_binaries();

}  // namespace touchstone::validation::cmc
