#include "optimized/ecmc/disk_order.hpp"

#include <algorithm>
#include <cstddef>

namespace touchstone::optimized {
namespace {

/// Tiles of a band that hold about two disks each.
struct Tiles {
  explicit Tiles(const disks::TurnConfiguration& c)
      : bands(lines(c.box.height / kBandHeight)),
        columns(lines(static_cast<double>(c.size()) / static_cast<double>(2 * bands))) {}

  static std::size_t lines(double n) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(n));
  }
  std::size_t of(disks::Turn x, disks::Turn y) const {
    return (y * bands >> 32) * columns + (x * columns >> 32);
  }

  std::size_t bands;
  std::size_t columns;
};

}  // namespace

DiskOrder band_order(const disks::TurnConfiguration& c) {
  const Tiles tiles(c);
  std::vector<std::size_t> first(tiles.bands * tiles.columns + 1, 0);
  for (std::size_t i = 0; i < c.size(); ++i) ++first[tiles.of(c.x[i], c.y[i]) + 1];
  for (std::size_t k = 1; k < first.size(); ++k) first[k] += first[k - 1];
  DiskOrder order{std::vector<disks::DiskIndex>(c.size()), std::vector<disks::DiskIndex>(c.size())};
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (std::size_t i = 0; i < c.size(); ++i)
    order.disk[next[tiles.of(c.x[i], c.y[i])]++] = static_cast<disks::DiskIndex>(i);
  const auto earlier = [&](disks::DiskIndex a, disks::DiskIndex b) { return c.x[a] < c.x[b]; };
  for (std::size_t k = 0; k + 1 < first.size(); ++k)
    std::sort(order.disk.begin() + static_cast<std::ptrdiff_t>(first[k]),
              order.disk.begin() + static_cast<std::ptrdiff_t>(first[k + 1]), earlier);
  for (std::size_t p = 0; p < c.size(); ++p)
    order.place[order.disk[p]] = static_cast<disks::DiskIndex>(p);
  return order;
}

}  // namespace touchstone::optimized
