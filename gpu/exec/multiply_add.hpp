// gpu/exec/multiply_add.hpp
// Purpose   Operations of screens, whose last bit does not matter: a b + c is rounded once on a
//           device, and twice on a processor, where a library's fma would take longer than its
//           neighbours; a minimum is one instruction on both.
#pragma once
#include <cmath>

#include "models/core/host_device.hpp"

namespace touchstone::gpu {

template <class Real>
TOUCHSTONE_HD Real multiply_add(Real a, Real b, Real c) {
#ifdef __CUDA_ARCH__
  return ::fma(a, b, c);
#else
  return a * b + c;
#endif
}

/// The smaller of two numbers, neither of which is NaN.
template <class Real>
TOUCHSTONE_HD Real lesser(Real a, Real b) {
#ifdef __CUDA_ARCH__
  return ::fmin(a, b);
#else
  return b < a ? b : a;
#endif
}

}  // namespace touchstone::gpu
