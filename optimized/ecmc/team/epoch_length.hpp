// optimized/ecmc/team/epoch_length.hpp
// Purpose   Length of an epoch, after which violations are looked for and repaired. It decides
//           about speed only.
// Source    The birthday law of B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261,
//           107702 (2021), section 4: the chance of a violation grows with k^2 n / N.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "models/disks/chains/chain_leg.hpp"

namespace touchstone::optimized {

class EpochLength {
 public:
  /// `longest` in ticks.
  EpochLength(std::size_t disks, std::size_t active, std::uint32_t longest)
      : shortest_(static_cast<std::uint32_t>(disks::mean_free_path(disks))), longest_(longest) {
    // A first guess, for c = 0.2: n mean free paths for one failure in twenty. Then it adapts.
    const std::uint64_t paths = std::max<std::uint64_t>(1, disks / (4 * active * active));
    length_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(paths * shortest_, longest_));
  }

  std::uint32_t length() const { return length_; }

  /// Keeps failures at about one in twenty: more would cost repairs, fewer epochs.
  void adapt(bool failed) {
    length_ = failed ? std::max(length_ - length_ / 4, shortest_) : length_ + length_ / 64;
    length_ = std::min(length_, longest_);
  }

 private:
  std::uint32_t shortest_;  ///< one mean free path
  std::uint32_t longest_;
  std::uint32_t length_ = 0;
};

}  // namespace touchstone::optimized
