#include "models/disks/chains/fixed_bands.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "models/core/exec.hpp"

namespace touchstone::disks {
namespace {

/// Number of bands of at least a diameter; never two, and not many more than disks. One band may be
/// a tick narrower than side / lines.
std::size_t lines(double side, std::size_t disks) {
  const auto most = static_cast<std::size_t>(std::min(side * (1 - 1e-6), 1e9));
  return most < 3 ? 1 : std::min(most, disks + 3);
}

/// Sorts disks by x: into columns, which leaves them nearly in order, then by insertion.
void sort_by_x(FixedBands::Disk* begin, std::size_t count, std::size_t columns,
               std::vector<FixedBands::Disk>& copy, std::vector<std::size_t>& next) {
  const auto column = [columns](FixedCoordinate x) {
    return static_cast<std::size_t>(x * columns >> 32);
  };
  next.assign(columns + 1, 0);
  for (std::size_t k = 0; k < count; ++k) ++next[column(begin[k].x) + 1];
  for (std::size_t k = 1; k < columns; ++k) next[k] += next[k - 1];
  copy.assign(begin, begin + count);
  for (const FixedBands::Disk& disk : copy) begin[next[column(disk.x)]++] = disk;
  const auto before = [](const FixedBands::Disk& a, const FixedBands::Disk& b) {
    return std::tie(a.x, a.number) < std::tie(b.x, b.number);
  };
  for (std::size_t k = 1; k < count; ++k) {
    if (!before(begin[k], begin[k - 1])) continue;
    const FixedBands::Disk disk = begin[k];
    std::size_t to = k;
    for (; to > 0 && before(disk, begin[to - 1]); --to) begin[to] = begin[to - 1];
    begin[to] = disk;
  }
}

}  // namespace

FixedBands::FixedBands(const FixedConfiguration& c, int threads)
    : first_(lines(c.box.height, c.size()) + 1, 0), disk_(c.size()) {
  OpenmpExec exec(threads);
  // Counts the disks of each slice in each band; then turns the counts into places.
  std::vector<std::vector<std::size_t>> next(exec.slices());
  exec.for_each_slice(c.size(), [&](std::size_t slice, std::size_t begin, std::size_t end) {
    std::vector<std::size_t> count(bands(), 0);
    for (std::size_t i = begin; i < end; ++i) ++count[band(c.y[i])];
    next[slice] = std::move(count);
  });
  std::size_t sum = 0;
  for (std::size_t k = 0; k < bands(); ++k) {
    first_[k] = sum;
    for (std::vector<std::size_t>& slice : next) sum += std::exchange(slice[k], sum);
  }
  first_[bands()] = sum;
  exec.for_each_slice(c.size(), [&](std::size_t slice, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      disk_[next[slice][band(c.y[i])]++] = {c.x[i], c.y[i], static_cast<DiskIndex>(i)};
  });
  const std::size_t columns = lines(c.box.width, c.size());
  exec.for_each_slice(bands(), [&](std::size_t, std::size_t begin, std::size_t end) {
    std::vector<Disk> copy;
    std::vector<std::size_t> scratch;
    for (std::size_t k = begin; k < end; ++k)
      sort_by_x(disk_.data() + first_[k], first_[k + 1] - first_[k], columns, copy, scratch);
  });
}

}  // namespace touchstone::disks
