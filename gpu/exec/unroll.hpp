// gpu/exec/unroll.hpp
// Purpose   A word before a loop of a kernel that must not stay a loop on a device: an array is in
//           registers only where each of its indices is a constant.
#pragma once

#ifdef __CUDA_ARCH__
#define TOUCHSTONE_UNROLL _Pragma("unroll")
#else
#define TOUCHSTONE_UNROLL
#endif
