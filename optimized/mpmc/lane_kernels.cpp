// optimized/mpmc/lane_kernels.cpp
// Purpose   The kernels of the checkerboard sweep in vector lanes, once per instruction set.
// Source    Anderson et al. 2013, Algorithms 2 (lane_sub_sweep-inl.hpp) and 4 (lane_shift-inl.hpp)
// Not here  Which rows a thread does (checkerboard_simd.cpp).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/mpmc/lane_kernels.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include "optimized/mpmc/lane_kernels.hpp"
#include "optimized/mpmc/lane_shift-inl.hpp"
#include "optimized/mpmc/lane_sub_sweep-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {

LaneKernels kernels(const char* backend, bool available) {
  return {backend, available, static_cast<int>(hn::Lanes(DF())), &sub_sweep, &shift};
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const LaneKernels> lane_kernels() {
  static const LaneKernels kernels[] = {TOUCHSTONE_ROW_PER_TARGET(kernels)};
  return kernels;
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
