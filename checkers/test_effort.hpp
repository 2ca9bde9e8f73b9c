// checkers/test_effort.hpp
// Purpose   Effort that unit tests put into statistical checks: the full effort, and a tenth of it
//           under sanitizers, which look for faults that need no repetition.
// Not here  The stage 'check' of CI, which runs the checks in full.
#pragma once

#include "models/core/sanitizer.hpp"

namespace touchstone {

inline double test_effort() { return runs_under_sanitizer() ? 0.1 : 1; }

}  // namespace touchstone
