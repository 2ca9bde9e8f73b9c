// optimized/mpmc/lane_sub_sweep-inl.hpp
// Purpose   A sub-sweep in vector lanes, one active cell per lane: reads a vector of cells and
//           their neighbours, does their trials, writes them back.
// Source    Anderson et al. 2013, Algorithm 2
// Cost      Per vector of cells and nM = 4, slots up to 3: two Philox blocks (about 190
//           operations), 24 neighbour slots moved to the cell's coordinates (about 150 with
//           stores), and the trials (lane_trials-inl.hpp).
// Compiled once per instruction set: include inside foreach_target code only.
#if defined(TOUCHSTONE_LANE_SUB_SWEEP_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TOUCHSTONE_LANE_SUB_SWEEP_INL_HPP
#undef TOUCHSTONE_LANE_SUB_SWEEP_INL_HPP
#else
#define TOUCHSTONE_LANE_SUB_SWEEP_INL_HPP
#endif

// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/highway.h>

#include "models/disks/space.hpp"
#include "optimized/mpmc/lane_trials-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {

/// Row pointers of the three rows around an active row, both parities.
struct Rows {
  const float* x[3][2];
  const float* y[3][2];
  const std::uint8_t* n[3][2];
};

template <int kUsed>
HWY_INLINE void gather_neighbours(const Rows& rows, std::size_t stride, std::size_t q,
                                  unsigned parity_x, disks::Vec<float> width, Neighbourhood& out) {
  const DF d;
  std::size_t k = 0;
  HWY_UNROLL(9)
  for (const disks::CellOffset offset : disks::kPlaneNeighbourhood) {
    if (offset == disks::CellOffset{}) continue;
    const auto row = static_cast<std::size_t>(offset.y + 1);
    const std::size_t parity = offset.x == 0 ? parity_x : 1 - parity_x;
    const std::ptrdiff_t at = beside(q, parity_x, offset.x);
    const float* from_x = rows.x[row][parity] + at;
    const float* from_y = rows.y[row][parity] + at;
    HWY_UNROLL(4)
    for (int slot = 0; slot < kUsed; ++slot, ++k, from_x += stride, from_y += stride) {
      VF x = hn::LoadU(d, from_x);
      VF y = hn::LoadU(d, from_y);
      if (offset.x != 0) x = x + hn::Set(d, static_cast<float>(offset.x) * width.x);
      if (offset.y != 0) y = y + hn::Set(d, static_cast<float>(offset.y) * width.y);
      hn::Store(x, d, out.x + k * kMaxLanes);
      hn::Store(y, d, out.y + k * kMaxLanes);
      hn::Store(hn::MulAdd(x, x, y * y), d, out.norm2 + k * kMaxLanes);
    }
  }
}

/// A vector of active cells of a row, from cell q, which hold, like their neighbours, at most
/// kUsed disks each.
template <int kUsed>
void update_cells(const Rows& rows, float* own_x, float* own_y, std::size_t stride, std::size_t q,
                  std::size_t half, std::uint32_t first_cell, const SubSweep& task,
                  const PhiloxLanes* blocks, disks::Vec<float> width, LaneCounts& counts) {
  const DF d;
  const DI di;
  const D32 du;
  OwnCell own;
  own.n = hn::IfThenElseZero(hn::FirstN(di, half - q),  // nothing beyond the row
                             load_counts(rows.n[1][task.parity_x] + q));
  own.active = hn::RebindMask(d, hn::Gt(own.n, hn::Zero(di)));
  HWY_UNROLL(4)
  for (std::size_t slot = 0; slot < kUsed; ++slot) {
    own.x[slot] = hn::LoadU(d, own_x + q + slot * stride);
    own.y[slot] = hn::LoadU(d, own_y + q + slot * stride);
  }
  Neighbourhood near;
  gather_neighbours<kUsed>(rows, stride, q, task.parity_x, width, near);
  // Make the compiler forget what it stored: else it keeps the 72 vectors of `near` as values too,
  // and, having 32 registers, spills each of them a second time.
  __asm__ volatile("" : : "r"(&near) : "memory");
  const V32 cells = hn::ShiftLeft<1>(hn::Iota(du, 0)) +
                    hn::Set(du, first_cell + 2 * static_cast<std::uint32_t>(q));
  const Words words = blocks[0](cells);
  shuffle<kUsed>(own, shuffle_word(words));
  Trials<kUsed> trials(near, own, task, width, counts);
  trials.pair(0, words);
  for (unsigned s = 2; s < task.trials_per_cell; s += 2) trials.pair(s, blocks[s / 2](cells));
  HWY_UNROLL(4)
  for (std::size_t slot = 0; slot < kUsed; ++slot) {
    hn::StoreU(own.x[slot], d, own_x + q + slot * stride);
    hn::StoreU(own.y[slot], d, own_y + q + slot * stride);
  }
  counts.cells += hn::CountTrue(d, own.active);
  counts.particles += static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(di, own.n)));
}

