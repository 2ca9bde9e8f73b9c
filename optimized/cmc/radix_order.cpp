#include "optimized/cmc/radix_order.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace touchstone::optimized {
namespace {

constexpr int kBits = 11;
constexpr std::size_t kDigits = std::size_t{1} << kBits;
// Below, threads cost more than they save: there are two barriers for each pass.
constexpr std::size_t kFewestForThreads = 1 << 15;

}  // namespace

const std::vector<std::uint32_t>& RadixOrder::operator()(std::span<const double> radius,
                                                         std::span<const std::uint32_t> id,
                                                         std::span<const std::uint8_t> leaves,
                                                         int threads) {
  key_.clear();
  order_.clear();
  for (std::uint32_t i = 0; i < radius.size(); ++i) {
    if (leaves[i]) continue;
    key_.push_back(std::bit_cast<std::uint64_t>(radius[i]));
    order_.push_back(i);
  }
  next_key_.resize(key_.size());
  next_order_.resize(key_.size());
  if (key_.size() < kFewestForThreads) threads = 1;
  for (int shift = 0; shift < 64; shift += kBits) pass(shift, threads);
  for (std::size_t i = 0; i < key_.size();) {  // equal radii, after circular orbits, by id
    std::size_t end = i + 1;
    while (end < key_.size() && key_[end] == key_[i]) ++end;
    if (end - i > 1)
      std::sort(order_.begin() + static_cast<std::ptrdiff_t>(i),
                order_.begin() + static_cast<std::ptrdiff_t>(end),
                [&](std::uint32_t a, std::uint32_t b) { return id[a] < id[b]; });
    i = end;
  }
  return order_;
}

/// Stable: each thread counts and moves a piece of its own, and the pieces are moved in order.
void RadixOrder::pass(int shift, int threads) {
  const std::size_t n = key_.size();
  const auto pieces = static_cast<std::size_t>(threads);
  const auto digit = [&](std::size_t i) { return (key_[i] >> shift) & (kDigits - 1); };
  counts_.assign(pieces * kDigits, 0);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t piece = 0; piece < pieces; ++piece)
    for (std::size_t i = n * piece / pieces; i < n * (piece + 1) / pieces; ++i)
      ++counts_[piece * kDigits + digit(i)];
  std::uint32_t first = 0;
  for (std::size_t d = 0; d < kDigits; ++d) {
    std::uint32_t all = 0;
    for (std::size_t piece = 0; piece < pieces; ++piece) all += counts_[piece * kDigits + d];
    if (n > 0 && all == n) return;  // one digit for all: nothing moves
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      const std::uint32_t own = counts_[piece * kDigits + d];
      counts_[piece * kDigits + d] = first;
      first += own;
    }
  }
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t piece = 0; piece < pieces; ++piece)
    for (std::size_t i = n * piece / pieces; i < n * (piece + 1) / pieces; ++i) {
      const std::uint32_t to = counts_[piece * kDigits + digit(i)]++;
      next_key_[to] = key_[i];
      next_order_[to] = order_[i];
    }
  key_.swap(next_key_);
  order_.swap(next_order_);
}

}  // namespace touchstone::optimized
