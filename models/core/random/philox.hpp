// models/core/random/philox.hpp
// Purpose   Counter-based random numbers: a draw is a pure function of its key, so it does not
//           depend on threads, ranks, lanes or the order of evaluation.
// Source    J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy
//           as 1, 2, 3", SC11 (2011), Philox4x32 with 10 rounds; tested against the known-answer
//           vectors of the authors' Random123 library.
// Cost      One block (four 32-bit words) is 20 multiplications 32 x 32 -> 64.
#pragma once
#include <array>
#include <cstdint>

#include "models/core/host_device.hpp"

namespace touchstone {

using PhiloxBlock = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

inline constexpr std::uint32_t kPhiloxM0 = 0xD2511F53u;
inline constexpr std::uint32_t kPhiloxM1 = 0xCD9E8D57u;
inline constexpr std::uint32_t kPhiloxW0 = 0x9E3779B9u;  ///< golden ratio
inline constexpr std::uint32_t kPhiloxW1 = 0xBB67AE85u;  ///< sqrt(3) - 1
inline constexpr int kPhiloxRounds = 10;

/// The bijection itself: counter and key to four words.
TOUCHSTONE_HD constexpr PhiloxBlock philox4x32_10(PhiloxBlock counter, PhiloxKey key) {
  for (int round = 0; round < kPhiloxRounds; ++round) {
    const std::uint64_t p0 = std::uint64_t{kPhiloxM0} * counter[0];
    const std::uint64_t p1 = std::uint64_t{kPhiloxM1} * counter[2];
    counter = {
        static_cast<std::uint32_t>(p1 >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(p1),
        static_cast<std::uint32_t>(p0 >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(p0)};
    key = {key[0] + kPhiloxW0, key[1] + kPhiloxW1};
  }
  return counter;
}

/// Use of a draw. Two uses with the same seed, step and entity never share words.
enum class Purpose : std::uint8_t {
  metropolis = 1,     ///< serial Metropolis; entity = trial index
  colour_order = 2,   ///< Algorithm 1 line 2; entity = 0
  cell_update = 3,    ///< Algorithm 1 lines 5-8; entity = cell
  grid_shift = 4,     ///< Algorithm 1 lines 15-16; entity = 0
  start = 5,          ///< initial configurations
  estimator = 6,      ///< random choices of estimators (rift positions, bootstrap)
  test = 7,           ///< synthetic data of tests
  large_shuffle = 8,  ///< shuffles of cells with more than four particles; entity = cell
  chain_starts = 9,   ///< active disks of event chains; entity = 0
  schedule = 10,      ///< random schedules, where a result may depend on one; entity = thread
  shape_move = 11,    ///< trial moves of hard shapes; step = sweep, entity = tag of the body
  shape_order = 12,   ///< forward or reverse order of a step; entity = domain
  shape_shift = 13,   ///< common shift at the end of a step; entity = 0
  shape_box = 14      ///< trial moves of the box; step = step, entity = 0
};

/// One stream of 32-bit words: block `b` of stream (purpose, step, entity) is
/// philox4x32_10({b, entity, low step, purpose << 24 | high step}, seed).
class PhiloxStream {
 public:
  TOUCHSTONE_HD constexpr PhiloxStream(PhiloxKey key, PhiloxBlock first)
      : key_(key), counter_(first) {}

  /// The four words of block `index`, independent of the position of the stream.
  TOUCHSTONE_HD constexpr PhiloxBlock block(std::uint32_t index) const {
    return philox4x32_10({index, counter_[1], counter_[2], counter_[3]}, key_);
  }

  TOUCHSTONE_HD constexpr std::uint32_t next() {
    if (used_ == 4) {
      words_ = philox4x32_10(counter_, key_);
      ++counter_[0];
      used_ = 0;
    }
    return words_[used_++];
  }

  /// Uniform in [0, n), exactly (rejection; Lemire, ACM TOMACS 29, 3 (2019)). n > 0.
  TOUCHSTONE_HD constexpr std::uint32_t below(std::uint32_t n) {
    std::uint64_t product = std::uint64_t{next()} * n;
    if (static_cast<std::uint32_t>(product) < n) {
      const std::uint32_t threshold = (0u - n) % n;
      while (static_cast<std::uint32_t>(product) < threshold) product = std::uint64_t{next()} * n;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// Uniform in [0, 1): 53 random bits, so 1 never occurs.
  TOUCHSTONE_HD constexpr double uniform() {
    const std::uint64_t high = next();
    const std::uint64_t bits = (high << 32 | next()) >> 11;
    return static_cast<double>(bits) * 0x1p-53;
  }

  // UniformRandomBitGenerator, for use with the standard library in tests.
  using result_type = std::uint32_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xFFFFFFFFu; }
  constexpr result_type operator()() { return next(); }

 private:
  PhiloxKey key_;
  PhiloxBlock counter_;
  PhiloxBlock words_{};
  unsigned used_ = 4;
};

/// A seed: the source of all streams of a run.
class Philox {
 public:
  TOUCHSTONE_HD explicit constexpr Philox(std::uint64_t seed)
      : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)} {}

  /// `step` uses its low 56 bits.
  TOUCHSTONE_HD constexpr PhiloxStream stream(Purpose purpose, std::uint64_t step,
                                              std::uint32_t entity) const {
    const auto high = static_cast<std::uint32_t>(step >> 32) & 0x00FFFFFFu;
    return {key_,
            {0, entity, static_cast<std::uint32_t>(step),
             static_cast<std::uint32_t>(purpose) << 24 | high}};
  }
  constexpr PhiloxKey key() const { return key_; }

 private:
  PhiloxKey key_;
};

}  // namespace touchstone
