#include "optimized/cmc/shells/shell_order.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace touchstone::optimized {
namespace {

constexpr int kRangeBits = 7;              // of shells: 128 counters
constexpr std::size_t kMostRanges = 4096;  // counters of the first pass
// Below, threads cost more than they save.
constexpr std::size_t kFewestForThreads = 1 << 13;

}  // namespace

const std::vector<std::uint32_t>& ShellOrder::operator()(std::span<const double> radius,
                                                         std::span<const std::uint32_t> id,
                                                         std::span<const std::uint8_t> leaves,
                                                         std::span<const std::uint32_t> interval,
                                                         std::size_t shells, int threads) {
  const std::size_t n = radius.size();
  if (n < kFewestForThreads) threads = 1;
  range_bits_ = kRangeBits;
  while ((shells >> range_bits_) >= kMostRanges) ++range_bits_;
  const std::size_t ranges = (shells >> range_bits_) + 1;
  const auto pieces = static_cast<std::size_t>(threads);
  counts_.assign(pieces * ranges, 0);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t piece = 0; piece < pieces; ++piece)
    for (std::size_t i = n * piece / pieces; i < n * (piece + 1) / pieces; ++i)
      if (!leaves[i]) ++counts_[piece * ranges + (interval[i] >> range_bits_)];
  std::uint32_t first = 0;
  for (std::size_t range = 0; range < ranges; ++range)
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      const std::uint32_t own = counts_[piece * ranges + range];
      counts_[piece * ranges + range] = first;
      first += own;
    }
  keys_.resize(first);
  order_.resize(first);
  radii_.resize(first);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t piece = 0; piece < pieces; ++piece)
    for (std::size_t i = n * piece / pieces; i < n * (piece + 1) / pieces; ++i)
      if (!leaves[i])
        keys_[counts_[piece * ranges + (interval[i] >> range_bits_)]++] = {
            radius[i], interval[i], static_cast<std::uint32_t>(i)};
  // Now the counters of the last piece are the ends of the ranges.
  const std::uint32_t* const ends = counts_.data() + (pieces - 1) * ranges;
#pragma omp parallel num_threads(threads)
  {
    std::vector<std::uint32_t> places;
#pragma omp for schedule(static)
    for (std::size_t range = 0; range < ranges; ++range)
      sort_range(range > 0 ? ends[range - 1] : 0, ends[range], id, places);
  }
  return order_;
}

void ShellOrder::sort_range(std::size_t begin, std::size_t end, std::span<const std::uint32_t> id,
                            std::vector<std::uint32_t>& places) {
  const std::uint32_t mask = (std::uint32_t{1} << range_bits_) - 1;
  places.assign(std::size_t{1} << range_bits_, 0);
  for (std::size_t i = begin; i < end; ++i) ++places[keys_[i].interval & mask];
  auto next = static_cast<std::uint32_t>(begin);
  for (std::uint32_t& place : places) next += std::exchange(place, next);
  const auto after = [&](std::size_t place, const Key& key) {
    return radii_[place] != key.radius ? radii_[place] > key.radius
                                       : id[order_[place]] > id[key.index];
  };
  for (std::size_t i = begin; i < end; ++i) {
    const Key& key = keys_[i];
    radii_[places[key.interval & mask]] = key.radius;
    order_[places[key.interval & mask]++] = key.index;
  }
  for (std::size_t i = begin + 1; i < end; ++i) {  // only stars of one shell are out of order
    const Key key{radii_[i], 0, order_[i]};
    std::size_t to = i;
    for (; to > begin && after(to - 1, key); --to) {
      radii_[to] = radii_[to - 1];
      order_[to] = order_[to - 1];
    }
    radii_[to] = key.radius;
    order_[to] = key.index;
  }
}

}  // namespace touchstone::optimized
