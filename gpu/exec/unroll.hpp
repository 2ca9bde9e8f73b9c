// gpu/exec/unroll.hpp
// Purpose   Two words before a loop of a kernel. An array is in registers only where each of its
//           indices is a constant, so that a loop over it must not stay one on a device; code that
//           is nearly never reached must, or it takes registers from the rest.
#pragma once

#ifdef __CUDA_ARCH__
#define TOUCHSTONE_UNROLL _Pragma("unroll")
#define TOUCHSTONE_KEEP_LOOP _Pragma("unroll 1")
#else
#define TOUCHSTONE_UNROLL
#define TOUCHSTONE_KEEP_LOOP
#endif
