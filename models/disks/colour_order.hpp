// models/disks/colour_order.hpp
// Purpose   The order in which a sweep visits the colours of the checkerboard, for all fast
//           schemes on processors and on devices.
// Source    Anderson et al. 2013, Algorithm 1 lines 1-2; the shuffle is Durstenfeld's.
// Not here  The reference's own (reference/mpmc/checkerboard.hpp).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "models/core/host_device.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::disks {

/// A permutation of 0, 1, ..., kColours - 1.
template <std::size_t kColours, class Random>
TOUCHSTONE_HD std::array<int, kColours> shuffled_colours(Random& random, std::uint64_t sweep) {
  std::array<int, kColours> colours{};
  for (std::size_t k = 0; k < kColours; ++k) colours[k] = static_cast<int>(k);
  auto stream = random.stream(Purpose::colour_order, sweep, 0);
  for (auto k = static_cast<std::uint32_t>(kColours); k > 1; --k) {
    const std::uint32_t other = stream.below(k);
    const int colour = colours[k - 1];
    colours[k - 1] = colours[other];
    colours[other] = colour;
  }
  return colours;
}

}  // namespace touchstone::disks