/// The largest occupancy of a vector of cells and all their neighbours.
HWY_INLINE int largest_count(const Rows& rows, std::size_t q, unsigned parity_x) {
  const hn::Rebind<std::uint8_t, DI> d8;
  auto largest = hn::Zero(d8);
  const std::ptrdiff_t left = beside(q, parity_x, -1);
  for (std::size_t row = 0; row < 3; ++row) {
    largest = hn::Max(largest, hn::LoadU(d8, rows.n[row][parity_x] + q));
    largest = hn::Max(largest, hn::LoadU(d8, rows.n[row][1 - parity_x] + left));
    largest = hn::Max(largest, hn::LoadU(d8, rows.n[row][1 - parity_x] + left + 1));
  }
  const auto above = [&](std::uint8_t n) {
    return !hn::AllFalse(d8, hn::Eq(hn::Max(largest, hn::Set(d8, n)), largest));
  };
  return above(4) ? 4 : above(3) ? 3 : 2;
}

void sub_sweep(LaneCells& cells, const SubSweep& task, std::size_t first, std::size_t last,
               LaneCounts& counts) {
  const D32 du;
  const std::size_t lanes = hn::Lanes(du);
  std::vector<PhiloxLanes> blocks;
  for (unsigned b = 0; b < (task.trials_per_cell + 1) / 2; ++b) {
    const auto high = static_cast<std::uint32_t>(task.sweep >> 32) & 0x00FFFFFFu;
    blocks.emplace_back(task.key,
                        PhiloxBlock{b, 0, static_cast<std::uint32_t>(task.sweep),
                                    static_cast<std::uint32_t>(Purpose::cell_update) << 24 | high});
  }
  const auto columns = static_cast<std::uint32_t>(cells.columns());
  for (std::size_t y = first + (cells.grid_row(first) + task.parity_y) % 2; y < last; y += 2) {
    Rows rows;
    for (const int offset : {-1, 0, 1})
      for (std::size_t parity = 0; parity < 2; ++parity) {
        const std::size_t line = row_at(cells, y, offset);
        const auto row = static_cast<std::size_t>(offset + 1);
        rows.x[row][parity] = cells.x(0, line, parity);
        rows.y[row][parity] = cells.y(0, line, parity);
        rows.n[row][parity] = cells.count(line, parity);
      }
    float* const own_x = cells.x(0, y, task.parity_x);
    float* const own_y = cells.y(0, y, task.parity_x);
    const std::uint32_t first_cell =
        static_cast<std::uint32_t>(cells.grid_row(y)) * columns + task.parity_x;
    for (std::size_t q = 0; q < cells.half(); q += lanes) {
      const auto update = [&](auto used) {
        update_cells<used.value>(rows, own_x, own_y, cells.slot_stride(), q, cells.half(),
                                 first_cell, task, blocks.data(), cells.cell_width(), counts);
      };
      const int largest = largest_count(rows, q, task.parity_x);
      if (largest == 4) {
        update(std::integral_constant<int, 4>{});
      } else if (largest == 3) {
        update(std::integral_constant<int, 3>{});
      } else {
        update(std::integral_constant<int, 2>{});
      }
    }
    cells.copy_across(y, task.parity_x, false);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
