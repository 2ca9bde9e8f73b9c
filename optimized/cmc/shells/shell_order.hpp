// optimized/cmc/shells/shell_order.hpp
// Purpose   The order of stars by radius, and by id where radii are equal, on several threads: a
//           radix sort whose digits are those of the old shell behind each star's new position.
// Source    Most significant digit first. The old shell behind a new position is known from its
//           draw, and is nearly its rank: stars behind one old shell are one on average.
// Cost      Two passes over 16 bytes per star, whose counters stay in the first-level cache, and
//           insertions among the few stars of a shell.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace touchstone::optimized {

class ShellOrder {
 public:
  /// Indices of the stars that stay (leaves[i] == 0) in ascending order. interval[i] <= shells is
  /// the old shell behind which radius[i] lies: larger where radii are larger. The result lives
  /// until the next call.
  const std::vector<std::uint32_t>& operator()(std::span<const double> radius,
                                               std::span<const std::uint32_t> id,
                                               std::span<const std::uint8_t> leaves,
                                               std::span<const std::uint32_t> interval,
                                               std::size_t shells, int threads);
  /// Their radii, in that order.
  const std::vector<double>& radii() const { return radii_; }

 private:
  struct Key {
    double radius;
    std::uint32_t interval, index;
  };
  /// Sorts the stars of one range of shells; `places` has an element for each shell of a range.
  void sort_range(std::size_t begin, std::size_t end, std::span<const std::uint32_t> id,
                  std::vector<std::uint32_t>& places);

  int range_bits_ = 0;  ///< a range has 2^range_bits_ shells
  std::vector<Key> keys_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> order_;
  std::vector<double> radii_;
};

}  // namespace touchstone::optimized
