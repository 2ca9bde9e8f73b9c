// checkers/origin.hpp
// Purpose   The origin of a mutant as a typed field of its record, from the citation that the
//           mutant is registered with: reports need not parse it.
#pragma once
#include <string>

#include "suite/results.hpp"

namespace touchstone {

/// Origin from a citation: a public bug begins with its link ("https://... (what went wrong)"), a
/// pitfall names its paper ("Anderson 2013, section 3.2", "the paper's section 3.4"); all other
/// faults are seeded.
Origin origin_of(const std::string& citation);

}  // namespace touchstone
