#include "models/cmc/lfsr113.hpp"

#include <fmt/format.h>

#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

// Bit i is the power x^i. A test finds that they annihilate the registers.
constexpr std::uint32_t kMinimal[] = {0x80400855, 0x20000005, 0x11113111, 0x02041879};
constexpr int kDegree[] = {31, 29, 28, 25};

/// a b modulo the minimal polynomial of register j, over the field with two elements.
std::uint32_t multiply(std::size_t j, std::uint32_t a, std::uint32_t b) {
  std::uint64_t product = 0;
  for (int i = 0; i < 32; ++i)
    if ((b >> i) & 1) product ^= std::uint64_t{a} << i;
  for (int i = 63; i >= kDegree[j]; --i)
    if ((product >> i) & 1) product ^= std::uint64_t{kMinimal[j]} << (i - kDegree[j]);
  return static_cast<std::uint32_t>(product);
}

/// x^(count 2^doublings).
std::uint32_t power_of_x(std::size_t j, Displacement d) {
  std::uint32_t result = 1;
  for (int i = 63; i >= 0; --i) {
    result = multiply(j, result, result);
    if ((d.count >> i) & 1) result = multiply(j, result, 2);
  }
  for (int i = 0; i < d.doublings; ++i) result = multiply(j, result, result);
  return result;
}

}  // namespace

Lfsr113::Lfsr113(std::uint32_t seed) : z_{} {
  constexpr std::uint32_t kLeast[] = {2, 8, 16, 128};
  std::uint32_t z = seed == 0 ? 1 : seed;
  for (std::size_t j = 0; j < 4; ++j) {
    z *= 69069;
    if (z < kLeast[j]) z += kLeast[j];
    z_[j] = z;
  }
  for (int i = 0; i < 10; ++i) next();
}

Lfsr113Jump::Lfsr113Jump(Displacement displacement) : polynomial_{} {
  if (displacement.doublings < 0)
    throw input_error("jump of random streams", "doublings", "0 or more",
                      fmt::format("{}", displacement.doublings));
  for (std::size_t j = 0; j < 4; ++j) polynomial_[j] = power_of_x(j, displacement);
}

Lfsr113 Lfsr113Jump::operator()(const Lfsr113& generator) const {
  Lfsr113::State state = generator.state();
  for (std::size_t j = 0; j < 4; ++j) {
    std::uint32_t z = state[j];
    std::uint32_t sum = 0;
    for (int i = 0; i < 32; ++i, z = Lfsr113::step(j, z))
      if ((polynomial_[j] >> i) & 1) sum ^= z;
    state[j] = sum;
  }
  return Lfsr113(state);
}

std::vector<Lfsr113> separate_streams(std::uint32_t seed, std::size_t count, Displacement between) {
  const Lfsr113Jump jump(between);
  std::vector<Lfsr113> streams;
  Lfsr113 next(seed);
  for (std::size_t q = 0; q < count; ++q) {
    streams.push_back(next);
    next = jump(next);
  }
  return streams;
}

}  // namespace touchstone::cluster
