// checkers/mutants/mpmc/faulty_scheme.hpp
// Purpose   A scheme with planted faults behind the interface of all schemes.
// Not here  Which faults there are (faults.hpp), their registration (the other files here).
#pragma once
#include <string>

#include "checkers/mutants/mpmc/faults.hpp"
#include "models/disks/registry.hpp"

namespace touchstone::mutants {

/// The checkerboard algorithm in single precision (and in ten bits) with `faults`, named
/// "mutant/" + name, with the claims of the correct algorithm.
disks::DiskScheme faulty_scheme(const std::string& name, const Faults& faults);

}  // namespace touchstone::mutants
