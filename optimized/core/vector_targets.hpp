// optimized/core/vector_targets.hpp
// Purpose   Which of Highway's instruction sets the vector kernels are compiled for: AVX-512
//           (Skylake server and later), AVX2, and plain C++ lanes. Include before any of its
//           headers.
#pragma once

#define HWY_DISABLED_TARGETS (HWY_AVX3_DL | HWY_SSE4 | HWY_SSSE3)
// Highway distrusts its plain lanes with GCC before 12.3, which miscompiled some of them. The
// equality tests of every kernel would show that here.
#define HWY_BROKEN_EMU128 0
