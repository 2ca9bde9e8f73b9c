#include "optimized/mpmc/lane_cells.hpp"

#include <fmt/format.h>

namespace touchstone::optimized {

LaneCells::LaneCells(const disks::GridShape& shape, disks::Vec<float> cell_width,
                     std::size_t copies)
    : half_(shape.columns / 2),
      rows_(shape.rows),
      half_stride_(kPad + (half_ + 1 + kPad - 1) / kPad * kPad),
      slot_stride_((rows_ + copies) * 2 * half_stride_),
      width_(cell_width),
      // One vector more at the end: loads of right-hand neighbours read past the last half row.
      x_(kSlots * slot_stride_ + kPad, kEmptySlot),
      y_(kSlots * slot_stride_ + kPad, kEmptySlot),
      count_(slot_stride_ + kPad, 0) {
  if (shape.capacity != kSlots)
    throw input_error(
        "cell grid", "capacity of a cell in vector lanes", "4 disks (cell sides below sqrt 2)",
        fmt::format("{} (cells of {:.6g} x {:.6g})", shape.capacity, cell_width.x, cell_width.y));
}

void LaneCells::copy_across(std::size_t row, std::size_t parity, bool counts) {
  const auto wrap = [this](auto* first) {
    first[-1] = first[half_ - 1];
    first[half_] = first[0];
  };
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    wrap(x(slot, row, parity));
    wrap(y(slot, row, parity));
  }
  if (counts) wrap(count(row, parity));
}

void LaneCells::keep(std::size_t copy, std::size_t row) {
  const auto copy_row = [&](auto& lanes, std::size_t start) {
    std::copy_n(&lanes[start + row * 2 * half_stride_], 2 * half_stride_,
                &lanes[start + (rows_ + copy) * 2 * half_stride_]);
  };
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    copy_row(x_, slot * slot_stride_);
    copy_row(y_, slot * slot_stride_);
  }
  copy_row(count_, 0);
}

void LaneCells::load(const disks::CellSystem<disks::PlaneSpace<float>>& cells) {
  turned_ = 0;
  for (std::size_t row = 0; row < rows_; ++row)
    for (std::size_t parity = 0; parity < 2; ++parity) {
      for (std::size_t q = 0; q < half_; ++q) {
        const auto list = cells.list(cells.shape().cell(static_cast<std::uint32_t>(2 * q + parity),
                                                        static_cast<std::uint32_t>(row)));
        count(row, parity)[q] = static_cast<std::uint8_t>(list.size());
        for (std::size_t slot = 0; slot < kSlots; ++slot) {
          const bool full = slot < list.size();
          x(slot, row, parity)[q] = full ? list[slot].x : kEmptySlot;
          y(slot, row, parity)[q] = full ? list[slot].y : kEmptySlot;
        }
      }
      copy_across(row, parity, true);
    }
}

void LaneCells::store(disks::CellSystem<disks::PlaneSpace<float>>& cells) const {
  for (std::size_t row = 0; row < rows_; ++row)
    for (std::size_t parity = 0; parity < 2; ++parity)
      for (std::size_t q = 0; q < half_; ++q) {
        const std::uint32_t cell = cells.shape().cell(static_cast<std::uint32_t>(2 * q + parity),
                                                      static_cast<std::uint32_t>(grid_row(row)));
        cells.clear(cell);
        const std::size_t at = offset(row, parity) + q;
        for (std::size_t slot = 0; slot < count_[at]; ++slot)
          cells.append(cell, {x_[slot * slot_stride_ + at], y_[slot * slot_stride_ + at]});
      }
}

}  // namespace touchstone::optimized
