// checkers/test_effort.hpp
// Purpose   Effort that unit tests put into statistical checks: the full effort, and a tenth of it
//           under sanitizers, which look for faults that need no repetition.
// Not here  The stage 'check' of CI, which runs the checks in full.
#pragma once

namespace touchstone {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TOUCHSTONE_SANITIZED 1
#endif
#endif

#ifdef TOUCHSTONE_SANITIZED
inline constexpr double kTestEffort = 0.1;
#else
inline constexpr double kTestEffort = 1;
#endif

}  // namespace touchstone
