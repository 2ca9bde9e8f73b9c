// models/core/vector_targets.hpp
// Purpose   Which of Highway's instruction sets the vector kernels are compiled for: AVX-512
//           (Skylake server and later), AVX2, and plain C++ lanes; and the table of a file's
//           kernels in all of them. Include before any of Highway's headers.
#pragma once

#define HWY_DISABLED_TARGETS (HWY_AVX3_DL | HWY_SSE4 | HWY_SSSE3)
// Highway distrusts its plain lanes with GCC before 12.3, which miscompiled some of them. The
// equality tests of every kernel would show that here.
#define HWY_BROKEN_EMU128 0
#include <hwy/detect_targets.h>

#if HWY_TARGETS & HWY_AVX3
#define TOUCHSTONE_AVX512_ROW(row) \
  touchstone::row_of_target(&N_AVX3::row, "avx512", 8, (hwy::SupportedTargets() & HWY_AVX3) != 0),
#else
#define TOUCHSTONE_AVX512_ROW(row)
#endif
#if HWY_TARGETS & HWY_AVX2
#define TOUCHSTONE_AVX2_ROW(row) \
  touchstone::row_of_target(&N_AVX2::row, "avx2", 4, (hwy::SupportedTargets() & HWY_AVX2) != 0),
#else
#define TOUCHSTONE_AVX2_ROW(row)
#endif

/// The rows of a table of kernels, widest vectors first: `row(backend, available)` of the namespace
/// of each target, where `available` says whether this processor has it. Plain lanes come last and
/// are always available. For the part of a file that is compiled once (HWY_ONCE).
#define TOUCHSTONE_ROW_PER_TARGET(row) \
  TOUCHSTONE_AVX512_ROW(row)           \
  TOUCHSTONE_AVX2_ROW(row) touchstone::row_of_target(&N_EMU128::row, "portable", 2, true)

namespace touchstone {

/// A row of a table: `make(backend, true)` where this processor has the target. `make` is itself
/// compiled for the target, so elsewhere it is not called, and the row has a name and nothing else.
/// Rows may keep how many `doubles` are in a vector.
template <class Row>
Row row_of_target(Row (*make)(const char*, bool), const char* backend, int doubles,
                  bool available) {
  Row row{};
  if (available) row = make(backend, true);
  if constexpr (requires { row.doubles; }) row.doubles = doubles;
  if (available) return row;
  if constexpr (requires { row.backend; })
    row.backend = backend;
  else
    row.name = backend;
  return row;
}

/// The first available row: that of the widest vectors of this processor.
template <class Rows>
const auto& first_available(const Rows& rows) {
  auto row = rows.begin();
  while (!row->available) ++row;
  return *row;
}

}  // namespace touchstone
