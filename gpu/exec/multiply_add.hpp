// gpu/exec/multiply_add.hpp
// Purpose   Products and sums whose last bit does not matter: a b + c is rounded once on a device,
//           and twice on a processor, where a library's fma would take longer than its neighbours.
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

}  // namespace touchstone::gpu
