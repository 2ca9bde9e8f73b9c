// optimized/mpmc/lane_rows-inl.hpp
// Purpose   A vector of cells of one row: its types, where its neighbours lie, its occupancies.
// Source    lane_cells.hpp (a row is kept as two halves, even and odd columns)
// Compiled once per instruction set: include inside foreach_target code only.
#if defined(TOUCHSTONE_LANE_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TOUCHSTONE_LANE_ROWS_INL_HPP
#undef TOUCHSTONE_LANE_ROWS_INL_HPP
#else
#define TOUCHSTONE_LANE_ROWS_INL_HPP
#endif

// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/highway.h>

#include "optimized/core/philox_lanes-inl.hpp"
#include "optimized/mpmc/lane_cells.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {

using DF = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<DF>;
using VF = hn::Vec<DF>;
using VI = hn::Vec<DI>;
using Mask = hn::Mask<DF>;

constexpr std::size_t kMaxLanes = 16;

struct Point {
  VF x;
  VF y;
};

HWY_INLINE VI load_counts(const std::uint8_t* n) {
  const DI di;
  const hn::Rebind<std::uint8_t, DI> d8;
  return hn::PromoteTo(di, hn::LoadU(d8, n));
}

/// Cell q of a parity is column 2 q + parity; the column at `offset` is this number of its own
/// parity (-1 and half() are the copies across the boundary).
HWY_INLINE std::ptrdiff_t beside(std::size_t q, unsigned parity, int offset) {
  const auto at = static_cast<std::ptrdiff_t>(q);
  return offset == 0 ? at : at + static_cast<int>(parity) + (offset - 1) / 2;
}

/// The row at an offset of -1, 0 or 1, through the periodic boundary.
std::size_t row_at(const LaneCells& cells, std::size_t y, int offset) {
  if (offset < 0) return y == 0 ? cells.rows() - 1 : y - 1;
  if (offset > 0) return y + 1 == cells.rows() ? 0 : y + 1;
  return y;
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
