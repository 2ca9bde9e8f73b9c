// optimized/cmc/radix_order.hpp
// Purpose   The order of stars by radius, and by id where radii are equal, on several threads.
// Source    Least significant digit first; of a positive double the bits are in the order of the
//           values.
// Cost      6 passes over keys and indices; passes whose digit is the same for all are left out.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace touchstone::optimized {

class RadixOrder {
 public:
  /// Indices of the stars that stay (leaves[i] == 0) in ascending order. Radii must be above 0. The
  /// result lives until the next call.
  const std::vector<std::uint32_t>& operator()(std::span<const double> radius,
                                               std::span<const std::uint32_t> id,
                                               std::span<const std::uint8_t> leaves, int threads);

 private:
  void pass(int shift, int threads);

  std::vector<std::uint64_t> key_, next_key_;
  std::vector<std::uint32_t> order_, next_order_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace touchstone::optimized
