// models/cmc/lfsr113.hpp
// Purpose   The random numbers of the star clusters: one stream for each rank, all from one seed,
//           as far apart as the jump that separates them.
// Source    P. L'Ecuyer, Math. Comput. 68, 261 (1999), figure 1 (LFSR113); seeding of the GNU
//           Scientific Library's taus113; jumps: H. Haramoto, M. Matsumoto, T. Nishimura, F.
//           Panneton, P. L'Ecuyer, INFORMS J. Comput. 20, 385 (2008); B. Pattabiraman et al.,
//           Astrophys. J. Suppl. 204, 15 (2013), section 3.6 (2^80 steps between streams).
// Cost      About 2 ns per number; a jump by 2^80 costs 4 x 32 steps once its polynomials are
//           known.
// Not here  Counter-based numbers (models/core/random/philox.hpp), which need no jumps.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace touchstone::cluster {

/// Four shift registers of 31, 29, 28 and 25 bits; together their period is about 2^113.
class Lfsr113 {
 public:
  using State = std::array<std::uint32_t, 4>;

  /// Seeds as the GNU Scientific Library and CMC do: 69069^n seed, raised where a register would be
  /// empty, and 10 steps discarded. Seed 0 means 1.
  explicit Lfsr113(std::uint32_t seed);
  /// A state as it is. Until the first step its lowest bits are not bits of the recurrence, and a
  /// jump would be wrong.
  explicit Lfsr113(const State& state) : z_(state) {}

  std::uint32_t next() {
    for (std::size_t j = 0; j < 4; ++j) z_[j] = step(j, z_[j]);
    return z_[0] ^ z_[1] ^ z_[2] ^ z_[3];
  }
  /// A multiple of 2^-32 in [0, 1): 0 is possible, 1 is not.
  double uniform() { return 0x1p-32 * next(); }

  const State& state() const { return z_; }
  bool operator==(const Lfsr113&) const = default;

  /// Register j one step on.
  static constexpr std::uint32_t step(std::size_t j, std::uint32_t z) {
    constexpr std::uint32_t kMask[] = {0xFFFFFFFE, 0xFFFFFFF8, 0xFFFFFFF0, 0xFFFFFF80};
    constexpr int kLeft[] = {18, 2, 7, 13}, kInner[] = {6, 2, 13, 3}, kRight[] = {13, 27, 21, 12};
    return ((z & kMask[j]) << kLeft[j]) ^ (((z << kInner[j]) ^ z) >> kRight[j]);
  }

 private:
  State z_;
};

/// Distance between two streams: `count` 2^`doublings` steps.
struct Displacement {
  std::uint64_t count = 1;
  int doublings = 80;
};

/// Many steps at once.
class Lfsr113Jump {
 public:
  /// Throws InputError for a negative number of doublings.
  explicit Lfsr113Jump(Displacement displacement);

  /// The generator that many steps later. It must have made a step since its state was set.
  Lfsr113 operator()(const Lfsr113& generator) const;

  /// x^displacement modulo the minimal polynomial of each register: bit i is the power x^i.
  const std::array<std::uint32_t, 4>& polynomials() const { return polynomial_; }

 private:
  std::array<std::uint32_t, 4> polynomial_;
};

/// `count` streams: the first is Lfsr113(seed), each further one a jump behind the last.
std::vector<Lfsr113> separate_streams(std::uint32_t seed, std::size_t count,
                                      Displacement between = {});

}  // namespace touchstone::cluster
