// models/disks/cell_stream.hpp
// Purpose   The random draws of one cell update (Algorithm 2 lines 3, 9 and 12), laid out so that
//           a vector lane needs two Philox blocks for four trials.
// Source    Anderson et al. 2013, Algorithm 2: rng.shuffle, rng.inCircle. Layout: trial s uses
//           the upper 24 bits of words 2s and 2s+1 of the cell's stream; the shuffle uses the
//           lower 8 bits of words 0..3, so the two share no bit.
// Cost      Half a Philox block per trial.
#pragma once
#include <cmath>
#include <cstdint>

#include "models/core/random/philox.hpp"
#include "models/disks/configuration.hpp"

namespace touchstone::disks {

// Polynomials for sine and cosine on [0, pi/4): S. L. Moshier, Cephes library (1992), sinf.c. Any
// small error is harmless: octants are exact mirror images, so a step and its reverse are equally
// likely whatever the polynomial.
inline constexpr float kSine[3] = {-1.6666654611e-1f, 8.3321608736e-3f, -1.9515295891e-4f};
inline constexpr float kCosine[3] = {4.166664568298827e-2f, -1.388731625493765e-3f,
                                     2.443315711809948e-5f};
inline constexpr float kEighthTurnPerBit = 0x1.921fb6p-1f * 0x1p-21f;  ///< (pi/4) / 2^21

/// A point uniform in the disc of a radius, from the upper 24 bits of two words. Every scheme does
/// the same additions and multiplications in the same order and fuses none, so the result is the
/// same in every lane and on every processor.
template <class Real>
TOUCHSTONE_HD Vec<Real> in_disc(std::uint32_t radial, std::uint32_t angular, Real radius) {
  using std::sqrt;  // or that of the arithmetic of rounded.hpp
  const Real r = sqrt(static_cast<Real>(radial >> 8) * Real(0x1p-24)) * radius;
  const Real phi = static_cast<Real>(angular >> 8 & 0x1FFFFFu) * Real(kEighthTurnPerBit);
  const Real z = phi * phi;
  const Real sine = ((Real(kSine[2]) * z + Real(kSine[1])) * z + Real(kSine[0])) * z * phi + phi;
  const Real cosine =
      (((Real(kCosine[2]) * z + Real(kCosine[1])) * z + Real(kCosine[0])) * z - Real(0.5)) * z +
      Real(1);
  const Real a = r * cosine;
  const Real b = r * sine;
  const bool swapped = (angular >> 29 & 1u) != 0;  // the eight octants: swap, two signs
  Vec<Real> point = swapped ? Vec<Real>{b, a} : Vec<Real>{a, b};
  if ((angular >> 30 & 1u) != 0) point.x = -point.x;
  if ((angular >> 31 & 1u) != 0) point.y = -point.y;
  return point;
}

/// The draws of one cell in one sweep.
class CellStream {
 public:
  TOUCHSTONE_HD CellStream(const Philox& random, std::uint64_t sweep, std::uint32_t cell)
      : stream_(random.stream(Purpose::cell_update, sweep, cell)),
        large_(random.stream(Purpose::large_shuffle, sweep, cell)),
        block_(stream_.block(0)) {
    for (unsigned k = 0; k < 4; ++k) shuffle_ |= (block_[k] & 0xFFu) << (8 * k);
  }

  /// Uniform in [0, n), for the shuffle only. One word serves the draws 4, 3, 2 by mixed radix,
  /// with a bias below 24 / 2^32 < 6e-9; larger n (cells wider than the paper's) draw elsewhere.
  TOUCHSTONE_HD std::uint32_t below(std::uint32_t n) {
    if (n > 4) return large_.below(n);
    const std::uint64_t product = std::uint64_t{shuffle_} * n;
    shuffle_ = static_cast<std::uint32_t>(product);
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// The displacement of trial s.
  template <class Real>
  TOUCHSTONE_HD Vec<Real> displacement(unsigned s, Real radius) {
    if (s / 2 != index_) block_ = stream_.block(index_ = s / 2);
    const bool second = s % 2 != 0;  // chosen, not addressed: a device keeps words in registers
    return in_disc<Real>(second ? block_[2] : block_[0], second ? block_[3] : block_[1], radius);
  }

 private:
  PhiloxStream stream_;
  PhiloxStream large_;
  PhiloxBlock block_;
  std::uint32_t index_ = 0;
  std::uint32_t shuffle_ = 0;
};

}  // namespace touchstone::disks
